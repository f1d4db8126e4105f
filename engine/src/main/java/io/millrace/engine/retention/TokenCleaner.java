package io.millrace.engine.retention;

import io.millrace.engine.sql.Statements;
import io.millrace.engine.token.TokenStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import javax.sql.DataSource;

/**
 * Looks after the tokens of all jobs: those of deleted jobs go, and so do old ones.
 *
 * <p>A change of a job wakes its tokens as it is stored. A node that had not heard of it may have
 * decided by the old job at that moment; by the next round no node does, so they are woken again.
 */
public final class TokenCleaner {
  private static final Duration ROUND = Duration.ofSeconds(10);
  private static final Duration LOOK_FOR_DELETED = Duration.ofMinutes(5);
  private static final Duration LOOK_FOR_OLD = Duration.ofHours(6);

  private static final int PAGES_AT_ONCE = 20;

  /** So many changes before its start may have been left by another one. */
  private static final int CHANGES_BEFORE = 100;

  private final DataSource database;
  private final TokenStore store;
  private final OldTokenStore old;
  private final LongConsumer remove;

  private long seen = -1;
  private List<Long> changed = List.of();
  private final Map<Long, Instant> deletedSince = new HashMap<>();
  private final Deque<Long> deleted = new ArrayDeque<>();
  private final Deque<Long> withOld = new ArrayDeque<>();
  private Instant lookForDeletedAt = Instant.MIN;
  private Instant lookForOldAt = Instant.MIN;

  /**
   * @param keep how long a token that has come to its end can be asked for
   * @param remove has the tokens of a deleted job end; it may block
   */
  public TokenCleaner(DataSource database, TokenStore store, Duration keep, LongConsumer remove) {
    this.database = database;
    this.store = store;
    this.old = new OldTokenStore(database, keep);
    this.remove = remove;
  }

  /**
   * One round of the work, in bounded pieces.
   *
   * @return when there is work again
   */
  public Instant run(Instant now) throws SQLException {
    wakeChanged(now);
    if (deleted.isEmpty() && !now.isBefore(lookForDeletedAt)) {
      removeDeleted(now);
      lookForDeletedAt = now.plus(LOOK_FOR_DELETED);
    }
    if (withOld.isEmpty() && !now.isBefore(lookForOldAt)) {
      withOld.addAll(old.jobsWithOld(now));
      lookForOldAt = now.plus(LOOK_FOR_OLD);
    }
    delete(now);
    return now.plus(ROUND);
  }

  private void wakeChanged(Instant now) throws SQLException {
    if (!changed.isEmpty()) {
      store.wake(changed, now);
    }
    try (Connection connection = database.getConnection()) {
      Statements sql = new Statements(connection);
      long version = sql.number("select version from jobs_version");
      changed =
          sql.rows(
              "select number from jobs where version > ? and version <= ?"
                  + " and not paused and not deleted",
              row -> row.getLong(1),
              seen < 0 ? version - CHANGES_BEFORE : seen,
              version);
      seen = version;
    }
  }

  private void removeDeleted(Instant now) throws SQLException {
    List<Long> jobs = old.deletedJobs();
    deletedSince.keySet().retainAll(jobs);
    for (long job : jobs) {
      remove.accept(job);
      Instant since = deletedSince.computeIfAbsent(job, unseen -> now);
      if (!now.isBefore(
          since.plus(OldTokenStore.REMOVED_FOR))) { // by now every node has heard of it
        old.deleteJob(job);
      }
    }
    deleted.addAll(jobs);
  }

  private void delete(Instant now) throws SQLException {
    for (int page = 0; page < PAGES_AT_ONCE; page++) {
      if (!deleted.isEmpty()) {
        next(deleted, old.deleteOf(deleted.peek(), now));
      } else if (!withOld.isEmpty()) {
        next(withOld, old.deleteOld(withOld.peek(), now));
      }
    }
  }

  private static void next(Deque<Long> jobs, long rows) {
    if (!OldTokenStore.isFull(rows)) {
      jobs.remove();
    }
  }
}
