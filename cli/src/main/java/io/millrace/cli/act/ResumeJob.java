package io.millrace.cli.act;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.ClientCommand;
import io.millrace.cli.command.JobFinder;
import io.millrace.cli.error.ExitCode;
import io.millrace.client.model.JobModel.Job;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Resumes a job: it catches up, then runs. */
@Command(
    name = "job",
    description = "Resumes a job: it catches up, then runs.",
    footer = {"", "Examples:", "  millrace resume job daily-load"})
final class ResumeJob extends ClientCommand {
  @Parameters(paramLabel = "JOB", description = "Its id, its name, or project/name.")
  String job = "";

  @Override
  protected ExitCode run(CliSession cli) {
    Job resumed = cli.client().jobs().unpauseJob(JobFinder.id(cli.client(), job));
    cli.printer().done("Job " + resumed.name() + " is resumed.", resumed);
    return ExitCode.DONE;
  }
}
