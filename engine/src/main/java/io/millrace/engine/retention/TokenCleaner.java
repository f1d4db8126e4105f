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
 * Deletes old tokens and the tokens of deleted jobs.
 *
 * <p>A change of a job wakes its tokens in the same transaction. A node that has not read the
 * change yet may then decide by the old job. By the next round every node has read it, so the
 * tokens are woken again.
 */
public final class TokenCleaner {
  private static final Duration ROUND = Duration.ofSeconds(10);
  private static final Duration DELETED_JOBS_EVERY = Duration.ofMinutes(5);
  private static final Duration OLD_TOKENS_EVERY = Duration.ofHours(6);

  private static final int PAGES_AT_ONCE = 20;

  /** After a start, this many earlier changes are repeated: another node may have left them. */
  private static final int CHANGES_BEFORE = 100;

  private final DataSource database;
  private final TokenStore store;
  private final OldTokenStore old;
  private final LongConsumer remove;

  private long lastVersion = -1;
  private List<Long> changed = List.of();
  private final Map<Long, Instant> deletedSince = new HashMap<>();
  private final Deque<Long> deleted = new ArrayDeque<>();
  private final Deque<Long> withOld = new ArrayDeque<>();
  private Instant findDeletedAt = Instant.MIN;
  private Instant findOldAt = Instant.MIN;

  /**
   * @param keep how long a token is kept after its last change
   * @param remove cancels and removes the tokens of a deleted job; it may block
   */
  public TokenCleaner(DataSource database, TokenStore store, Duration keep, LongConsumer remove) {
    this.database = database;
    this.store = store;
    this.old = new OldTokenStore(database, keep);
    this.remove = remove;
  }

  /**
   * Runs one round of bounded size.
   *
   * @return the time of the next round
   */
  public Instant run(Instant now) throws SQLException {
    wakeChanged(now);
    if (deleted.isEmpty() && !now.isBefore(findDeletedAt)) {
      removeDeleted(now);
      findDeletedAt = now.plus(DELETED_JOBS_EVERY);
    }
    if (withOld.isEmpty() && !now.isBefore(findOldAt)) {
      withOld.addAll(old.jobsWithOld(now));
      findOldAt = now.plus(OLD_TOKENS_EVERY);
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
              lastVersion < 0 ? version - CHANGES_BEFORE : lastVersion,
              version);
      lastVersion = version;
    }
  }

  private void removeDeleted(Instant now) throws SQLException {
    List<Long> jobs = old.deletedJobs();
    deletedSince.keySet().retainAll(jobs);
    for (long job : jobs) {
      remove.accept(job);
      Instant since = deletedSince.computeIfAbsent(job, unseen -> now);
      // After this time every node has read the deletion.
      if (!now.isBefore(since.plus(OldTokenStore.REMOVED_FOR))) {
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
