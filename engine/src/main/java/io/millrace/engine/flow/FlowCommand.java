package io.millrace.engine.flow;

import akka.actor.typed.ActorRef;
import io.millrace.engine.message.Message;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The messages to a pool. */
public interface FlowCommand extends Message {

  /** A task needs a channel. A repeated request changes nothing. */
  record Request(WaitingTask waiting) implements FlowCommand {}

  /**
   * Like {@link Request}, but the caller waits for a reply.
   *
   * @param until the latest time of the reply, with or without a channel
   */
  record Await(WaitingTask waiting, Instant until, ActorRef<AwaitReply> replyTo)
      implements FlowCommand {}

  /**
   * @param lease absent if the task still waits
   */
  record AwaitReply(@Nullable Lease lease) implements Message {}

  /**
   * A task ended: its channel, or its place in the queue, is free.
   *
   * @param byWorker whether its worker reported the end, so that nothing is left to stop; releases
   *     of earlier releases do not say it
   */
  record Release(UUID attemptUid, boolean byWorker) implements FlowCommand {}

  /** The holder of a channel sent a heartbeat: it keeps the channel until this deadline. */
  record Extend(UUID attemptUid, Instant deadline) implements FlowCommand {}

  /** Check whether a task can be granted a channel. */
  enum ProgressQueue implements FlowCommand {
    INSTANCE
  }

  /**
   * The worker of a node is alive.
   *
   * @param slots how many attempts it can run at once; 0 = grant it nothing new
   * @param attempts its attempts, running or about to be reported
   * @param total its slots for all pools together; 0 = it no longer runs tasks, absent from an
   *     earlier release
   */
  record WorkerAlive(
      String worker,
      ActorRef<WorkerCommand> ref,
      int slots,
      Set<UUID> attempts,
      @Nullable Integer total)
      implements FlowCommand {

    /** Whether it runs tasks, even if other pools use all its slots now. */
    boolean runsTasks() {
      return total == null ? slots > 0 || !attempts.isEmpty() : total > 0;
    }
  }

  /**
   * A remote worker asks for work. It has at most one open claim in a pool: a second claim replaces
   * the first.
   *
   * @param until the latest time of the reply, with or without work
   * @param id identifies the claim for {@link Withdraw}; absent if it cannot be withdrawn
   * @param projects whose secrets the worker may have; absent = all projects
   */
  record Claim(
      String worker,
      Set<String> queues,
      int max,
      Instant until,
      ActorRef<ClaimReply> replyTo,
      @Nullable UUID id,
      @Nullable Set<String> projects)
      implements FlowCommand {

    Offer offer() {
      return new Offer(worker, queues, max, projects);
    }
  }

  /**
   * A worker closed a connection. The client of this claim no longer waits for the reply.
   *
   * @param heartbeats whether the worker's heartbeats came over the connection; then there may be
   *     no such claim. Earlier releases do not say it
   */
  record Withdraw(String worker, UUID claim, boolean heartbeats) implements FlowCommand {}

  /**
   * @param replaced whether a newer claim of the same worker replaced this one
   */
  record ClaimReply(List<Lease> leases, boolean replaced) implements Message {}

  /**
   * A remote worker is alive.
   *
   * @param attempts the attempts that it runs
   */
  record Heartbeat(String worker, Set<UUID> attempts, ActorRef<HeartbeatReply> replyTo)
      implements FlowCommand {}

  /**
   * @param attempts the worker's attempts that hold a channel here; any other has ended
   */
  record HeartbeatReply(Set<UUID> attempts) implements Message {}

  /**
   * Asks for the state of the pool.
   *
   * @param attempts and for what these wait for; absent = none
   */
  record GetState(ActorRef<PoolState> replyTo, @Nullable Set<UUID> attempts)
      implements FlowCommand {
    static GetState only(ActorRef<PoolState> replyTo) {
      return new GetState(replyTo, null);
    }
  }

  /** The config was changed: read it, and reply when it is in force. */
  record ReloadConfig(ActorRef<PoolState> replyTo) implements FlowCommand {}

  /** Stops this pool for a hand-over to another node. */
  enum Stop implements FlowCommand {
    INSTANCE
  }
}
