package io.millrace.engine.worker;

import static java.util.Objects.requireNonNull;

import io.millrace.engine.flow.FlowCommand;
import io.millrace.engine.flow.OwnerGateway;
import io.millrace.engine.task.LogWriter;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Names the parts of a {@link NodeWorkerContext}. All of them are required. */
public final class NodeWorkerContextBuilder {
  private @Nullable String name;
  private @Nullable Integer slots;
  private @Nullable Duration heartbeat;
  private @Nullable Supplier<List<String>> pools;
  private @Nullable BiConsumer<String, FlowCommand> tellPool;
  private @Nullable Consumer<String> poolStarted;
  private @Nullable OwnerGateway owners;
  private @Nullable AssignmentFactory assignments;
  private @Nullable RunnerRegistry runners;
  private @Nullable LogWriter logs;
  private @Nullable Function<UUID, CompletionStage<Long>> storedLines;

  NodeWorkerContextBuilder() {}

  public NodeWorkerContextBuilder name(String name) {
    this.name = name;
    return this;
  }

  public NodeWorkerContextBuilder slots(int slots) {
    this.slots = slots;
    return this;
  }

  public NodeWorkerContextBuilder heartbeat(Duration heartbeat) {
    this.heartbeat = heartbeat;
    return this;
  }

  public NodeWorkerContextBuilder pools(Supplier<List<String>> pools) {
    this.pools = pools;
    return this;
  }

  public NodeWorkerContextBuilder tellPool(BiConsumer<String, FlowCommand> tellPool) {
    this.tellPool = tellPool;
    return this;
  }

  public NodeWorkerContextBuilder poolStarted(Consumer<String> poolStarted) {
    this.poolStarted = poolStarted;
    return this;
  }

  public NodeWorkerContextBuilder owners(OwnerGateway owners) {
    this.owners = owners;
    return this;
  }

  public NodeWorkerContextBuilder assignments(AssignmentFactory assignments) {
    this.assignments = assignments;
    return this;
  }

  public NodeWorkerContextBuilder runners(RunnerRegistry runners) {
    this.runners = runners;
    return this;
  }

  public NodeWorkerContextBuilder logs(LogWriter logs) {
    this.logs = logs;
    return this;
  }

  public NodeWorkerContextBuilder storedLines(Function<UUID, CompletionStage<Long>> storedLines) {
    this.storedLines = storedLines;
    return this;
  }

  public NodeWorkerContext build() {
    return new NodeWorkerContext(
        requireNonNull(name, "name"),
        requireNonNull(slots, "slots"),
        requireNonNull(heartbeat, "heartbeat"),
        requireNonNull(pools, "pools"),
        requireNonNull(tellPool, "tellPool"),
        requireNonNull(poolStarted, "poolStarted"),
        requireNonNull(owners, "owners"),
        requireNonNull(assignments, "assignments"),
        requireNonNull(runners, "runners"),
        requireNonNull(logs, "logs"),
        requireNonNull(storedLines, "storedLines"));
  }
}
