package io.millrace.engine.node;

import io.millrace.engine.bulk.BulkAction;
import io.millrace.engine.bulk.BulkOrder;
import io.millrace.engine.bulk.BulkRunner;
import io.millrace.engine.bulk.BulkService;
import io.millrace.engine.bulk.BulkStore;
import io.millrace.engine.dispatch.TaskService;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.Task;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** The bulk operations of this node, and the ones that a dead node has left. */
record BulkAssembly(NodeContext node, TaskService tasks, JobEngine jobs, RefreshEngine refreshes) {
  private static final Duration LOOK = Duration.ofSeconds(5);

  BulkService start() {
    BulkStore store = new BulkStore(node.dataSource());
    BulkRunner runner =
        new BulkRunner(store, tasks::search, this::apply, node.sql(), node.clock(), node.address());
    node.repeat(LOOK, runner::takeOver);
    return new BulkService(store, runner, tasks::count, node.sql(), node.uids());
  }

  private CompletionStage<String> apply(BulkOrder order, Task task) {
    return order.action() == BulkAction.RERUN
        ? new TaskReruns(tasks, jobs, refreshes).run(task.owner())
        : tasks
            .end(task, Outcome.canceled("Canceled with others, by " + order.askedBy()))
            .thenApply(applied -> applied ? "" : "already-final");
  }
}
