package io.millrace.engine.flow;

import static java.util.Objects.requireNonNull;

import io.millrace.engine.notify.Notification;
import java.time.Clock;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Names the parts of a {@link PoolContext}. All of them are required. */
public final class PoolContextBuilder {
  private @Nullable String pool;
  private @Nullable FlowSettings settings;
  private @Nullable OwnerGateway owners;
  private @Nullable Consumer<Lease> callerGranted;
  private @Nullable OpenTasks openTasks;
  private @Nullable Supplier<CompletionStage<PoolChange>> config;
  private @Nullable Consumer<Notification> notifications;
  private @Nullable NodeWorkers nodes;
  private @Nullable Predicate<String> outlivesNode;
  private @Nullable FlowMeters meters;
  private @Nullable Draw draw;
  private @Nullable Clock clock;

  PoolContextBuilder() {}

  public PoolContextBuilder pool(String pool) {
    this.pool = pool;
    return this;
  }

  public PoolContextBuilder settings(FlowSettings settings) {
    this.settings = settings;
    return this;
  }

  public PoolContextBuilder owners(OwnerGateway owners) {
    this.owners = owners;
    return this;
  }

  public PoolContextBuilder callerGranted(Consumer<Lease> callerGranted) {
    this.callerGranted = callerGranted;
    return this;
  }

  public PoolContextBuilder openTasks(OpenTasks openTasks) {
    this.openTasks = openTasks;
    return this;
  }

  public PoolContextBuilder config(Supplier<CompletionStage<PoolChange>> config) {
    this.config = config;
    return this;
  }

  public PoolContextBuilder notifications(Consumer<Notification> notifications) {
    this.notifications = notifications;
    return this;
  }

  public PoolContextBuilder nodes(NodeWorkers nodes) {
    this.nodes = nodes;
    return this;
  }

  public PoolContextBuilder outlivesNode(Predicate<String> outlivesNode) {
    this.outlivesNode = outlivesNode;
    return this;
  }

  public PoolContextBuilder meters(FlowMeters meters) {
    this.meters = meters;
    return this;
  }

  public PoolContextBuilder draw(Draw draw) {
    this.draw = draw;
    return this;
  }

  public PoolContextBuilder clock(Clock clock) {
    this.clock = clock;
    return this;
  }

  public PoolContext build() {
    return new PoolContext(
        requireNonNull(pool, "pool"),
        requireNonNull(settings, "settings"),
        requireNonNull(owners, "owners"),
        requireNonNull(callerGranted, "callerGranted"),
        requireNonNull(openTasks, "openTasks"),
        requireNonNull(config, "config"),
        requireNonNull(notifications, "notifications"),
        requireNonNull(nodes, "nodes"),
        requireNonNull(outlivesNode, "outlivesNode"),
        requireNonNull(meters, "meters"),
        requireNonNull(draw, "draw"),
        requireNonNull(clock, "clock"));
  }
}
