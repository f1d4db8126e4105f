package io.millrace.engine.store;

import io.millrace.engine.notify.Notification;
import io.millrace.engine.notify.NotificationStore;
import io.millrace.engine.sql.ColumnArrays;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.task.HistoryWriter;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.QueuedTask;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskCounter;
import io.millrace.engine.task.TaskCounter.CountedEvent;
import io.millrace.engine.task.TaskOrder;
import io.millrace.engine.task.TokenRow;
import io.millrace.engine.task.Uids;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;

/** What a batch of events says to the history, gathered and then written with a few statements. */
final class HistoryBatch implements HistoryWriter {
  private record StartedRow(UUID uid, Instant at, Instant deadline, String worker) {}

  private record EndedRow(UUID uid, Instant at, Outcome outcome) {}

  private record SkippedRow(Instant at, String rule) {}

  private record DueRow(String owner, Instant at, String schedule) {}

  private record BookedRow(String owner, Instant at, int retry) {}

  /**
   * Rows are found by their key, whatever the planner thinks of the status: it has seen a table in
   * which hardly any task is open, and would rather go through all of them. So the status is also
   * hidden from it, behind an empty concatenation.
   */
  private static final String BY_KEY =
      "set local enable_seqscan = off; set local enable_hashjoin = off;"
          + " set local enable_mergejoin = off";

  private static final String SCHEDULED =
      """
with x as (
  select * from unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    as x(u, s, c, n, r, p, y, l, q, t, a, o, g, i, e)),
queued as (
  insert into task (attempt_uid, source, collection, attempt_no, status, reason, priority,
    system, pool, queue, timeout_ms, created_at, owner, logical_time)
  select u, s, c, n, 'SCHEDULED', r, p, y, l, q, t, 'epoch'::timestamptz + a * interval '1 ms',
    o, 'epoch'::timestamptz + g * interval '1 ms' from x)
insert into open_task (attempt_uid, pool, line, place)
select u, l, i, case when i is not null then e end from x
""";
  private static final String STARTED =
      """
      update %s set status = 'RUNNING', worker = x.w,
        started_at = 'epoch'::timestamptz + x.a * interval '1 ms',
        deadline = 'epoch'::timestamptz + x.d * interval '1 ms'
      from unnest(?, ?, ?, ?) as x(u, a, d, w)
      where attempt_uid = x.u and status || '' = 'SCHEDULED'
      """;
  private static final String ENDED =
      """
      with ended as (
        update %s set status = x.s, message = x.m, user_message = x.f, output = x.o,
          finished_at = 'epoch'::timestamptz + x.a * interval '1 ms'
        from unnest(?, ?, ?, ?, ?, ?) as x(u, s, a, m, f, o)
        where attempt_uid = x.u and status || '' in ('SCHEDULED', 'RUNNING')
        returning attempt_uid, status),
      unsuccessful as (
        insert into unsuccessful_task select * from ended where status <> 'SUCCESS')
      delete from open_task using ended where open_task.attempt_uid = ended.attempt_uid
      """;
  private static final String DUE =
      """
      insert into due (owner, at, schedule)
      select o, 'epoch'::timestamptz + a * interval '1 ms', s from unnest(?, ?, ?) as x(o, a, s)
      on conflict (owner) do update set at = excluded.at, schedule = excluded.schedule, retry = 0
      """;
  private static final String BOOKED =
      """
insert into due as had (owner, at, schedule, retry)
select o, 'epoch'::timestamptz + a * interval '1 ms', '', r from unnest(?, ?, ?) as x(o, a, r)
on conflict (owner) do update set at = excluded.at,
  retry = case excluded.retry when -1 then had.retry else excluded.retry end
""";
  private static final String UNBOOKED = "update due set at = null, retry = 0 where owner = any(?)";
  private static final String DISABLED =
      """
      insert into due (owner, schedule, disabled_reason)
      select o, '', r from unnest(?, ?) as x(o, r)
      on conflict (owner) do update set at = null, retry = 0,
        disabled_reason = excluded.disabled_reason
      """;
  private static final String ENABLED =
      "update due set disabled_reason = null where owner = any(?)";
  private static final String REMOVED = "delete from due where owner = any(?)";
  private static final String DELETED =
      """
      insert into removed_owner (owner) select unnest(?)
      on conflict (owner) do update set since = null, has_events = true, suspended = false
      """;
  private static final String SUSPENDED =
      """
      insert into removed_owner (owner, since, suspended)
      select o, 'epoch'::timestamptz + a * interval '1 ms', true from unnest(?, ?) as x(o, a)
      on conflict (owner) do update set since = excluded.since, has_events = true, suspended = true
      """;
  private static final String RETURNED = "delete from removed_owner where owner = any(?)";
  private static final String TOKENS =
      """
      insert into token (owner, job, step, logical_time, state, count, changed_at)
      select o, j, s, 'epoch'::timestamptz + l * interval '1 ms', t, c,
        'epoch'::timestamptz + a * interval '1 ms'
      from unnest(?, ?, ?, ?, ?, ?, ?) as x(o, j, s, l, t, c, a)
      on conflict (owner) do update set state = excluded.state, count = excluded.count,
        changed_at = excluded.changed_at
      """;

