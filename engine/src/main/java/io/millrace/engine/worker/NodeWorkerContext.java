package io.millrace.engine.worker;

import io.millrace.engine.flow.FlowCommand;
import io.millrace.engine.flow.OwnerGateway;
import io.millrace.engine.task.LogWriter;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * What the workers of a node have.
 *
 * @param name of this node's workers; a new one for each start of the node, so that the attempts of
 *     an earlier life are known to be lost
 * @param pools the names of those there are
 */
public record NodeWorkerContext(
    String name,
    int slots,
    Duration heartbeat,
    Supplier<List<String>> pools,
    BiConsumer<String, FlowCommand> tellPool,
    OwnerGateway owners,
    AssignmentFactory assignments,
    RunnerRegistry runners,
    LogWriter logs) {}
