package io.millrace.engine.node;

import akka.actor.typed.ActorRef;
import akka.cluster.sharding.typed.ClusterShardingSettings;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import akka.cluster.sharding.typed.javadsl.Entity;
import io.millrace.engine.external.CallbackMeters;
import io.millrace.engine.external.CallbackSender;
import io.millrace.engine.external.CallbackStore;
import io.millrace.engine.external.Callbacks;
import io.millrace.engine.external.RequestStore;
import io.millrace.engine.flow.FlowCommand;
import io.millrace.engine.flow.FlowControl;
import io.millrace.engine.flow.FlowMeters;
import io.millrace.engine.flow.FlowSettings;
import io.millrace.engine.flow.Owners;
import io.millrace.engine.flow.PoolContext;
import io.millrace.engine.outbound.OutboundClient;
import io.millrace.engine.task.TaskStore;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * Makes this node one that hosts pools, and the one who calls back those who wait for a channel.
 *
 * @param owners of the tasks that workers run
 * @param work what those tasks do
 */
record PoolHosting(
    Hosting node,
    FlowSettings settings,
    Pools pools,
    RequestStore requests,
    TaskOwners owners,
    TaskStore tasks,
    OwnerWork work,
    Notifications notifications,
    OutboundClient client) {
  private static final Duration CALLBACK_TIMEOUT = Duration.ofSeconds(10);

  void host() {
    ActorRef<Callbacks.Command> callbacks = hostCallbacks();
    ClusterSharding.get(node.system())
        .init(
            Entity.of(
                    FlowControl.KEY,
                    entity -> FlowControl.create(pool(entity.getEntityId(), callbacks)))
                .withStopMessage(FlowCommand.Stop.INSTANCE)
                .withSettings(
                    ClusterShardingSettings.create(node.system()).withNoPassivationStrategy()));
  }

  private ActorRef<Callbacks.Command> hostCallbacks() {
    CallbackStore store = new CallbackStore(node.dataSource());
    return node.singleton(
        "callbacks",
        Callbacks.create(
            (called, lateBefore, now) -> node.sql().run(() -> store.step(called, lateBefore, now)),
            new CallbackSender(client, CALLBACK_TIMEOUT),
            given -> pools.tell(given.pool(), new FlowCommand.Release(given.attemptUid())),
            new CallbackMeters(node.meters()),
            node.clock()),
        Callbacks.Stop.INSTANCE);
  }

  private PoolContext pool(String pool, ActorRef<Callbacks.Command> callbacks) {
    SplittableRandom random = new SplittableRandom();
    Owners callers =
        new ExternalOwners(
            pool,
            pools,
            requests,
            node.sql(),
            () -> callbacks.tell(Callbacks.Look.INSTANCE),
            node.clock());
    return new PoolContext(
        pool,
        settings,
        owners.and(callers),
        new PoolTasks(pool, node.sql(), tasks, work),
        () -> pools.newest(pool),
        notifications::add,
        new FlowMeters(node.meters(), pool),
        most -> random.nextInt(most) + 1,
        node.clock());
  }
}
