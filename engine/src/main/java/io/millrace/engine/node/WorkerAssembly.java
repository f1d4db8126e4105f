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
import io.millrace.engine.input.DurationSetting;
import io.millrace.engine.task.LogStore;
import io.millrace.engine.task.LogWriter;
import io.millrace.engine.task.TaskStore;
import io.millrace.engine.worker.AssignmentFactory;
import io.millrace.engine.worker.NodeWorker;
import io.millrace.engine.worker.NodeWorkerContext;
import io.millrace.engine.worker.RunnerRegistry;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/** Starts the workers of this node, and drains them before it leaves. */
record WorkerAssembly(
    NodeContext node,
    PoolService pools,
    OwnerGateway owners,
    AssignmentFactory assignments,
    RunnerRegistry runners,
    LogWriter logs) {
  private static final Duration SWEEP = Duration.ofMinutes(1);

  void start(ActorContext<?> context) {
    ActorSystem<?> system = node.system();
    Config worker = node.config().getConfig("worker");
    LogStore storedLogs = new LogStore(node.dataSource());
    Duration heartbeat = DurationSetting.of(worker, "heartbeat");
    String name = node.address() + "-" + UUID.randomUUID().toString().substring(0, 8);
    ActorRef<NodeWorker.Command> workers =
        context.spawn(
            NodeWorker.create(
                NodeWorkerContext.builder()
                    .name(name)
                    .slots(worker.getInt("slots"))
                    .heartbeat(heartbeat)
                    .pools(pools::names)
                    .tellPool(pools::tell)
                    .owners(owners)
                    .assignments(assignments)
                    .runners(runners)
                    .logs(logs)
                    .storedLines(uid -> node.sql().run(() -> storedLogs.countOfInfo(uid)))
                    .build(),
                node.clock()),
            "workers");
    node.repeat(heartbeat, pools::loadNames);
    system
        .scheduler()
        .scheduleWithFixedDelay(
            SWEEP, SWEEP, () -> runners.sweep(this::ended), system.executionContext());
    Duration grace = DurationSetting.of(worker, "drain");
    CoordinatedShutdown.get(system)
        .addTask(
            CoordinatedShutdown.PhaseServiceRequestsDone(),
            "drain-workers",
            () ->
                AskPattern.<NodeWorker.Command, Done>ask(
                    workers,
                    replyTo -> new NodeWorker.Drain(grace, replyTo),
                    grace.plusSeconds(10),
                    system.scheduler()));
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
