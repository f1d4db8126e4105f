package io.millrace.engine.retention;

import com.typesafe.config.Config;
import io.millrace.engine.input.DurationSetting;
import java.time.Duration;

/**
 * How much of the past is kept.
 *
 * @param keep how long a task can be asked for
 * @param keepRuns so many of the last tasks of each source and collection stay however old they are
 * @param keepLogs how long logs can be read; those of the last tasks stay as well
 * @param logLines the most lines of one task; the oldest are dropped
 */
public record HistorySettings(Duration keep, int keepRuns, Duration keepLogs, int logLines) {
  private static final String PATH = "millrace.history.";

  public HistorySettings {
    require(keep.toDays() >= 1, "keep", keep, "must be a day at least");
    require(keepRuns >= 1, "keep-runs", keepRuns, "must be 1 at least");
    require(keepLogs.toDays() >= 1, "keep-logs", keepLogs, "must be a day at least");
    require(keepLogs.compareTo(keep) <= 0, "keep-logs", keepLogs, "must not be longer than keep");
    require(logLines >= 10, "log-lines", logLines, "must be 10 at least");
  }

  /** From {@code millrace.history}. */
  public static HistorySettings of(Config history) {
    return new HistorySettings(
        DurationSetting.of(history, "keep"),
        history.getInt("keep-runs"),
        DurationSetting.of(history, "keep-logs"),
        history.getInt("log-lines"));
  }

  private static void require(boolean possible, String name, Object value, String reason) {
    if (!possible) {
      throw new IllegalArgumentException(PATH + name + " = " + value + ": " + reason);
    }
  }
}
