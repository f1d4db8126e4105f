package io.millrace.engine.node;

import static java.util.Objects.requireNonNull;

import io.millrace.engine.flow.OwnerGateway;
import io.millrace.engine.flow.PoolService;
import io.millrace.engine.task.LogStore;
import io.millrace.engine.task.LogWriter;
import io.millrace.engine.task.TaskStore;
import io.millrace.engine.worker.AssignmentFactory;
import io.millrace.engine.worker.RunnerRegistry;
import org.jspecify.annotations.Nullable;

/** Names the parts of a {@link WorkerAssembly}. Everything that can be absent may be left out. */
final class WorkerAssemblyBuilder {
  private @Nullable NodeContext node;
  private @Nullable PoolService pools;
  private @Nullable OwnerGateway owners;
  private @Nullable AssignmentFactory assignments;
  private @Nullable RunnerRegistry runners;
  private @Nullable LogWriter logs;
  private @Nullable LogStore storedLogs;
  private @Nullable TaskStore tasks;

  WorkerAssemblyBuilder() {}

  WorkerAssemblyBuilder node(NodeContext node) {
    this.node = node;
    return this;
  }

  WorkerAssemblyBuilder pools(PoolService pools) {
    this.pools = pools;
    return this;
  }

  WorkerAssemblyBuilder owners(OwnerGateway owners) {
    this.owners = owners;
    return this;
  }

  WorkerAssemblyBuilder assignments(AssignmentFactory assignments) {
    this.assignments = assignments;
    return this;
  }

  WorkerAssemblyBuilder runners(RunnerRegistry runners) {
    this.runners = runners;
    return this;
  }

  WorkerAssemblyBuilder logs(LogWriter logs) {
    this.logs = logs;
    return this;
  }

  WorkerAssemblyBuilder storedLogs(LogStore storedLogs) {
    this.storedLogs = storedLogs;
    return this;
  }

  WorkerAssemblyBuilder tasks(TaskStore tasks) {
    this.tasks = tasks;
    return this;
  }

  WorkerAssembly build() {
    return new WorkerAssembly(
        requireNonNull(node, "node"),
        requireNonNull(pools, "pools"),
        requireNonNull(owners, "owners"),
        requireNonNull(assignments, "assignments"),
        requireNonNull(runners, "runners"),
        requireNonNull(logs, "logs"),
        requireNonNull(storedLogs, "storedLogs"),
        requireNonNull(tasks, "tasks"));
  }
}
