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
 * Deletes the history after its retention period. Old days are dropped as a whole. The rows that
 * were kept of them are checked again later. Safe on several nodes at once.
 */
public final class HistoryCleaner {
  private static final Logger LOG = LoggerFactory.getLogger(HistoryCleaner.class);
  private static final int PAGES_AT_ONCE = 20;

  private final DataSource database;
  private final HistorySettings settings;
  private final LastRunsCondition lastRuns;
  private final PartitionCreator days;
  private final Deque<RowTrimmer> trimmers = new ArrayDeque<>();
  private Instant nextRunAt = Instant.MIN; // nothing else expires before this time

  public HistoryCleaner(DataSource database, HistorySettings settings) {
    this.database = database;
    this.settings = settings;
    this.lastRuns = new LastRunsCondition(settings.keepRuns());
    this.days = new PartitionCreator(database);
  }

  /** Creates the partition of today. If that fails, rows go into the default partition for now. */
  public void prepare(Instant now) {
    days.tryCreateMissing(now);
  }

  /**
   * Runs one round of bounded size.
   *
   * @return the time of the next round
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
        LOG.debug("Deleted {} old rows", trimmers.remove().deleted());
      }
    }
    return trimmers.isEmpty() ? nextRunAt : now;
  }

  /** The first day that is still within the retention period. */
  private static LocalDate firstKeptDay(Instant now, Duration keep) {
    return LocalDate.ofInstant(now.minus(keep), ZoneOffset.UTC);
  }

  /** Counts, missed fires and the list of unsuccessful tasks expire together with the tasks. */
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

  private void drop(PartitionedTable partitioned, LocalDate before) throws SQLException {
    List<LocalDate> old;
    try (Connection connection = database.getConnection()) {
      old = partitioned.days(new Statements(connection)).stream().filter(before::isAfter).toList();
    }
    for (LocalDate day : old) {
      Transaction.run(
          database,
          connection -> new PartitionDropper(connection, partitioned, day, lastRuns).drop());
    }
  }

  private void addTrimmers(PartitionedTable partitioned, Instant until) {
    for (String table : List.of(partitioned.keptTable(), partitioned.defaultPartition())) {
      trimmers.add(new RowTrimmer(database, partitioned, table, lastRuns, Uids.firstAt(until)));
    }
  }
}
