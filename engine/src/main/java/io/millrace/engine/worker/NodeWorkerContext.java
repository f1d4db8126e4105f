package io.millrace.engine.worker;

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

/**
 * The dependencies of the workers of a node.
 *
 * @param name the name of this node's workers; each start of the node has a new one, so that the
 *     attempts of an earlier start are known to be lost
 * @param pools the names of all pools
 * @param poolStarted called with the name of a pool that has just started
 * @param storedLines how many lines of the level info are stored of an attempt
 */
public record NodeWorkerContext(
    String name,
    int slots,
    Duration heartbeat,
    Supplier<List<String>> pools,
    BiConsumer<String, FlowCommand> tellPool,
    Consumer<String> poolStarted,
    OwnerGateway owners,
    AssignmentFactory assignments,
    RunnerRegistry runners,
    LogWriter logs,
    Function<UUID, CompletionStage<Long>> storedLines) {

  public static NodeWorkerContextBuilder builder() {
    return new NodeWorkerContextBuilder();
  }
}
