package io.millrace.engine.node;

import io.millrace.engine.flow.OpenTasks;
import io.millrace.engine.flow.Waiting;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.task.ScheduledTask;
import io.millrace.engine.task.TaskStore;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/** The open tasks of a pool, from the history. */
record PoolTasks(String pool, AsyncSql sql, TaskStore store, OwnerWork work) implements OpenTasks {

  @Override
  public CompletionStage<List<Waiting>> waiting(UUID attemptUid, int limit) {
    return sql.run(
        () -> store.scheduled(pool, attemptUid, limit).stream().map(this::waiting).toList());
  }

  private Waiting waiting(ScheduledTask scheduled) {
    return Waiting.of(scheduled).withSecretsOf(work.secretsOf(scheduled.task().owner()));
  }

  @Override
  public CompletionStage<Map<UUID, Instant>> deadlines(Collection<UUID> attempts) {
    return sql.run(() -> store.deadlines(attempts));
  }
}
