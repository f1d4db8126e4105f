package io.millrace.cli.act;

import io.millrace.cli.command.GroupCommand;
import java.util.List;
import picocli.CommandLine.Command;

/** Pauses a job or a pool. */
@Command(
    name = "pause",
    description = "Pauses a job or a pool.",
    footer = {
      "",
      "Examples:",
      "  millrace pause job daily-load --reason 'The bank asked us to.'",
      "  millrace pause pool night --reason 'The bank asked us to.'"
    })
public final class PauseCommand extends GroupCommand {
  @Override
  public List<Class<?>> commands() {
    return List.of(PauseJob.class, PausePool.class);
  }
}
