package io.millrace.engine.bulk;

import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.task.TaskSearch;
import io.millrace.engine.task.TaskSearch.TaskCount;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/** Starts, shows and aborts bulk operations. */
public final class BulkService {
  private final BulkStore store;
  private final BulkRunner runner;
  private final Function<TaskSearch, CompletionStage<TaskCount>> counter;
  private final AsyncSql sql;
  private final Supplier<UUID> ids;

  public BulkService(
      BulkStore store,
      BulkRunner runner,
      Function<TaskSearch, CompletionStage<TaskCount>> counter,
      AsyncSql sql,
      Supplier<UUID> ids) {
    this.store = store;
    this.runner = runner;
    this.counter = counter;
    this.sql = sql;
    this.ids = ids;
  }

  /** Counts, stores and begins it. Empty if too many run already. */
  public CompletionStage<Optional<BulkOperation>> start(BulkOrder order) {
    return counter
        .apply(order.search())
        .thenCompose(
            total -> {
              BulkOperation operation =
                  new BulkOperation(
                      ids.get(),
                      order,
                      BulkState.RUNNING,
                      runner.node(),
                      null,
                      BulkProgress.start(total),
                      null);
              return sql.run(() -> store.insert(operation, runner.claim()))
                  .thenApply(
                      added -> {
                        if (!added) {
                          return Optional.empty();
                        }
                        runner.run(operation);
                        return Optional.of(operation);
                      });
            });
  }

  public CompletionStage<Optional<BulkOperation>> find(UUID id) {
    return sql.run(() -> store.find(id));
  }

  /** The newest first. */
  public CompletionStage<List<BulkOperation>> list(int limit) {
    return sql.run(() -> store.list(limit));
  }

  /** Answers how it is then; it ends after the page that is under way. */
  public CompletionStage<Optional<BulkOperation>> abort(UUID id) {
    return sql.run(() -> store.abort(id));
  }
}
