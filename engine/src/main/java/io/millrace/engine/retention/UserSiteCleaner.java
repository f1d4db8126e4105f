package io.millrace.engine.retention;

import io.millrace.engine.sql.Statements;
import io.millrace.engine.sql.Transaction;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import javax.sql.DataSource;

/**
 * Deletes the states of deleted user-sites, and their events of earlier releases, a page at a time,
 * unless they were created again. A removed user-site has no state, so nothing is missing if it is
 * created again later. A collection that was removed from the sources keeps its state as long as
 * its tasks; then it counts as deleted.
 */
public final class UserSiteCleaner {
  private static final Duration ROUND = Duration.ofMinutes(5);
  private static final Duration A_DAY = Duration.ofDays(1);
  private static final int PAGE = 1_000;
  private static final int PAGES_AT_ONCE = 20;

  private static final String SET_SINCE = "update removed_owner set since = ? where since is null";

  private static final String EXPIRE_SUSPENDED =
      "update removed_owner set suspended = false, since = ? where suspended and since < ?";

  /**
   * A user-site that was created again has a later revision. One that was deleted before there were
   * revisions, and not written since, has events, and the last of them says that it is removed.
   */
  private static final String DELETE =
      """
with old as materialized (
  select owner, revision, 'user-site|' || owner as id from removed_owner
  where has_events and not suspended and since < ? order by since limit %d for update skip locked),
last as materialized (
  select old.owner, id,
    case when state.owner is not null then state.revision = old.revision
      else coalesce(event_ser_manifest, 'user-site-removed') = 'user-site-removed'
      end is true as removed
  from old left join owner_state as state using (owner)
  left join lateral (select event_ser_manifest from event_journal
    where persistence_id = id order by sequence_number desc limit 1) as newest on true),
gone as materialized (select owner, id from last where removed),
states as (delete from owner_state using gone where owner_state.owner = gone.owner),
events as (delete from event_journal using gone where persistence_id = id),
snapshots as (delete from snapshot using gone where persistence_id = id),
emptied as (
  update removed_owner r set has_events = false from gone where r.owner = gone.owner),
back as (
  delete from removed_owner r using last where r.owner = last.owner and not removed)
select count(*) from old
"""
          .formatted(PAGE);

  private static final String FORGET =
      "delete from removed_owner where not has_events and since < ?";

  private final DataSource database;
  private final Duration keep;

  /**
   * @param keep how long tasks are kept
   */
  public UserSiteCleaner(DataSource database, Duration keep) {
    this.database = database;
    this.keep = keep;
  }

  /**
   * Runs one round of bounded size.
   *
   * @return the time of the next round
   */
  public Instant run(Instant now) throws SQLException {
    update(SET_SINCE, now);
    update(EXPIRE_SUSPENDED, now, now.minus(keep));
    long deleted = PAGE;
    for (int page = 0; page < PAGES_AT_ONCE && deleted == PAGE; page++) {
      deleted = deletePage(now.minus(OldTokenStore.REMOVED_FOR));
    }
    update(
        FORGET,
        now.minus(keep).minus(A_DAY)); // by now, the cleaner has handled the days of its tasks
    return deleted == PAGE ? now : now.plus(ROUND);
  }

  private long deletePage(Instant before) throws SQLException {
    return Transaction.run(
        database,
        connection -> {
          Statements sql = Statements.plannedAnew(connection);
          MaintenanceRunner.lock(sql);
          return sql.number(DELETE, before);
        });
  }

  private void update(String statement, Instant... times) throws SQLException {
    Transaction.run(
        database,
        connection -> {
          Statements sql = new Statements(connection);
          MaintenanceRunner.lock(sql);
          return sql.update(statement, (Object[]) times);
        });
  }
}