  private final List<QueuedTask> scheduled = new ArrayList<>();
  private final List<StartedRow> started = new ArrayList<>();
  private final List<EndedRow> ended = new ArrayList<>();
  private final List<SkippedRow> skipped = new ArrayList<>();
  private final Map<String, DueRow> due = new LinkedHashMap<>();
  private final Map<String, BookedRow> booked = new LinkedHashMap<>();
  private final List<String> unbooked = new ArrayList<>();
  private final Map<String, String> disabled = new LinkedHashMap<>();
  private final List<String> enabled = new ArrayList<>();
  private final Set<String> removed = new LinkedHashSet<>();
  private final Set<String> deleted = new LinkedHashSet<>();
  private final Map<String, Instant> suspended = new LinkedHashMap<>();
  private final List<String> returned = new ArrayList<>();
  private final Map<String, TokenRow> tokens = new LinkedHashMap<>();
  private final List<Notification> notifications = new ArrayList<>();

  @Override
  public void queued(Task task, TaskOrder order) {
    scheduled.add(new QueuedTask(task, order));
  }

  @Override
  public void started(UUID attemptUid, Instant at, Instant deadline, String worker) {
    started.add(new StartedRow(attemptUid, at, deadline, worker));
  }

  @Override
  public void ended(UUID attemptUid, Instant at, Outcome outcome) {
    ended.add(new EndedRow(attemptUid, at, outcome));
  }

  @Override
  public void skipped(Instant at, String rule) {
    skipped.add(new SkippedRow(at, rule));
  }

  @Override
  public void scheduleChanged(String owner, Instant at, String schedule) {
    due.put(owner, new DueRow(owner, at, schedule));
  }

  @Override
  public void booked(String owner, Instant at, int retry) {
    if (at == null) {
      unbooked.add(owner);
    } else {
      booked.put(owner, new BookedRow(owner, at, retry));
      removed.remove(owner); // by an earlier event of the same write
    }
  }

  @Override
  public void disabled(String owner, String reason) {
    disabled.put(owner, reason);
  }

  @Override
  public void enabled(String owner) {
    enabled.add(owner);
  }

  @Override
  public void removedFromDue(String owner) {
    removed.add(owner);
  }

  @Override
  public void deleted(String owner) {
    deleted.add(owner);
  }

  @Override
  public void suspended(String owner, Instant at) {
    suspended.put(owner, at);
  }

  @Override
  public void returned(String owner) {
    returned.add(owner);
  }

  @Override
  public void tokenChanged(TokenRow row) {
    tokens.put(row.owner(), row);
  }

  @Override
  public void notify(Notification notification) {
    notifications.add(notification);
  }

