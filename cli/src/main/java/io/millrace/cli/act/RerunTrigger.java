package io.millrace.cli.act;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.ClientCommand;
import io.millrace.cli.command.JobFinder;
import io.millrace.cli.error.ExitCode;
import io.millrace.client.model.TriggerModel.FireRange;
import io.millrace.client.model.TriggerModel.FireResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Fires a trigger for times that have passed. */
@Command(
    name = "trigger",
    description = "Fires a trigger for times that have passed. Only counts them without --yes.",
    footer = {
      "",
      "Examples:",
      "  millrace rerun trigger daily-load daily --first 2026-01-01 --last 2026-01-31"
    })
final class RerunTrigger extends ClientCommand {
  @Parameters(index = "0", paramLabel = "JOB", description = "Its id, its name, or project/name.")
  String job = "";

  @Parameters(index = "1", paramLabel = "TRIGGER", description = "The name of the trigger.")
  String trigger = "";

  @Mixin RangeOptions range = new RangeOptions();

  @Override
  protected ExitCode run(CliSession cli) {
    FireResult result =
        cli.client()
            .triggers()
            .fireTrigger(
                JobFinder.id(cli.client(), job),
                trigger,
                new FireRange(range.first(), range.last(), !range.yes));
    cli.printer()
        .done(
            result.fires()
                + (result.dryRun() ? " times would fire. Add --yes to do it." : " times fire."),
            result);
    return ExitCode.DONE;
  }
}
