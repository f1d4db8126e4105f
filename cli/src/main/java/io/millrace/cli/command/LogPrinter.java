package io.millrace.cli.command;

import io.millrace.cli.output.SafeText;
import io.millrace.client.api.LogFollower;
import io.millrace.client.api.LogFollower.LogEnd;
import io.millrace.client.model.TaskModel.LogLine;
import io.millrace.client.transport.JsonCodec;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Prints the log of a task while it is written. */
public final class LogPrinter {
  /** How a line is written. */
  public enum LineStyle {
    MESSAGE,
    WITH_TIME,
    RAW,
    JSON
  }

  private LogPrinter() {}

  /**
   * Waits until the task has ended; empty if that takes longer than the timeout. A stream tries for
   * long to connect again, so an unknown task or a node that is away is noticed before.
   */
  public static Optional<LogEnd> follow(
      CliSession cli, String taskId, Duration timeout, Consumer<LogLine> each) {
    cli.client().tasks().getTask(taskId);
    try (LogFollower log = cli.client().tasks().followLog(taskId)) {
      CompletableFuture.delayedExecutor(timeout.toMillis(), TimeUnit.MILLISECONDS)
          .execute(log::close);
      log.forEach(each);
      return Optional.ofNullable(log.end());
    }
  }

  public static Consumer<LogLine> to(PrintWriter out, LineStyle style) {
    return line -> {
      out.println(text(line, style));
      out.flush();
    };
  }

  private static String text(LogLine line, LineStyle style) {
    return switch (style) {
      case MESSAGE -> SafeText.line(line.message());
      case WITH_TIME ->
          line.time().truncatedTo(ChronoUnit.MILLIS)
              + " "
              + SafeText.line(line.level())
              + " "
              + SafeText.line(line.message());
      case RAW -> line.message();
      case JSON -> JsonCodec.write(line);
    };
  }
}
