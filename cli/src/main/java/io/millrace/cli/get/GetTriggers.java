package io.millrace.cli.get;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.ClientCommand;
import io.millrace.cli.command.JobFinder;
import io.millrace.cli.error.ExitCode;
import io.millrace.cli.output.TableLayout;
import io.millrace.client.model.TriggerModel.Trigger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Triggers of a job. */
@Command(
    name = "triggers",
    aliases = "trigger",
    description = "Triggers of a job: what fired, what was missed, what is next.",
    footer = {
      "",
      "Examples:",
      "  millrace get triggers daily-load",
      "  millrace get trigger daily-load daily     what it missed, and its next 10 fires"
    })
final class GetTriggers extends ClientCommand {
  @Parameters(index = "0", paramLabel = "JOB", description = "Its id, its name, or project/name.")
  String job = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "TRIGGER",
      description = "Shows only this one, with all its fields.")
  @Nullable String trigger;

  @Override
  protected ExitCode run(CliSession cli) {
    String id = JobFinder.id(cli.client(), job);
    if (trigger != null) {
      cli.printer().item(cli.client().triggers().getTriggerFires(id, trigger));
      return ExitCode.DONE;
    }
    cli.printer()
        .list(
            cli.client().triggers().listTriggers(id).triggers().stream(),
            new TableLayout<Trigger>()
                .column("NAME", Trigger::name)
                .column("SCHEDULE", Trigger::schedule)
                .column("CATCH-UP", Trigger::catchup)
                .column("FIRED", Trigger::fired)
                .column("MISSED", Trigger::missed)
                .column("WAITING", Trigger::waiting)
                .column(
                    "LAST", each -> each.lastFire() == null ? null : each.lastFire().logicalTime())
                .column("NEXT", each -> each.next().isEmpty() ? null : each.next().get(0).dueAt()));
    return ExitCode.DONE;
  }
}
