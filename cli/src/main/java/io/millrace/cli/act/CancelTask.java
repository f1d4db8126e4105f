package io.millrace.cli.act;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.ClientCommand;
import io.millrace.cli.error.ExitCode;
import io.millrace.client.model.TaskModel.Task;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Cancels one task. */
@Command(
    name = "task",
    description = "Cancels a task. One that has ended stays as it is: exit code 4.",
    footer = {
      "",
      "Examples:",
      "  millrace cancel task demo_c_01a1e451-28fe-7f1d-b60d-26f9e438fcb6"
    })
final class CancelTask extends ClientCommand {
  @Parameters(paramLabel = "ID", description = "The task.")
  String id = "";

  @Override
  protected ExitCode run(CliSession cli) {
    Task task = cli.client().tasks().cancelTask(id);
    cli.printer().done(task.id() + " is " + task.status(), task);
    return ExitCode.DONE;
  }
}