  /** In the order in which they can happen to one task, should a batch have several of them. */
  void write(Connection connection) throws SQLException {
    Statements sql = Statements.plannedAnew(connection);
    try (Statement settings = connection.createStatement()) {
      settings.execute(BY_KEY);
    }
    write(
        sql,
        SCHEDULED,
        scheduled,
        columns ->
            columns
                .uuids(one -> one.task().id().attemptUid())
                .texts(one -> one.task().id().source())
                .texts(one -> one.task().id().collection())
                .ints(one -> one.task().attemptNo())
                .texts(one -> one.task().reason().text())
                .ints(one -> one.task().priority())
                .texts(one -> one.task().system())
                .texts(one -> one.task().pool())
                .texts(one -> one.task().queue())
                .longs(one -> one.task().timeout().toMillis())
                .times(one -> one.task().createdAt())
                .texts(one -> one.task().token())
                .times(one -> one.task().logicalTime())
                .texts(one -> one.order() == null ? null : one.order().line())
                .longs(one -> one.order() == null ? 0 : one.order().place()));
    update(
        sql,
        STARTED,
        TaskPartitions.groupByPartition(sql, started, StartedRow::uid),
        columns ->
            columns
                .uuids(StartedRow::uid)
                .times(StartedRow::at)
                .times(StartedRow::deadline)
                .texts(StartedRow::worker));
    update(
        sql,
        ENDED,
        TaskPartitions.groupByPartition(sql, ended, EndedRow::uid),
        columns ->
            columns
                .uuids(EndedRow::uid)
                .texts(end -> end.outcome().kind().status().name())
                .times(EndedRow::at)
                .texts(end -> end.outcome().message())
                .texts(end -> end.outcome().userMessage())
                .texts(end -> end.outcome().output()));
    write(
        sql,
        DUE,
        due.values(),
        columns -> columns.texts(DueRow::owner).times(DueRow::at).texts(DueRow::schedule));
    write(
        sql,
        BOOKED,
        booked.values(),
        columns -> columns.texts(BookedRow::owner).times(BookedRow::at).ints(BookedRow::retry));
    write(sql, UNBOOKED, unbooked, columns -> columns.texts(owner -> owner));
    write(
        sql,
        DISABLED,
        disabled.entrySet(),
        columns -> columns.texts(Map.Entry::getKey).texts(Map.Entry::getValue));
    write(sql, ENABLED, enabled, columns -> columns.texts(owner -> owner));
    write(sql, REMOVED, removed, columns -> columns.texts(owner -> owner));
    write(sql, DELETED, deleted, columns -> columns.texts(owner -> owner));
    write(
        sql,
        SUSPENDED,
        suspended.entrySet(),
        columns -> columns.texts(Map.Entry::getKey).times(Map.Entry::getValue));
    write(sql, RETURNED, returned, columns -> columns.texts(owner -> owner));
    write(
        sql,
        TOKENS,
        tokens.values(),
        columns ->
            columns
                .texts(TokenRow::owner)
                .longs(TokenRow::job)
                .texts(TokenRow::step)
                .times(TokenRow::logicalTime)
                .texts(row -> row.state().name())
                .ints(TokenRow::count)
                .times(TokenRow::changedAt));
    NotificationStore.insert(connection, notifications);
  }

  /** To be called once it is durable. How long a task has waited is told by its uid. */
  void addCountsTo(TaskCounter counts) {
    scheduled.forEach(one -> counts.add(one.task().createdAt(), CountedEvent.QUEUED, "", 1, 0));
    for (StartedRow start : started) {
      long waited = start.at().toEpochMilli() - Uids.millis(start.uid());
      counts.add(start.at(), CountedEvent.STARTED, "", 1, Math.max(0, waited));
    }
    ended.forEach(end -> counts.ended(end.at(), end.outcome()));
    skipped.forEach(skip -> counts.add(skip.at(), CountedEvent.SKIPPED, skip.rule(), 1, 0));
  }

  private static <T> void update(
      Statements sql,
      String statement,
      Map<String, List<T>> byTable,
      UnaryOperator<ColumnArrays<T>> fill)
      throws SQLException {
    for (Map.Entry<String, List<T>> rows : byTable.entrySet()) {
      write(sql, statement.formatted(rows.getKey()), rows.getValue(), fill);
    }
  }

  private static <T> void write(
      Statements sql, String statement, Collection<T> rows, UnaryOperator<ColumnArrays<T>> fill)
      throws SQLException {
    if (!rows.isEmpty()) {
      sql.update(statement, fill.apply(ColumnArrays.of(rows)).values());
    }
  }
}
