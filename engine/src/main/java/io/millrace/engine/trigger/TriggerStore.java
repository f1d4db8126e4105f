package io.millrace.engine.trigger;

import io.millrace.engine.notify.NotificationStore;
import io.millrace.engine.sql.ColumnArrays;
import io.millrace.engine.sql.FenceCheck;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.sql.Transaction;
import io.millrace.engine.trigger.TriggerBook.StoredTrigger;
import io.millrace.engine.trigger.TriggerChanges.CaughtUpFireRow;
import io.millrace.engine.trigger.TriggerChanges.MadeGoodRow;
import io.millrace.engine.trigger.TriggerChanges.MissedFiresRow;
import io.millrace.engine.trigger.TriggerChanges.ProgressRow;
import io.millrace.engine.trigger.TriggerChanges.WaitingFireRow;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;

/**
 * Stores the progress of triggers, their fires to catch up and their missed fires. A batch is one
 * transaction, with one statement per table. Values never go back, and a fenced node stores
 * nothing, so an outdated writer changes nothing.
 */
final class TriggerStore {
  private static final String MILLIS = "'epoch'::timestamptz + %s * interval '1 ms'";

  private static final String ROWS =
      """
      insert into triggers as t (job, name, timing, fired_from, fired_until, fired, caught_up,
        missed, last_fired, last_fired_at)
      select batch.job, batch.name, batch.timing, %s, %s, batch.fired, batch.caught_up,
        batch.missed, %s, %s
      from unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?) as batch (job, name, timing, fired_from,
        fired_until, fired, caught_up, missed, last_fired, last_fired_at)
        join jobs on jobs.number = batch.job
      on conflict (job, name) do update set
        timing = case when t.fired_until > excluded.fired_until then t.timing
          else excluded.timing end,
        fired_from = least(t.fired_from, excluded.fired_from),
        fired_until = greatest(t.fired_until, excluded.fired_until),
        fired = greatest(t.fired, excluded.fired),
        caught_up = greatest(t.caught_up, excluded.caught_up),
        missed = greatest(t.missed, excluded.missed),
        last_fired = excluded.last_fired, last_fired_at = excluded.last_fired_at
      """
          .formatted(
              MILLIS.formatted("batch.fired_from"),
              MILLIS.formatted("batch.fired_until"),
              MILLIS.formatted("batch.last_fired"),
              MILLIS.formatted("batch.last_fired_at"));

  private static final String WAITING =
      """
      insert into catch_up (job, trigger, logical_time, place)
      select batch.job, batch.trigger, %s, batch.place
      from unnest(?, ?, ?, ?) as batch (job, trigger, logical_time, place)
        join triggers on triggers.job = batch.job and triggers.name = batch.trigger
      on conflict do nothing
      """
          .formatted(MILLIS.formatted("batch.logical_time"));

  private static final String CAUGHT_UP =
      """
      delete from catch_up using unnest(?, ?, ?) as batch (job, trigger, logical_time)
      where catch_up.job = batch.job and catch_up.trigger = batch.trigger
        and catch_up.logical_time = %s
      """
          .formatted(MILLIS.formatted("batch.logical_time"));

  private static final String MISSED =
      """
      insert into missed_fires (job, trigger, first, last, fires, at_least, reason, at)
      select batch.job, batch.trigger, %s, %s, batch.fires, batch.at_least = 1, batch.reason, %s
      from unnest(?, ?, ?, ?, ?, ?, ?, ?)
          as batch (job, trigger, first, last, fires, at_least, reason, at)
        join triggers on triggers.job = batch.job and triggers.name = batch.trigger
      on conflict do nothing
      """
          .formatted(
              MILLIS.formatted("batch.first"),
              MILLIS.formatted("batch.last"),
              MILLIS.formatted("batch.at"));

  private static final String MADE_GOOD =
      """
      update missed_fires m set made_good_at = %s
      from unnest(?, ?, ?, ?, ?) as batch (job, trigger, first, last, at)
      where m.job = batch.job and m.trigger = batch.trigger and m.made_good_at is null
        and m.first >= %s and m.last <= %s
      """
          .formatted(
              MILLIS.formatted("batch.at"),
              MILLIS.formatted("batch.first"),
              MILLIS.formatted("batch.last"));

  private static final String PAGES =
      """
select batch.job, batch.trigger, c.logical_time
from unnest(?, ?) as batch (job, trigger),
  lateral (select logical_time, place from catch_up
    where catch_up.job = batch.job and catch_up.trigger = batch.trigger order by place limit ?) as c
order by c.place
""";

  private final DataSource dataSource;

