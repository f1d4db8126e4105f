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
public final class HistoryCleaner {
  private static final Logger LOG = LoggerFactory.getLogger(HistoryCleaner.class);
  private static final int PAGES_AT_ONCE = 20;

  private final DataSource database;
  private final HistorySettings settings;
  private final LastRunsCondition lastRuns;
  private final PartitionCreator days;
  private final Deque<RowTrimmer> trimmers = new ArrayDeque<>();
  private Instant nextRunAt = Instant.MIN; // until when nothing else gets old

  public HistoryCleaner(DataSource database, HistorySettings settings) {
    this.database = database;
    this.settings = settings;
    this.lastRuns = new LastRunsCondition(settings.keepRuns());
    this.days = new PartitionCreator(database);
  }

  /** Today has its partition; should that fail, rows go into the default for now. */
  public void prepare(Instant now) {
    days.tryCreateMissing(now);
  }

  /**
   * One round of the work, in bounded pieces.
   *
   * @return when there is work again
   */
  public Instant run(Instant now) throws SQLException {
    if (trimmers.isEmpty()) {
      Instant tomorrow = days.createMissing(now);
      drop(PartitionedTable.LOG, firstKeptDay(now, settings.keepLogs()));
      drop(PartitionedTable.TASK, firstKeptDay(now, settings.keep()));
      deleteOldCounts(now.minus(settings.keep()));
      addTrimmers(PartitionedTable.TASK, now.minus(settings.keep()));
      addTrimmers(PartitionedTable.LOG, now.minus(settings.keepLogs()));
      nextRunAt = tomorrow;
    }
    for (int page = 0; page < PAGES_AT_ONCE && !trimmers.isEmpty(); page++) {
      if (!trimmers.peek().trimPage()) {
        LOG.debug("{} old rows were deleted", trimmers.remove().deleted());
      }
    }
    return trimmers.isEmpty() ? nextRunAt : now;
  }

  /** The first day that is not over for longer than that. */
  private static LocalDate firstKeptDay(Instant now, Duration keep) {
    return LocalDate.ofInstant(now.minus(keep), ZoneOffset.UTC);
  }

  /** What operators see at a glance goes with the tasks it is of, and so does what was missed. */
  private void deleteOldCounts(Instant until) throws SQLException {
    Transaction.run(
        database,
        connection -> {
          Statements sql = Statements.plannedAnew(connection);
          sql.update("delete from task_minutes where at < ?", until);
          sql.update("delete from missed_fires where last < ? and at < ?", until, until);
          return sql.update(
              "delete from unsuccessful_task where attempt_uid < ?", Uids.firstAt(until));
        });
  }

  private void drop(PartitionedTable parted, LocalDate before) throws SQLException {
    List<LocalDate> old;
    try (Connection connection = database.getConnection()) {
      old = parted.days(new Statements(connection)).stream().filter(before::isAfter).toList();
    }
    for (LocalDate day : old) {
      Transaction.run(
          database, connection -> new PartitionDropper(connection, parted, day, lastRuns).drop());
    }
  }

  private void addTrimmers(PartitionedTable parted, Instant until) {
    for (String table : List.of(parted.keptTable(), parted.defaultPartition())) {
      trimmers.add(new RowTrimmer(database, parted, table, lastRuns, Uids.firstAt(until)));
    }
  }
}
