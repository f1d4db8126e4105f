package io.millrace.engine.simulate;

import io.millrace.engine.flow.WaitingTask;
import io.millrace.engine.policy.Attempt;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.task.Owner;
import io.millrace.engine.task.Owner.TokenOwner;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskOrder;
import io.millrace.engine.task.TaskStore;
import io.millrace.engine.task.Uids;
import io.millrace.engine.token.TokenId;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the tasks that wait or run when a simulation starts. */
final class OpenTaskStore {
  /** More are left out, the newest first. */
  private static final int MOST = 200_000;

  /** Tasks do not stay open for longer, as far as back-tests are concerned. */
  private static final Duration LONGEST_OPEN = Duration.ofDays(2);

  private static final String OPEN_NOW =
      """
      select found.*, line, place
      from (select attempt_uid as uid, line, place from open_task order by 1 limit ?) as open
      cross join lateral (select * from task where attempt_uid = uid offset 0) as found
      """;

  private static final String OPEN_AT =
      """
      select task.*, null::text as line, null::bigint as place from task
      where attempt_uid >= ? and attempt_uid < ?
        and (finished_at is null or finished_at >= ?)
      order by attempt_uid limit ?
      """;

  private final List<OpenTask> withoutRow = new ArrayList<>();
  private final Map<String, OpenTask> byOwner = new HashMap<>();

  private OpenTaskStore() {}

  static OpenTaskStore readNow(Connection connection, Instant now) throws SQLException {
    OpenTaskStore open = new OpenTaskStore();
    Statements.plannedAnew(connection).forEach(OPEN_NOW, row -> open.add(row, now), MOST);
    return open;
  }

  /** The tasks that were open at a past time. */
  static OpenTaskStore readAt(Connection connection, Instant at) throws SQLException {
    OpenTaskStore open = new OpenTaskStore();
    Statements.plannedAnew(connection)
        .forEach(
            OPEN_AT,
            row -> open.add(row, at),
            Uids.firstAt(at.minus(LONGEST_OPEN)),
            Uids.firstAt(at),
            at,
            MOST);
    return open;
  }

  static OpenTaskStore none() {
    return new OpenTaskStore();
  }

  private void add(ResultSet row, Instant at) throws SQLException {
    Task task = TaskStore.task(row);
    String line = row.getString("line");
    TaskOrder order = line == null ? null : new TaskOrder(line, row.getLong("place"));
    Instant started = task.times().startedAt();
    boolean runs = started != null && started.isBefore(at);
    OpenTask open =
        new OpenTask(
            attempt(task),
            -1,
            token(task.origin().token()),
            WaitingTask.of(task, order),
            runs ? started : null,
            runs ? task.progress().worker() : "");
    if (task.origin().token() == null) {
      byOwner.put(task.owner(), open);
    } else {
      withoutRow.add(open);
    }
  }

  private static @Nullable TokenId token(@Nullable String owner) {
    return owner == null
        ? null
        : Owner.parse(owner)
            .<Optional<TokenOwner>>match(
                userSite -> Optional.empty(), Optional::of, external -> Optional.empty())
            .map(TokenId::of)
            .orElse(null);
  }

  private static Attempt attempt(Task task) {
    return Attempt.of(
            task.id().attemptUid(),
            task.origin().attemptNo(),
            task.origin().reason(),
            task.route(),
            task.times().timeout(),
            task.times().createdAt())
        .withSource(task.id().source());
  }

  /** The open task of an owner, which is this row; absent if it has none. */
  @Nullable OpenTask take(String owner, int row) {
    OpenTask open = byOwner.remove(owner);
    return open == null
        ? null
        : new OpenTask(
            open.attempt(), row, null, open.waitingTask(), open.startedAt(), open.worker());
  }

  /** Those of tokens and external callers. */
  List<OpenTask> withoutRow() {
    return withoutRow;
  }
}
