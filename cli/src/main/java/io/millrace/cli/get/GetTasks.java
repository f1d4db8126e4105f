package io.millrace.cli.get;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.TaskOptions;
import io.millrace.cli.output.TableLayout;
import io.millrace.client.model.TaskModel.Task;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The history of tasks. */
@Command(
    name = "tasks",
    aliases = "task",
    description = "Tasks, the newest first. Unless a time is given, those of the last week.",
    footer = {
      "",
      "Examples:",
      "  millrace get tasks --status FAILED --since 1h",
      "  millrace get tasks --source demo --collection c --limit 5",
      "  millrace get task demo_c_01a1e451-28fe-7f1d-b60d-26f9e438fcb6 -o yaml"
    })
final class GetTasks extends GetKind<Task> {
  @Mixin TaskOptions which = new TaskOptions();

  @Override
  Stream<Task> all(CliSession cli) {
    return cli.client().tasks().allHistory(which.filter(cli.shell().clock().instant()));
  }

  @Override
  Object one(CliSession cli, String wanted) {
    return cli.client().tasks().getTask(wanted);
  }

  @Override
  TableLayout<Task> layout() {
    return new TableLayout<Task>()
        .column("ID", Task::id)
        .state("STATUS", Task::status)
        .column("REASON", Task::reason)
        .column("TRY", Task::attemptNo)
        .column("CREATED", Task::createdAt)
        .column("FINISHED", Task::finishedAt)
        .column("WAITS FOR", task -> task.waiting() == null ? null : task.waiting().blocker())
        .column("LIKELY START", task -> task.waiting() == null ? null : task.waiting().startP50())
        .column("MESSAGE", Task::message);
  }
}
