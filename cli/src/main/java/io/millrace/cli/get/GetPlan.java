package io.millrace.cli.get;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.ClientCommand;
import io.millrace.cli.error.CommandException;
import io.millrace.cli.error.ExitCode;
import io.millrace.cli.output.TableLayout;
import io.millrace.client.model.FlywheelModel.Plan;
import io.millrace.client.model.FlywheelModel.PlanMinute;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The plan of a day. */
@Command(
    name = "plan",
    description = "The plan of a day: its minutes, or the places of one user in it.",
    footer = {
      "",
      "Examples:",
      "  millrace get plan                   today",
      "  millrace get plan --user ann        when a user is refreshed today",
      "  millrace get plan --date 2026-01-31"
    })
final class GetPlan extends ClientCommand {
  @Option(names = "--user", paramLabel = "ID", description = "The places of this user.")
  @Nullable String user;

  @Option(names = "--date", paramLabel = "DATE", description = "A UTC day; today unless given.")
  @Nullable String date;

  @Override
  protected ExitCode run(CliSession cli) {
    LocalDate day = date == null ? null : day(date);
    if (user != null) {
      cli.printer().item(cli.client().flywheel().getUserPlan(user, day));
      return ExitCode.DONE;
    }
    Plan plan = cli.client().flywheel().getPlan(day);
    if (!cli.printer().isTable()) {
      cli.printer().document(plan);
      return ExitCode.DONE;
    }
    cli.printer()
        .line(
            "%s: %d planned, %d waiting, %d missed users; %d started user-sites"
                .formatted(
                    plan.date(), plan.planned(), plan.waiting(), plan.missed(), plan.started()));
    cli.printer()
        .rows(
            plan.minutes().stream(),
            new TableLayout<PlanMinute>()
                .column("MINUTE", PlanMinute::at)
                .column("STATE", PlanMinute::state)
                .column("USERS", PlanMinute::users)
                .column("SKIPPED", PlanMinute::skippedUsers)
                .column("STARTED", PlanMinute::started)
                .column("SKIPPED USER-SITES", PlanMinute::skippedUserSites));
    return ExitCode.DONE;
  }

  private static LocalDate day(String text) {
    try {
      return LocalDate.parse(text);
    } catch (DateTimeParseException notADay) {
      throw CommandException.usage("--date = " + text + ": is not a day such as 2026-01-31.", "");
    }
  }
}
