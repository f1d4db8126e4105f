package io.millrace.engine.flow;

import akka.actor.typed.ActorRef;
import io.millrace.engine.message.Message;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** What a pool is asked and told, by whoever needs its channels. */
public interface FlowCommand extends Message {

  /** A task wants a channel; asking again is harmless. */
  record Request(WaitingTask waiting) implements FlowCommand {}

  /**
   * The same, by a caller who waits for the answer.
   *
   * @param until when an answer is due, with a channel or without
   */
  record Await(WaitingTask waiting, Instant until, ActorRef<AwaitReply> replyTo)
      implements FlowCommand {}

  /**
   * @param lease null if the task still waits
   */
  record AwaitReply(Lease lease) implements Message {}

  /** A task is over: its channel, or its place in the queue, is free. */
  record Release(UUID attemptUid) implements FlowCommand {}

  /** Whoever holds the channel was heard of: it is its own until then. */
  record Extend(UUID attemptUid, Instant deadline) implements FlowCommand {}

  /** See whether anything can be granted. */
  enum ProgressQueue implements FlowCommand {
    INSTANCE
  }

  /**
   * The workers of a node are alive.
   *
   * @param slots how many attempts they can run at once; 0 = give them nothing new
   * @param attempts those they have, running or about to be reported
   */
  record WorkerAlive(String worker, ActorRef<WorkerCommand> ref, int slots, Set<UUID> attempts)
      implements FlowCommand {}

  /**
   * A remote worker wants work. It has one open claim in a pool: a second one takes the place of
   * the first.
   *
   * @param until when an answer is due, with work or without
   * @param id by which it can be withdrawn; null if it cannot
   * @param projects whose secrets the worker may have; null = those of all
   */
  record Claim(
      String worker,
      Set<String> queues,
      int max,
      Instant until,
      ActorRef<ClaimReply> replyTo,
      UUID id,
      Set<String> projects)
      implements FlowCommand {

    Offer offer() {
      return new Offer(worker, queues, max, projects);
    }
  }

  /** Nobody waits for the answer to this claim any more. */
  record Withdraw(String worker, UUID claim) implements FlowCommand {}

  /**
   * @param replaced whether another claim of the same worker came instead
   */
  record ClaimReply(List<Lease> leases, boolean replaced) implements Message {}

  /**
   * A remote worker is alive.
   *
   * @param attempts those it runs
   */
  record Heartbeat(String worker, Set<UUID> attempts, ActorRef<HeartbeatReply> replyTo)
      implements FlowCommand {}

  /**
   * @param attempts those of the worker's that hold a channel here: any other is over
   */
  record HeartbeatReply(Set<UUID> attempts) implements Message {}

  /** How is it? */
  record GetState(ActorRef<PoolState> replyTo) implements FlowCommand {}

  /** Its config was changed: read it again, and answer when it is in force. */
  record ReloadConfig(ActorRef<PoolState> replyTo) implements FlowCommand {}

  /** Stops this pool for a hand-over. */
  enum Stop implements FlowCommand {
    INSTANCE
  }
}
