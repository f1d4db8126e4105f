package io.millrace.engine.task;

import io.millrace.engine.clock.Backoff;
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

/** Retries until the database takes the lines, with growing pauses, or until it has to give up. */
final class RetryingLogSink {
  private static final Logger LOG = LoggerFactory.getLogger(RetryingLogSink.class);
  private static final Backoff PAUSES =
      Backoff.doubling(Duration.ofMillis(100), Duration.ofSeconds(5));

  private final LogSink sink;
  private final CountDownLatch givenUp = new CountDownLatch(1);

  RetryingLogSink(LogSink sink) {
    this.sink = sink;
  }

  /** From now on, each batch gets one try. */
  void giveUp() {
    givenUp.countDown();
  }

  /** Writes the lines; false if they were abandoned. */
  boolean append(List<LogEntry> lines) throws InterruptedException {
    for (int failures = 1; ; failures++) {
      try {
        sink.append(lines);
        return true;
      } catch (SQLException | RuntimeException e) {
        if (isBadData(e)) {
          return appendRest(lines, e);
        }
        // No stack trace: while the database is away, this repeats every few seconds.
        LOG.warn("Cannot write {} log lines yet, will retry: {}", lines.size(), e.toString());
        if (givenUp.await(PAUSES.delayAfter(failures).toMillis(), TimeUnit.MILLISECONDS)) {
          return false;
        }
      }
    }
  }

  /** Tries once. If it fails, a later cut of the same task makes up for it. */
  void cut(UUID task, int most) {
    try {
      sink.cut(task, most);
    } catch (SQLException | RuntimeException e) {
      LOG.warn("Cannot shorten the log of task {} for now", task, e);
    }
  }

  /** Finds the line that the database will never take, so that it does not block the others. */
  private boolean appendRest(List<LogEntry> lines, Exception e) throws InterruptedException {
    if (lines.size() == 1) {
      LOG.error("Dropped a log line of task {}", lines.get(0).task(), e);
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
}
