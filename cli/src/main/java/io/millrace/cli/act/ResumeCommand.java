package io.millrace.cli.act;

import io.millrace.cli.command.GroupCommand;
import java.util.List;
import picocli.CommandLine.Command;

/** Resumes a job or a pool. */
@Command(
    name = "resume",
    description = "Resumes a job or a pool.",
    footer = {"", "Examples:", "  millrace resume job daily-load", "  millrace resume pool night"})
public final class ResumeCommand extends GroupCommand {
  @Override
  public List<Class<?>> commands() {
    return List.of(ResumeJob.class, ResumePool.class);
  }
}
