package io.millrace.engine.task;

import io.millrace.engine.task.LogStore.LogEntry;
import io.millrace.engine.task.LogWriter.LogSink;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tries again until the database takes the lines, more and more rarely, or until it is told off.
 */
final class RetryingLogSink {
  private static final Logger LOG = LoggerFactory.getLogger(RetryingLogSink.class);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  private final LogSink sink;
  private final CountDownLatch givenUp = new CountDownLatch(1);

  RetryingLogSink(LogSink sink) {
    this.sink = sink;
  }

  /** From now on, one try each. */
  void giveUp() {
    givenUp.countDown();
  }

  /** Whether the lines are settled; not if they were given up. */
  boolean append(List<LogEntry> lines) throws InterruptedException {
    for (Duration pause = FIRST_PAUSE; ; pause = next(pause)) {
      try {
        sink.append(lines);
        return true;
      } catch (SQLException | RuntimeException e) {
        if (isBadData(e)) {
          return appendRest(lines, e);
        }
        LOG.warn("{} log lines cannot be written yet: {}", lines.size(), e.toString());
        if (givenUp.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
          return false;
        }
      }
    }
  }

  /** One try: whoever comes next cuts what this one could not. */
  void cut(UUID task, int most) {
    try {
      sink.cut(task, most);
    } catch (SQLException | RuntimeException e) {
      LOG.warn("the log of task {} is too long for now: {}", task, e.toString());
    }
  }

  /** One line that the database will never take must not hold up all others. */
  private boolean appendRest(List<LogEntry> lines, Exception e) throws InterruptedException {
    if (lines.size() == 1) {
      LOG.error("a log line of task {} is lost: {}", lines.get(0).task(), e.toString());
      return true;
    }
    int half = lines.size() / 2;
    boolean first = append(lines.subList(0, half));
    return append(lines.subList(half, lines.size())) && first;
  }

  /** SQLSTATE class 22: the data is wrong, not the database. */
  private static boolean isBadData(Exception e) {
    return e instanceof SQLException sql
        && sql.getSQLState() != null
        && sql.getSQLState().startsWith("22");
  }

  private static Duration next(Duration pause) {
    Duration twice = pause.multipliedBy(2);
    return twice.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : twice;
  }
}
