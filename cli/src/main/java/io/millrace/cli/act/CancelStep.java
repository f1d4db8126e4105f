package io.millrace.cli.act;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.ClientCommand;
import io.millrace.cli.command.JobFinder;
import io.millrace.cli.command.TimeText;
import io.millrace.cli.error.ExitCode;
import io.millrace.client.model.JobTokenModel.CancelResult;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Cancels steps of a job. */
@Command(
    name = "step",
    description = "Cancels steps of a job at one logical time. Nothing follows them.",
    footer = {
      "",
      "Examples:",
      "  millrace cancel step daily-load --time 2026-01-31           all steps",
      "  millrace cancel step daily-load load --time 2026-01-31      one of them"
    })
final class CancelStep extends ClientCommand {
  @Parameters(index = "0", paramLabel = "JOB", description = "Its id, its name, or project/name.")
  String job = "";

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "STEP",
      description = "Only these steps.")
  List<String> steps = List.of();

  @Option(
      names = "--time",
      required = true,
      paramLabel = "TIME",
      description = "The logical time, such as 2026-01-31T00:00:00Z or 2026-01-31.")
  String time = "";

  @Override
  protected ExitCode run(CliSession cli) {
    Instant logicalTime = TimeText.exact("--time", time);
    String id = JobFinder.id(cli.client(), job);
    CancelResult result = cli.client().jobTokens().cancelTokens(id, logicalTime, steps);
    cli.printer().done(result.canceled() + " steps were canceled.", result);
    return ExitCode.DONE;
  }
}
