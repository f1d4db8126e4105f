package io.millrace.engine.retention;

import com.typesafe.config.Config;
import io.millrace.engine.input.DurationSetting;
import java.time.Duration;

/**
 * How much of the history is kept.
 *
 * @param keep how long tasks are kept
 * @param keepRuns the number of latest tasks of each source and collection that are kept forever
 * @param keepLogs how long logs are kept; the logs of the latest tasks are kept forever
 * @param logLines the largest number of lines of one task; older lines are dropped
 */
public record HistorySettings(Duration keep, int keepRuns, Duration keepLogs, int logLines) {
  private static final String PATH = "millrace.history.";

  public HistorySettings {
    require(keep.toDays() >= 1, "keep", keep, "must be at least a day");
    require(keepRuns >= 1, "keep-runs", keepRuns, "must be at least 1");
    require(keepLogs.toDays() >= 1, "keep-logs", keepLogs, "must be at least a day");
    require(keepLogs.compareTo(keep) <= 0, "keep-logs", keepLogs, "must not be longer than keep");
    require(logLines >= 10, "log-lines", logLines, "must be at least 10");
  }

  /** From {@code millrace.history}. */
  public static HistorySettings of(Config history) {
    return new HistorySettings(
        DurationSetting.of(history, "keep"),
        history.getInt("keep-runs"),
        DurationSetting.of(history, "keep-logs"),
        history.getInt("log-lines"));
  }

  private static void require(boolean valid, String name, Object value, String reason) {
    if (!valid) {
      throw new IllegalArgumentException(PATH + name + " = " + value + ": " + reason);
    }
  }
}