  TriggerStore(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /**
   * All triggers that have fired or have fires to catch up.
   *
   * @param version the version of the jobs at that time
   */
  record LoadedTriggers(long version, List<StoredTrigger> triggers) {}

  LoadedTriggers load() throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      Statements sql = Statements.plannedAnew(connection);
      long version = sql.number("select version from jobs_version");
      List<StoredTrigger> triggers =
          sql.rows(
              """
              select t.*, coalesce(c.waiting, 0) as waiting
              from triggers t left join (select job, trigger, count(*) as waiting from catch_up
                group by job, trigger) as c on c.job = t.job and c.trigger = t.name
              """,
              row ->
                  new StoredTrigger(
                      new TriggerId(row.getLong("job"), row.getString("name")),
                      progress(row),
                      row.getLong("waiting")));
      return new LoadedTriggers(version, triggers);
    }
  }

  static TriggerProgress progress(ResultSet row) throws SQLException {
    return TriggerProgress.builder()
        .timing(row.getString("timing"))
        .from(Statements.instantOrNull(row, "fired_from"))
        .until(Statements.instantOrNull(row, "fired_until"))
        .fired(row.getLong("fired"))
        .caughtUp(row.getLong("caught_up"))
        .missed(row.getLong("missed"))
        .lastFired(Statements.instantOrNull(row, "last_fired"))
        .lastFiredAt(Statements.instantOrNull(row, "last_fired_at"))
        .build();
  }

  void store(TriggerChanges changes) throws SQLException {
    Transaction.run(
        dataSource,
        FenceCheck.before(
            connection -> {
              store(Statements.plannedAnew(connection), changes);
              return true;
            }));
  }

  private static void store(Statements sql, TriggerChanges changes) throws SQLException {
    if (!changes.removed().isEmpty()) {
      sql.update(
          """
          delete from triggers using unnest(?, ?) as batch (job, name)
          where triggers.job = batch.job and triggers.name = batch.name
          """,
          ColumnArrays.of(changes.removed()).longs(TriggerId::job).texts(TriggerId::name).values());
    }
    if (!changes.removedJobs().isEmpty()) { // a job that this node cannot read is not deleted
      sql.update(
          """
          delete from triggers using jobs
          where triggers.job = any(?) and jobs.number = triggers.job and jobs.deleted
          """,
          ColumnArrays.of(changes.removedJobs()).longs(job -> job).values());
    }
    if (!changes.rows().isEmpty()) {
      sql.update(ROWS, rows(changes.rows()));
    }
    if (!changes.waiting().isEmpty()) {
      sql.update(
          WAITING,
          ColumnArrays.of(changes.waiting())
              .longs(row -> row.id().job())
              .texts(row -> row.id().name())
              .times(WaitingFireRow::time)
              .longs(WaitingFireRow::place)
              .values());
    }
    if (!changes.caughtUp().isEmpty()) {
      sql.update(
          CAUGHT_UP,
          ColumnArrays.of(changes.caughtUp())
              .longs(row -> row.id().job())
              .texts(row -> row.id().name())
              .times(CaughtUpFireRow::time)
              .values());
    }
    storeMissed(sql, changes);
  }

  private static Object[] rows(List<ProgressRow> rows) {
    return ColumnArrays.of(rows)
        .longs(row -> row.id().job())
        .texts(row -> row.id().name())
        .texts(row -> row.progress().timing())
        .times(row -> row.progress().from())
        .times(row -> row.progress().until())
        .longs(row -> row.progress().fired())
        .longs(row -> row.progress().caughtUp())
        .longs(row -> row.progress().missed())
        .times(row -> row.progress().lastFired())
        .times(row -> row.progress().lastFiredAt())
        .values();
  }

  private static void storeMissed(Statements sql, TriggerChanges changes) throws SQLException {
    if (!changes.missed().isEmpty()) {
      sql.update(
          MISSED,
          ColumnArrays.of(changes.missed())
              .longs(row -> row.id().job())
              .texts(row -> row.id().name())
              .times(row -> row.missed().first())
              .times(row -> row.missed().last())
              .longs(row -> row.missed().fires())
              .ints(row -> row.missed().atLeast() ? 1 : 0)
              .texts(row -> row.missed().why().text())
              .times(MissedFiresRow::at)
              .values());
      NotificationStore.insert(
          sql.connection(),
          changes.missed().stream().map(MissedFiresRow::told).filter(Objects::nonNull).toList());
    }
    if (!changes.madeGood().isEmpty()) {
      sql.update(
          MADE_GOOD,
          ColumnArrays.of(changes.madeGood())
              .longs(row -> row.id().job())
              .texts(row -> row.id().name())
              .times(MadeGoodRow::first)
              .times(MadeGoodRow::last)
              .times(MadeGoodRow::at)
              .values());
    }
  }

  /** Returns the next fires to catch up of each trigger, in order. */
  Map<TriggerId, List<Instant>> pages(List<TriggerId> triggers, int limit) throws SQLException {
    Map<TriggerId, List<Instant>> pages = new HashMap<>();
    try (Connection connection = dataSource.getConnection()) {
      new Statements(connection)
          .forEach(
              PAGES,
              row ->
                  pages
                      .computeIfAbsent(
                          new TriggerId(row.getLong(1), row.getString(2)), id -> new ArrayList<>())
                      .add(Statements.instant(row, 3)),
              ColumnArrays.of(triggers)
                  .longs(TriggerId::job)
                  .texts(TriggerId::name)
                  .value(limit)
                  .values());
    }
    return pages;
  }
}
