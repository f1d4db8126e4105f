package io.millrace.engine.retention;

import io.millrace.engine.sql.Statements;
import io.millrace.engine.sql.Transaction;
import io.millrace.engine.task.Uids;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the history as long as it is wanted: days that are old are dropped as a whole, and what was
 * kept of them is looked through again. Safe on several nodes at once.
 */
public final class Retention {
  private static final Logger LOG = LoggerFactory.getLogger(Retention.class);
  private static final int PAGES_AT_ONCE = 20;

  private final DataSource database;
  private final HistorySettings settings;
  private final LastRuns lastRuns;
  private final Days days;
  private final Deque<Trimming> trimmings = new ArrayDeque<>();
  private Instant looked = Instant.MIN; // until when nothing else gets old

  public Retention(DataSource database, HistorySettings settings) {
    this.database = database;
    this.settings = settings;
    this.lastRuns = new LastRuns(settings.keepRuns());
    this.days = new Days(database);
  }

  /** Today has its partition; should that fail, rows go into the default for now. */
  public void prepare(Instant now) {
    days.tryPrepare(now);
  }

  /**
   * One round of the work, in bounded pieces.
   *
   * @return when there is work again
   */
  public Instant run(Instant now) throws SQLException {
    if (trimmings.isEmpty()) {
      Instant tomorrow = days.prepare(now);
      drop(Parted.LOG, old(now, settings.keepLogs()));
      drop(Parted.TASK, old(now, settings.keep()));
      forget(now.minus(settings.keep()));
      look(Parted.TASK, now.minus(settings.keep()));
      look(Parted.LOG, now.minus(settings.keepLogs()));
      looked = tomorrow;
    }
    for (int page = 0; page < PAGES_AT_ONCE && !trimmings.isEmpty(); page++) {
      if (!trimmings.peek().next()) {
        LOG.debug("{} old rows were deleted", trimmings.remove().deleted());
      }
    }
    return trimmings.isEmpty() ? looked : now;
  }

  /** The first day that is not over for longer than that. */
  private static LocalDate old(Instant now, Duration keep) {
    return LocalDate.ofInstant(now.minus(keep), ZoneOffset.UTC);
  }

  /** What operators see at a glance goes with the tasks it is of, and so does what was missed. */
  private void forget(Instant until) throws SQLException {
    Transaction.run(
        database,
        connection -> {
          Statements sql = Statements.plannedAnew(connection);
          sql.update("delete from task_minutes where at < ?", until);
          sql.update("delete from missed_fires where last < ? and at < ?", until, until);
          return sql.update(
              "delete from unsuccessful_task where attempt_uid < ?", Uids.first(until));
        });
  }

  private void drop(Parted parted, LocalDate before) throws SQLException {
    List<LocalDate> old;
    try (Connection connection = database.getConnection()) {
      old = parted.days(new Statements(connection)).stream().filter(before::isAfter).toList();
    }
    for (LocalDate day : old) {
      Transaction.run(database, connection -> new OldDay(connection, parted, day, lastRuns).end());
    }
  }

  private void look(Parted parted, Instant until) {
    for (String table : List.of(parted.kept(), parted.rest())) {
      trimmings.add(new Trimming(database, parted, table, lastRuns, Uids.first(until)));
    }
  }
}
