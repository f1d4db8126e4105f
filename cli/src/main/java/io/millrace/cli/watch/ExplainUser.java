package io.millrace.cli.watch;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.ClientCommand;
import io.millrace.cli.error.ExitCode;
import io.millrace.cli.output.CellText;
import io.millrace.cli.output.TableLayout;
import io.millrace.client.model.FlywheelModel.PlanSlot;
import io.millrace.client.model.FlywheelModel.UserPlan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** When a user is refreshed today, and what is in the way. */
@Command(
    name = "user",
    description = "When a user is refreshed today, and which rules block it.",
    footer = {"", "Examples:", "  millrace explain user ann"})
final class ExplainUser extends ClientCommand {
  @Parameters(paramLabel = "ID", description = "The user.")
  String id = "";

  @Override
  protected ExitCode run(CliSession cli) {
    UserPlan plan = cli.client().flywheel().getUserPlan(id, null);
    if (!cli.printer().isTable()) {
      cli.printer().document(plan);
      return ExitCode.DONE;
    }
    cli.printer().line("State: " + plan.state() + " " + CellText.of(plan.detail()));
    cli.printer().line("Next:  " + CellText.of(plan.next()));
    Explanation.rules(cli.printer(), plan.rules());
    cli.printer().heading("Plan");
    cli.printer()
        .rows(
            plan.plan().stream(),
            new TableLayout<PlanSlot>()
                .column("AT", PlanSlot::at)
                .column("PASS", PlanSlot::pass)
                .column("STATE", PlanSlot::state)
                .column("SKIPPED", PlanSlot::skipped));
    return ExitCode.DONE;
  }
}
