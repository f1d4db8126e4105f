package io.millrace.engine.node;

import akka.Done;
import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.AskPattern;
import com.typesafe.config.Config;
import io.millrace.engine.flow.OwnerGateway;
import io.millrace.engine.flow.PoolService;
import io.millrace.engine.guard.FencedNodeExit;
import io.millrace.engine.input.DurationSetting;
import io.millrace.engine.task.LogStore;
import io.millrace.engine.task.LogWriter;
import io.millrace.engine.task.TaskStore;
import io.millrace.engine.worker.AssignmentFactory;
import io.millrace.engine.worker.NodeWorker;
import io.millrace.engine.worker.NodeWorkerCommand;
import io.millrace.engine.worker.NodeWorkerContext;
import io.millrace.engine.worker.RunnerRegistry;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Starts the workers of this node, and drains them before it leaves. */
record WorkerAssembly(
    NodeContext node,
    PoolService pools,
    OwnerGateway owners,
    AssignmentFactory assignments,
    RunnerRegistry runners,
    LogWriter logs) {
  private static final Duration SWEEP = Duration.ofMinutes(1);
  private static final Duration ABANDONED_WITHIN = Duration.ofSeconds(1);
  private static final CompletionStage<Done> DONE =
      CompletableFuture.completedFuture(Done.getInstance());

  /** Returns what stops all work of this node at once. */
  Runnable start(ActorContext<?> context) {
    ActorSystem<?> system = node.system();
    Config worker = node.config().getConfig("worker");
    LogStore storedLogs = new LogStore(node.dataSource());
    Duration heartbeat = DurationSetting.of(worker, "heartbeat");
    NodeWorkerContext own =
        NodeWorkerContext.builder()
            .name(new ClusterWorkers(system).ownName())
            .slots(worker.getInt("slots"))
            .heartbeat(heartbeat)
            .pools(pools::names)
            .tellPool(pools::tell)
            .poolStarted(pools::askAgain)
            .owners(owners)
            .assignments(assignments)
            .runners(runners)
            .logs(logs)
            .storedLines(uid -> node.sql().run(() -> storedLogs.countOfInfo(uid)))
            .build();
    ActorRef<NodeWorkerCommand> workers =
        context.spawn(
            NodeLossRelay.around(
                NodeWorker.create(own, node.clock()), NodeWorkerCommand.NodeLost.INSTANCE),
            ClusterWorkers.ACTOR);
    node.repeat(heartbeat, pools::loadNames);
    system
        .scheduler()
        .scheduleWithFixedDelay(
            SWEEP, SWEEP, () -> runners.sweep(this::ended), system.executionContext());
    endWithNode(workers, DurationSetting.of(worker, "drain"));
    return () -> workers.tell(new NodeWorkerCommand.Abandon(system.ignoreRef()));
  }

  /** A node that leaves drains its workers. A fenced one has nobody to report to. */
  private void endWithNode(ActorRef<NodeWorkerCommand> workers, Duration grace) {
    ActorSystem<?> system = node.system();
    CoordinatedShutdown shutdown = CoordinatedShutdown.get(system);
    shutdown.addTask(
        CoordinatedShutdown.PhaseBeforeServiceUnbind(),
        "abandon-work",
        () ->
            FencedNodeExit.hasBegun(system)
                ? end(workers, NodeWorkerCommand.Abandon::new, ABANDONED_WITHIN)
                : DONE);
    shutdown.addTask(
        CoordinatedShutdown.PhaseServiceRequestsDone(),
        "drain-workers",
        () ->
            FencedNodeExit.hasBegun(system)
                ? DONE
                : end(
                    workers,
                    replyTo -> new NodeWorkerCommand.Drain(grace, replyTo),
                    grace.plusSeconds(10)));
  }

  private CompletionStage<Done> end(
      ActorRef<NodeWorkerCommand> workers,
      Function<ActorRef<Done>, NodeWorkerCommand> message,
      Duration within) {
    return AskPattern.ask(workers, message::apply, within, node.system().scheduler());
  }

  /** The attempts that have ended. Those of other installations are unknown here. */
  private CompletionStage<Set<UUID>> ended(Collection<UUID> attempts) {
    TaskStore tasks = new TaskStore(node.dataSource());
    return node.sql()
        .run(
            () -> {
              Set<UUID> ended = new HashSet<>(tasks.ids(attempts).keySet());
              ended.removeAll(tasks.deadlines(attempts).keySet());
              return ended;
            });
  }
}
