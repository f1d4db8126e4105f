package io.millrace.cli.act;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.ClientCommand;
import io.millrace.cli.command.JobFinder;
import io.millrace.cli.error.ExitCode;
import io.millrace.client.model.JobTokenModel.RerunRequest;
import io.millrace.client.model.JobTokenModel.RerunResult;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs steps of a job again. */
@Command(
    name = "job",
    description = "Runs ended steps of a job again. Only counts them without --yes.",
    footer = {
      "",
      "Examples:",
      "  millrace rerun job daily-load --first 2026-01-01 --last 2026-01-31 --only-failed",
      "  millrace rerun job daily-load --first 2026-01-01 --last 2026-01-31 --step load --yes"
    })
final class RerunJob extends ClientCommand {
  @Parameters(paramLabel = "JOB", description = "Its id, its name, or project/name.")
  String job = "";

  @Mixin RangeOptions range = new RangeOptions();

  @Option(
      names = "--step",
      paramLabel = "NAME",
      description = "Only this step; may be given several times.")
  List<String> steps = List.of();

  @Option(names = "--only-failed", description = "Only what failed.")
  boolean onlyFailed;

  @Override
  protected ExitCode run(CliSession cli) {
    RerunRequest request =
        new RerunRequest(
            range.first(),
            range.last(),
            steps.isEmpty() ? null : steps,
            onlyFailed ? true : null,
            !range.yes);
    RerunResult result =
        cli.client().jobTokens().rerunJob(JobFinder.id(cli.client(), job), request);
    String what = result.tokens() + " tokens " + result.steps();
    cli.printer()
        .done(
            result.dryRun()
                ? what + " would run again. Add --yes to do it."
                : what + ": " + result.started() + " started, " + result.waiting() + " wait.",
            result);
    return ExitCode.DONE;
  }
}
