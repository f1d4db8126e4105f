package io.millrace.engine.flow;

import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.task.QueuedTask;
import io.millrace.engine.task.TaskStore;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The open tasks of a pool, from the history.
 *
 * @param secretsOf the project whose secrets the tasks of an owner need; absent if they need none
 */
public record PoolOpenTasks(
    String pool, AsyncSql sql, TaskStore store, UnaryOperator<String> secretsOf)
    implements OpenTasks {

  @Override
  public CompletionStage<List<WaitingTask>> waiting(@Nullable UUID attemptUid, int limit) {
    return sql.run(
        () -> store.queued(pool, attemptUid, limit).stream().map(this::waiting).toList());
  }

  private WaitingTask waiting(QueuedTask scheduled) {
    return WaitingTask.of(scheduled).withSecretsOf(secretsOf.apply(scheduled.task().owner()));
  }

  @Override
  public CompletionStage<Map<UUID, Instant>> deadlines(Collection<UUID> attempts) {
    return sql.run(() -> store.deadlines(attempts));
  }
}
