package io.millrace.engine.worker;

import akka.Done;
import akka.actor.typed.ActorRef;
import io.millrace.engine.flow.WorkerCommand;
import io.millrace.engine.message.Message;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.worker.AttemptPreparer.PreparedAttempt;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/** The messages to the worker of a node. From {@code FromPool} on they come from itself. */
public sealed interface NodeWorkerCommand {

  /**
   * Takes no new attempts, lets running ones end within the grace, stops the rest, then replies.
   */
  record Drain(Duration grace, ActorRef<Done> replyTo) implements NodeWorkerCommand {}

  /**
   * The cluster continues without this node: kills everything that runs here, reports nothing, and
   * replies when nothing runs.
   */
  record Abandon(ActorRef<Done> replyTo) implements NodeWorkerCommand {}

  /** A pool has just started, here or on another node, and does not know this worker yet. */
  record PoolStarted(String pool) implements NodeWorkerCommand, Message {}

  /** A node was removed. Outcomes that were on their way to owners there are lost. */
  enum NodeLost implements NodeWorkerCommand {
    INSTANCE
  }

  record FromPool(WorkerCommand message) implements NodeWorkerCommand {}

  record AssignmentPrepared(PreparedAttempt prepared) implements NodeWorkerCommand {}

  record RunCompleted(UUID uid, Optional<Outcome> outcome) implements NodeWorkerCommand {}

  record LogFlushed(UUID uid) implements NodeWorkerCommand {}

  record EndAcknowledged(UUID uid) implements NodeWorkerCommand {}

  /**
   * @param heard whether waiting messages were processed first, in case this timer was late
   */
  record DeadlinePassed(UUID uid, boolean heard) implements NodeWorkerCommand {}

  enum HeartbeatTick implements NodeWorkerCommand {
    INSTANCE
  }

  enum HeartbeatSoonTick implements NodeWorkerCommand {
    INSTANCE
  }

  enum GraceOver implements NodeWorkerCommand {
    INSTANCE
  }
}
