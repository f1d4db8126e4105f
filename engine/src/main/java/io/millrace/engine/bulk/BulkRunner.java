package io.millrace.engine.bulk;

import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskSearch;
import io.millrace.engine.task.TaskSearch.TaskSearchPage;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out bulk operations on this node, page by page. After each page it stores how far it is.
 * If a node dies, another one continues behind the last stored page. A task of that page may be
 * asked about again, which is refused then.
 */
public final class BulkRunner {
  private static final Logger LOG = LoggerFactory.getLogger(BulkRunner.class);

  /** The tasks of a page are asked about all at once. */
  static final int PAGE = 100;

  /** Longer than any page takes. */
  static final Duration SILENCE = Duration.ofSeconds(30);

  /** Does it with one task. Answers why it was not done; empty if it was. */
  @FunctionalInterface
  public interface BulkWork {
    CompletionStage<String> apply(BulkOrder order, Task task);
  }

  private final BulkStore store;
  private final Function<TaskSearch, CompletionStage<TaskSearchPage>> search;
  private final BulkWork work;
  private final AsyncSql sql;
  private final Clock clock;
  private final String node;
  private final String claim;
  private final Set<UUID> running = ConcurrentHashMap.newKeySet();

  /**
   * @param node the address of this node
   */
  public BulkRunner(
      BulkStore store,
      Function<TaskSearch, CompletionStage<TaskSearchPage>> search,
      BulkWork work,
      AsyncSql sql,
      Clock clock,
      String node) {
    this.store = store;
    this.search = search;
    this.work = work;
    this.sql = sql;
    this.clock = clock;
    this.node = node;
    this.claim = UUID.randomUUID().toString();
  }

  String node() {
    return node;
  }

  /** The name of this process. The address alone could be that of an earlier one. */
  String claim() {
    return claim;
  }

  /** Works on an operation until it has ended. */
  void run(BulkOperation operation) {
    if (running.add(operation.id())) {
      runPage(operation);
    }
  }

  /** Takes over an operation of a dead node. Call it every few seconds. */
  public boolean takeOver() throws SQLException {
    Optional<BulkOperation> left = store.takeOver(node, claim, clock.instant(), SILENCE);
    left.ifPresent(
        operation -> {
          LOG.info("Bulk operation {}: continued on this node", operation.id());
          run(operation);
        });
    return left.isPresent();
  }

  private void runPage(BulkOperation operation) {
    BulkOrder order = operation.order();
    search
        .apply(order.search().page(operation.after(), PAGE))
        .thenCompose(
            page -> applyAll(order, page.tasks()).thenCompose(a -> save(operation, page, a)))
        .whenComplete(
            (saved, fault) -> {
              if (fault == null && saved.filter(it -> !it.state().isFinal()).isPresent()) {
                runPage(saved.orElseThrow());
                return;
              }
              running.remove(operation.id());
              if (fault != null) {
                LOG.warn("Bulk operation {}: a page failed, will retry", operation.id(), fault);
              }
            });
  }

  private CompletionStage<List<String>> applyAll(BulkOrder order, List<Task> tasks) {
    List<CompletableFuture<String>> answers =
        tasks.stream()
            .map(
                task ->
                    work.apply(order, task)
                        .exceptionally(fault -> "no-answer")
                        .toCompletableFuture())
            .toList();
    return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
        .thenApply(done -> answers.stream().map(CompletableFuture::join).toList());
  }

  private CompletionStage<Optional<BulkOperation>> save(
      BulkOperation operation, TaskSearchPage page, List<String> answers) {
    BulkOperation further = operation.advanced(page.after(), operation.progress().with(answers));
    return sql.run(() -> store.save(further, claim, page.after() == null, clock.instant()));
  }
}
