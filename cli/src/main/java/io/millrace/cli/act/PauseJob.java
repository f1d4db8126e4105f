package io.millrace.cli.act;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.ClientCommand;
import io.millrace.cli.command.JobFinder;
import io.millrace.cli.error.ExitCode;
import io.millrace.client.model.JobModel.Job;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Pauses a job: its triggers stop, and its steps wait. */
@Command(
    name = "job",
    description = "Pauses a job: its triggers stop, and its steps wait.",
    footer = {"", "Examples:", "  millrace pause job daily-load --reason 'The bank asked us to.'"})
final class PauseJob extends ClientCommand {
  @Parameters(paramLabel = "JOB", description = "Its id, its name, or project/name.")
  String job = "";

  @Option(names = "--reason", paramLabel = "TEXT", description = "Why. Others read it.")
  @Nullable String reason;

  @Override
  protected ExitCode run(CliSession cli) {
    Job paused = cli.client().jobs().pauseJob(JobFinder.id(cli.client(), job), reason);
    cli.printer().done("Job " + paused.name() + " is paused.", paused);
    return ExitCode.DONE;
  }
}
