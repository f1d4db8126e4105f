package io.millrace.engine.node;

import akka.Done;
import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.AskPattern;
import com.typesafe.config.Config;
import io.millrace.engine.flow.Owners;
import io.millrace.engine.input.DurationSetting;
import io.millrace.engine.task.LogWriter;
import io.millrace.engine.worker.Assignments;
import io.millrace.engine.worker.Runners;
import io.millrace.engine.worker.WorkerContext;
import io.millrace.engine.worker.WorkerPool;
import java.time.Duration;
import java.util.UUID;

/** The workers of this node: started with it, and drained before it leaves. */
record NodeWorkers(
    Hosting node,
    Pools pools,
    Owners owners,
    Assignments assignments,
    Runners runners,
    LogWriter logs) {

  void start(ActorContext<?> context) {
    ActorSystem<?> system = node.system();
    Config worker = node.config().getConfig("worker");
    Duration heartbeat = DurationSetting.of(worker, "heartbeat");
    String name =
        system.address().hostPort().replace("millrace@", "")
            + "-"
            + UUID.randomUUID().toString().substring(0, 8);
    ActorRef<WorkerPool.Command> workers =
        context.spawn(
            WorkerPool.create(
                new WorkerContext(
                    name,
                    worker.getInt("slots"),
                    heartbeat,
                    pools::names,
                    pools::tell,
                    owners,
                    assignments,
                    runners,
                    logs),
                node.clock()),
            "workers");
    node.every(heartbeat, pools::load);
    Duration grace = DurationSetting.of(worker, "drain");
    CoordinatedShutdown.get(system)
        .addTask(
            CoordinatedShutdown.PhaseServiceRequestsDone(),
            "drain-workers",
            () ->
                AskPattern.<WorkerPool.Command, Done>ask(
                    workers,
                    replyTo -> new WorkerPool.Drain(grace, replyTo),
                    grace.plusSeconds(10),
                    system.scheduler()));
  }
}
