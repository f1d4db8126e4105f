package io.millrace.engine.flow;

import io.millrace.engine.notify.Notification;
import java.time.Clock;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What a pool's actor needs.
 *
 * @param config the newest, from the database; null if there is no such pool
 * @param notifications where what others want to hear of goes
 */
public record PoolContext(
    String pool,
    FlowSettings settings,
    OwnerGateway owners,
    OpenTasks openTasks,
    Supplier<CompletionStage<PoolChange>> config,
    Consumer<Notification> notifications,
    FlowMeters meters,
    Draw draw,
    Clock clock) {}
