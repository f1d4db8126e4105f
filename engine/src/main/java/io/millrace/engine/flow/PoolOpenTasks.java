package io.millrace.engine.flow;

import io.millrace.engine.dispatch.TaskDefinitions;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.task.QueuedTask;
import io.millrace.engine.task.TaskStore;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/** The open tasks of a pool, from the history. */
public record PoolOpenTasks(String pool, AsyncSql sql, TaskStore store, TaskDefinitions work)
    implements OpenTasks {

  @Override
  public CompletionStage<List<WaitingTask>> waiting(UUID attemptUid, int limit) {
    return sql.run(
        () -> store.queued(pool, attemptUid, limit).stream().map(this::waiting).toList());
  }

  private WaitingTask waiting(QueuedTask scheduled) {
    return WaitingTask.of(scheduled).withSecretsOf(work.secretsOf(scheduled.task().owner()));
  }

  @Override
  public CompletionStage<Map<UUID, Instant>> deadlines(Collection<UUID> attempts) {
    return sql.run(() -> store.deadlines(attempts));
  }
}
