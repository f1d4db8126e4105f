package io.millrace.cli.act;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.ClientCommand;
import io.millrace.cli.command.JobFinder;
import io.millrace.cli.command.TimeText;
import io.millrace.cli.error.ExitCode;
import java.time.Instant;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a step of a job. */
@Command(
    name = "step",
    description = "Runs a step of a job for one logical time, whatever has arrived.",
    footer = {
      "",
      "Examples:",
      "  millrace run step daily-load extract --time 2026-01-31T00:00:00Z --wait"
    })
final class RunStep extends ClientCommand {
  @Parameters(index = "0", paramLabel = "JOB", description = "Its id, its name, or project/name.")
  String job = "";

  @Parameters(index = "1", paramLabel = "STEP", description = "The name of the step.")
  String step = "";

  @Option(
      names = "--time",
      required = true,
      paramLabel = "TIME",
      description = "The logical time, such as 2026-01-31T00:00:00Z or 2026-01-31.")
  String time = "";

  @Mixin WaitOptions waiting = new WaitOptions();

  @Override
  protected ExitCode run(CliSession cli) {
    Instant logicalTime = TimeText.exact("--time", time);
    String id = JobFinder.id(cli.client(), job);
    return waiting.finish(cli, cli.client().jobTokens().runStep(id, step, logicalTime));
  }
}
