package io.millrace.engine.node;

import akka.actor.typed.ActorRef;
import akka.cluster.sharding.typed.ClusterShardingSettings;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import akka.cluster.sharding.typed.javadsl.Entity;
import io.millrace.engine.dispatch.OwnerDispatcher;
import io.millrace.engine.dispatch.TaskDefinitions;
import io.millrace.engine.external.CallbackDispatcher;
import io.millrace.engine.external.CallbackMeters;
import io.millrace.engine.external.CallbackSender;
import io.millrace.engine.external.CallbackStore;
import io.millrace.engine.external.ExternalOwnerGateway;
import io.millrace.engine.external.ExternalRequestStore;
import io.millrace.engine.flow.FlowCommand;
import io.millrace.engine.flow.FlowControl;
import io.millrace.engine.flow.FlowMeters;
import io.millrace.engine.flow.FlowSettings;
import io.millrace.engine.flow.LostWorkerStore;
import io.millrace.engine.flow.OwnerGateway;
import io.millrace.engine.flow.PoolContext;
import io.millrace.engine.flow.PoolOpenTasks;
import io.millrace.engine.flow.PoolService;
import io.millrace.engine.notify.NotificationService;
import io.millrace.engine.outbound.OutboundClient;
import io.millrace.engine.task.TaskStore;
import io.millrace.engine.worker.RunnerRegistry;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * Starts the pools on this node, and the dispatcher that calls back those who wait for a channel.
 *
 * @param owners the owners of tasks that workers run
 * @param work the definitions of those tasks
 * @param runners know whose work continues without a node
 */
record PoolAssembly(
    NodeContext node,
    PoolService pools,
    OwnerDispatcher owners,
    TaskDefinitions work,
    RunnerRegistry runners,
    NotificationService notifications,
    OutboundClient client) {
  private static final Duration CALLBACK_TIMEOUT = Duration.ofSeconds(10);

  void host() {
    ActorRef<CallbackDispatcher.Command> callbacks = hostCallbacks();
    ClusterSharding.get(node.system())
        .init(
            Entity.of(
                    FlowControl.KEY,
                    entity ->
                        NodeLossRelay.around(
                            FlowControl.create(pool(entity.getEntityId(), callbacks)),
                            FlowControl.nodeLost()))
                .withStopMessage(FlowCommand.Stop.INSTANCE)
                .withSettings(
                    ClusterShardingSettings.create(node.system()).withNoPassivationStrategy()));
  }

  private ActorRef<CallbackDispatcher.Command> hostCallbacks() {
    CallbackStore store = new CallbackStore(node.dataSource());
    return node.startSingleton(
        "callbacks",
        CallbackDispatcher.create(
            (called, lateBefore, now) ->
                node.sql().run(() -> store.update(called, lateBefore, now)),
            new CallbackSender(client, CALLBACK_TIMEOUT),
            given -> pools.tell(given.pool(), new FlowCommand.Release(given.attemptUid(), false)),
            new CallbackMeters(node.meters()),
            node.clock()),
        CallbackDispatcher.Stop.INSTANCE);
  }

  private PoolContext pool(String pool, ActorRef<CallbackDispatcher.Command> callbacks) {
    SplittableRandom random = new SplittableRandom();
    ExternalRequestStore requests = new ExternalRequestStore(node.dataSource());
    OwnerGateway callers =
        new ExternalOwnerGateway(pool, pools, requests, node.sql(), node.clock());
    TaskStore tasks = new TaskStore(node.dataSource());
    return PoolContext.builder()
        .pool(pool)
        .settings(FlowSettings.of(node.config()))
        .owners(owners.withExternal(callers))
        .callerGranted(granted -> callbacks.tell(CallbackDispatcher.CheckNow.INSTANCE))
        .openTasks(new PoolOpenTasks(pool, node.sql(), tasks, work::secretsOf))
        .config(() -> pools.newestChange(pool))
        .notifications(notifications::add)
        .nodes(
            new RecordedWorkers(
                new ClusterWorkers(node.system()),
                new LostWorkerStore(node.dataSource()),
                node.sql()))
        .outlivesNode(owner -> work.kindOf(owner).filter(runners::outlivesNode).isPresent())
        .meters(new FlowMeters(node.meters(), pool))
        .draw(most -> random.nextInt(most) + 1)
        .clock(node.clock())
        .build();
  }
}
