package io.millrace.engine.node;

import static java.util.Objects.requireNonNull;

import io.millrace.engine.dispatch.OwnerDispatcher;
import io.millrace.engine.dispatch.TaskDefinitions;
import io.millrace.engine.external.ExternalRequestStore;
import io.millrace.engine.flow.FlowSettings;
import io.millrace.engine.flow.PoolService;
import io.millrace.engine.notify.NotificationService;
import io.millrace.engine.outbound.OutboundClient;
import io.millrace.engine.task.TaskStore;
import io.millrace.engine.worker.RunnerRegistry;
import org.jspecify.annotations.Nullable;

/** Names the parts of a {@link PoolAssembly}. Everything that can be absent may be left out. */
final class PoolAssemblyBuilder {
  private @Nullable NodeContext node;
  private @Nullable FlowSettings settings;
  private @Nullable PoolService pools;
  private @Nullable ExternalRequestStore requests;
  private @Nullable OwnerDispatcher owners;
  private @Nullable TaskStore tasks;
  private @Nullable TaskDefinitions work;
  private @Nullable RunnerRegistry runners;
  private @Nullable NotificationService notifications;
  private @Nullable OutboundClient client;

  PoolAssemblyBuilder() {}

  PoolAssemblyBuilder node(NodeContext node) {
    this.node = node;
    return this;
  }

  PoolAssemblyBuilder settings(FlowSettings settings) {
    this.settings = settings;
    return this;
  }

  PoolAssemblyBuilder pools(PoolService pools) {
    this.pools = pools;
    return this;
  }

  PoolAssemblyBuilder requests(ExternalRequestStore requests) {
    this.requests = requests;
    return this;
  }

  PoolAssemblyBuilder owners(OwnerDispatcher owners) {
    this.owners = owners;
    return this;
  }

  PoolAssemblyBuilder tasks(TaskStore tasks) {
    this.tasks = tasks;
    return this;
  }

  PoolAssemblyBuilder work(TaskDefinitions work) {
    this.work = work;
    return this;
  }

  PoolAssemblyBuilder runners(RunnerRegistry runners) {
    this.runners = runners;
    return this;
  }

  PoolAssemblyBuilder notifications(NotificationService notifications) {
    this.notifications = notifications;
    return this;
  }

  PoolAssemblyBuilder client(OutboundClient client) {
    this.client = client;
    return this;
  }

  PoolAssembly build() {
    return new PoolAssembly(
        requireNonNull(node, "node"),
        requireNonNull(settings, "settings"),
        requireNonNull(pools, "pools"),
        requireNonNull(requests, "requests"),
        requireNonNull(owners, "owners"),
        requireNonNull(tasks, "tasks"),
        requireNonNull(work, "work"),
        requireNonNull(runners, "runners"),
        requireNonNull(notifications, "notifications"),
        requireNonNull(client, "client"));
  }
}
