package io.millrace.cli.act;

import io.millrace.cli.command.GroupCommand;
import java.util.List;
import picocli.CommandLine.Command;

/** Cancels tasks. */
@Command(
    name = "cancel",
    description = "Cancels a task, many tasks, or steps of a job.",
    footer = {
      "",
      "Examples:",
      "  millrace cancel task demo_c_01a1e451-28fe-7f1d-b60d-26f9e438fcb6",
      "  millrace cancel tasks --source bank --status SCHEDULED         how many it would be",
      "  millrace cancel tasks --source bank --status SCHEDULED --yes   does it",
      "  millrace cancel step daily-load --time 2026-01-31"
    })
public final class CancelCommand extends GroupCommand {
  @Override
  public List<Class<?>> commands() {
    return List.of(CancelTask.class, CancelTasks.class, CancelStep.class);
  }
}
