package io.millrace.engine.store;

import io.millrace.engine.notify.Notification;
import io.millrace.engine.notify.NotificationStore;
import io.millrace.engine.sql.ColumnArrays;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.task.HistoryWriter;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.Owner;
import io.millrace.engine.task.QueuedTask;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskCounter;
import io.millrace.engine.task.TaskCounter.CountedEvent;
import io.millrace.engine.task.TaskOrder;
import io.millrace.engine.task.TokenRow;
import io.millrace.engine.task.Uids;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Collects what a batch of events adds to the history, and writes it with few statements. */
public final class HistoryBatch implements HistoryWriter {
  private record StartedRow(UUID uid, Instant at, Instant deadline, String worker) {}

  private record EndedRow(UUID uid, Instant at, Outcome outcome) {}

  private record SkippedRow(Instant at, String rule) {}

  private record DueRow(String owner, @Nullable Instant at, String schedule) {}

  private record BookedRow(String owner, Instant at, int retry) {}

  private final List<QueuedTask> scheduled = new ArrayList<>();
  private final List<StartedRow> started = new ArrayList<>();
  private final List<EndedRow> ended = new ArrayList<>();
  private final Map<String, Instant> succeeded = new LinkedHashMap<>();
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
  public void queued(Task task, @Nullable TaskOrder order) {
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
  public void succeeded(String owner, Instant at) {
    succeeded.put(Owner.parse(owner).promised(), at);
  }

  @Override
  public void skipped(Instant at, String rule) {
    skipped.add(new SkippedRow(at, rule));
  }

  @Override
  public void scheduleChanged(String owner, @Nullable Instant at, String schedule) {
    due.put(owner, new DueRow(owner, at, schedule));
  }

  @Override
  public void booked(String owner, @Nullable Instant at, int retry) {
    if (at == null) {
      unbooked.add(owner);
    } else {
      booked.put(owner, new BookedRow(owner, at, retry));
      removed.remove(owner); // an earlier event of the same write may have removed it
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

  /** Returns the earliest wake-up that it books. */
  Optional<Instant> earliestBooking() {
    return Stream.concat(
            due.values().stream().map(DueRow::at), booked.values().stream().map(BookedRow::at))
        .filter(Objects::nonNull)
        .min(Comparator.naturalOrder());
  }

  /**
   * Writes in the order in which changes can happen to one task, because a batch may have several.
   */
  public void write(Connection connection) throws SQLException {
    Statements sql = Statements.plannedAnew(connection);
    write(
        sql,
        HistoryStatements.SCHEDULED,
        scheduled,
        columns ->
            columns
                .uuids(queued -> queued.task().id().attemptUid())
                .texts(queued -> queued.task().id().source())
                .texts(queued -> queued.task().id().collection())
                .ints(queued -> queued.task().origin().attemptNo())
                .texts(queued -> queued.task().origin().reason().text())
                .ints(queued -> queued.task().route().priority())
                .texts(queued -> queued.task().route().system())
                .texts(queued -> queued.task().route().pool())
                .texts(queued -> queued.task().route().queue())
                .longs(queued -> queued.task().times().timeout().toMillis())
                .times(queued -> queued.task().times().createdAt())
                .texts(queued -> queued.task().origin().token())
                .times(queued -> queued.task().origin().logicalTime())
                .texts(queued -> queued.order() == null ? null : queued.order().line())
                .longs(queued -> queued.order() == null ? 0 : queued.order().place()));
    update(
        sql,
        HistoryStatements.STARTED,
        TaskPartitions.groupByPartition(sql, started, StartedRow::uid),
        columns ->
            columns
                .uuids(StartedRow::uid)
                .times(StartedRow::at)
                .times(StartedRow::deadline)
                .texts(StartedRow::worker));
    update(
        sql,
        HistoryStatements.ENDED,
        TaskPartitions.groupByPartition(sql, ended, EndedRow::uid),
        columns ->
            columns
                .uuids(EndedRow::uid)
                .texts(end -> end.outcome().kind().status().name())
                .times(EndedRow::at)
                .texts(end -> end.outcome().message())
                .texts(end -> end.outcome().userMessage())
                .texts(end -> end.outcome().output()));
    writeSuccesses(sql);
    write(
        sql,
        HistoryStatements.DUE,
        due.values(),
        columns -> columns.texts(DueRow::owner).times(DueRow::at).texts(DueRow::schedule));
    write(
        sql,
        HistoryStatements.BOOKED,
        booked.values(),
        columns -> columns.texts(BookedRow::owner).times(BookedRow::at).ints(BookedRow::retry));
    write(sql, HistoryStatements.UNBOOKED, unbooked, columns -> columns.texts(owner -> owner));
    write(
        sql,
        HistoryStatements.DISABLED,
        disabled.entrySet(),
        columns -> columns.texts(Map.Entry::getKey).texts(Map.Entry::getValue));
    write(sql, HistoryStatements.ENABLED, enabled, columns -> columns.texts(owner -> owner));
    judgeAgain(sql, disabled.keySet());
    judgeAgain(sql, enabled);
    write(sql, HistoryStatements.REMOVED, removed, columns -> columns.texts(owner -> owner));
    write(sql, HistoryStatements.DELETED, deleted, columns -> columns.texts(owner -> owner));
    write(
        sql,
        HistoryStatements.SUSPENDED,
        suspended.entrySet(),
        columns -> columns.texts(Map.Entry::getKey).times(Map.Entry::getValue));
    write(sql, HistoryStatements.RETURNED, returned, columns -> columns.texts(owner -> owner));
    judgeAgain(sql, suspended.keySet());
    judgeAgain(sql, returned);
    write(
        sql,
        HistoryStatements.TOKENS,
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

  /** Call this once the batch is durable. The uid of a task tells since when it has waited. */
  void addCountsTo(TaskCounter counts) {
    scheduled.forEach(
        queued -> counts.add(queued.task().times().createdAt(), CountedEvent.QUEUED, "", 1, 0));
    for (StartedRow start : started) {
      long waited = start.at().toEpochMilli() - Uids.millis(start.uid());
      counts.add(start.at(), CountedEvent.STARTED, "", 1, Math.max(0, waited));
    }
    ended.forEach(end -> counts.ended(end.at(), end.outcome()));
    skipped.forEach(skip -> counts.add(skip.at(), CountedEvent.SKIPPED, skip.rule(), 1, 0));
  }

  /** Owners without a promise have no row there. */
  private void writeSuccesses(Statements sql) throws SQLException {
    write(
        sql,
        HistoryStatements.SUCCEEDED,
        succeeded.entrySet(),
        columns -> columns.texts(Map.Entry::getKey).times(Map.Entry::getValue));
  }

  private static void judgeAgain(Statements sql, Collection<String> owners) throws SQLException {
    write(sql, HistoryStatements.JUDGE_AGAIN, owners, columns -> columns.texts(owner -> owner));
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
