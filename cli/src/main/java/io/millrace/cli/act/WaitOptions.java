package io.millrace.cli.act;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.LogPrinter;
import io.millrace.cli.command.LogPrinter.LineStyle;
import io.millrace.cli.command.TimeText;
import io.millrace.cli.error.ExitCode;
import io.millrace.client.model.TaskModel.LogLine;
import io.millrace.client.model.TaskModel.Task;
import io.millrace.client.model.TaskModel.TaskReference;
import io.millrace.client.model.TaskModel.TaskStatus;
import java.time.Duration;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/** Whether a command waits for the task that it asked for. */
final class WaitOptions {
  @Option(
      names = "--wait",
      description = "Shows the log until the task has ended. Exit code 1 if it failed.")
  boolean wait;

  @Option(
      names = "--timeout",
      paramLabel = "DURATION",
      description = "With --wait: how long, such as 90s or 2h. Unless given: ${DEFAULT-VALUE}.")
  String timeout = "24h";

  /** Says which task it is, and waits for it if that is wanted. */
  ExitCode finish(CliSession cli, TaskReference reference) {
    Duration longest = TimeText.duration("--timeout", timeout);
    if (reference.taskId().isEmpty()) {
      cli.printer().done("It has nothing to run, and has succeeded.", reference);
      return ExitCode.DONE;
    }
    if (!wait) {
      cli.printer().done(reference.taskId(), reference);
      return ExitCode.DONE;
    }
    if (cli.printer().isTable()) {
      cli.printer().remark("Task " + reference.taskId());
    }
    return await(cli, reference.taskId(), longest);
  }

  private static ExitCode await(CliSession cli, String taskId, Duration longest) {
    Consumer<LogLine> lines =
        cli.printer().isTable() ? LogPrinter.to(cli.shell().out(), LineStyle.MESSAGE) : line -> {};
    boolean ended = LogPrinter.follow(cli, taskId, longest, lines).isPresent();
    Task task = cli.client().tasks().getTask(taskId);
    if (!cli.printer().isTable()) {
      cli.printer().document(task);
    } else if (!ended) {
      cli.printer().remark("It is still " + task.status() + ": millrace tail " + taskId);
    } else {
      String why = task.message() == null || task.message().isEmpty() ? "" : ": " + task.message();
      cli.printer().remark(task.status() + why);
    }
    return ExitCode.ofSuccess(task.status() == TaskStatus.SUCCESS);
  }
}
