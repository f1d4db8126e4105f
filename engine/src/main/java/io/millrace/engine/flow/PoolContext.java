package io.millrace.engine.flow;

import io.millrace.engine.notify.Notification;
import java.time.Clock;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * What a pool's actor needs.
 *
 * @param callerGranted told of each channel that an external caller gets: it may want a callback
 * @param config reads the newest config from the database; absent if there is no such pool
 * @param nodes the workers of the nodes
 * @param outlivesNode whether the work of an owner's attempts continues if its node dies
 * @param notifications stores notifications for the webhooks
 */
public record PoolContext(
    String pool,
    FlowSettings settings,
    OwnerGateway owners,
    Consumer<Lease> callerGranted,
    OpenTasks openTasks,
    Supplier<CompletionStage<PoolChange>> config,
    Consumer<Notification> notifications,
    NodeWorkers nodes,
    Predicate<String> outlivesNode,
    FlowMeters meters,
    Draw draw,
    Clock clock) {

  public static PoolContextBuilder builder() {
    return new PoolContextBuilder();
  }
}
