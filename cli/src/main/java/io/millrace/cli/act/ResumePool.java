package io.millrace.cli.act;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.ClientCommand;
import io.millrace.cli.error.ExitCode;
import io.millrace.client.model.FlowModel.Pool;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Resumes a pool. */
@Command(
    name = "pool",
    description = "Resumes a pool.",
    footer = {"", "Examples:", "  millrace resume pool night"})
final class ResumePool extends ClientCommand {
  @Parameters(paramLabel = "NAME", description = "The pool.")
  String name = "";

  @Option(names = "--reason", paramLabel = "TEXT", description = "Why. Others read it.")
  @Nullable String reason;

  @Override
  protected ExitCode run(CliSession cli) {
    Pool resumed = cli.client().flow().resumePool(name, reason);
    cli.printer().done("Pool " + resumed.pool() + " is resumed.", resumed);
    return ExitCode.DONE;
  }
}
