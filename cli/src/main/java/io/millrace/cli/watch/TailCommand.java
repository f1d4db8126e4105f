package io.millrace.cli.watch;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.ClientCommand;
import io.millrace.cli.command.LogPrinter;
import io.millrace.cli.command.LogPrinter.LineStyle;
import io.millrace.cli.error.ExitCode;
import io.millrace.client.api.LogFollower.LogEnd;
import io.millrace.client.model.TaskModel.LogLine;
import io.millrace.client.model.TaskModel.TaskStatus;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Follows a log. */
@Command(
    name = "tail",
    description = {
      "Shows the log of a task as it is written, until the task has ended.",
      "Exit code 1 if the task failed or was canceled."
    },
    footer = {
      "",
      "Examples:",
      "  millrace tail demo_c_01a1e451-28fe-7f1d-b60d-26f9e438fcb6",
      "  millrace tail $(millrace run collection demo c) --times",
      "  millrace tail demo_c_01a1e451-… --no-follow -o json | jq .message"
    })
public final class TailCommand extends ClientCommand {
  private static final Duration FOR_EVER = Duration.ofDays(365);

  @Parameters(paramLabel = "ID", description = "The task.")
  String id = "";

  @Option(names = "--times", description = "With the time and the level of each line.")
  boolean times;

  @Option(
      names = "--no-follow",
      description = "Only what is there already. Exit code 0 however the task ends.")
  boolean noFollow;

  @Option(
      names = "--raw",
      description = "Lines as they are, with the control characters that are in them.")
  boolean raw;

  @Override
  protected ExitCode run(CliSession cli) {
    Consumer<LogLine> lines = LogPrinter.to(cli.shell().out(), style(cli));
    if (noFollow) {
      cli.client().tasks().allLog(id).forEach(lines);
      return ExitCode.DONE;
    }
    Optional<LogEnd> end = LogPrinter.follow(cli, id, FOR_EVER, lines);
    end.ifPresent(
        ended ->
            cli.printer()
                .remark(
                    ended.status()
                        + (ended.dropped() == 0
                            ? ""
                            : "; " + ended.dropped() + " lines were not kept")));
    return ExitCode.ofSuccess(end.isEmpty() || end.get().status() == TaskStatus.SUCCESS);
  }

  private LineStyle style(CliSession cli) {
    if (!cli.printer().isTable()) {
      return LineStyle.JSON;
    }
    return raw ? LineStyle.RAW : times ? LineStyle.WITH_TIME : LineStyle.MESSAGE;
  }
}
