package io.millrace.engine.token;

import akka.actor.typed.ActorRef;
import io.millrace.engine.flow.OwnerGateway;
import io.millrace.engine.flow.WaitingTask;
import io.millrace.engine.message.Ack;
import io.millrace.engine.message.Message;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskId;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Messages to a token. */
public interface TokenCommand extends Message {

  /** The version of the jobs that the sender knew. */
  default long version() {
    return 0;
  }

  /** Whether the sender requests the channel of the attempt that this command queues. */
  default boolean held() {
    return false;
  }

  /** The due time that has come by the sender's clock; absent if the command is no wake-up. */
  default @Nullable Instant wakeTime() {
    return null;
  }

  /** Whether the worker of the attempt that this command ends has reported it. */
  default boolean byWorker() {
    return false;
  }

  /** An event that its step waits for. The reply comes when the arrival is stored. */
  record Arrive(Arrival arrival, ActorRef<Ack> replyTo) implements TokenCommand {
    @Override
    public long version() {
      return arrival.version();
    }
  }

  /**
   * Its due time may have come, or its job was changed.
   *
   * @param dueAt the due time that has come by the sender's clock; earlier releases do not say it
   */
  record Wake(ActorRef<Ack> replyTo, @Nullable Instant dueAt) implements TokenCommand {
    @Override
    public @Nullable Instant wakeTime() {
      return dueAt;
    }
  }

  /**
   * The report that an attempt ended, or the request to end it.
   *
   * @param byWorker whether its worker reports it, so that nothing is left to stop; earlier
   *     releases do not say it
   */
  record EndAttempt(
      UUID uid, Outcome outcome, ActorRef<OwnerGateway.AttemptEnded> replyTo, boolean byWorker)
      implements TokenCommand {}

  /**
   * A person runs it.
   *
   * @param held whether the sender requests the channel, after the whole group is stored
   */
  record RunByHand(Urgency urgency, long version, boolean held, ActorRef<RunReply> replyTo)
      implements TokenCommand {}

  /**
   * @param known false if its step is gone
   * @param task the task that is queued or running now; absent if there is none, as for a join
   * @param created whether this call created the task
   * @param held the channel request that the sender still has to make; absent if there is none
   */
  record RunReply(boolean known, @Nullable TaskId task, boolean created, @Nullable HeldRequest held)
      implements Message {}

  /** A channel request that was not sent to its pool yet. */
  record HeldRequest(String pool, WaitingTask waiting) {}

  /** These sources run again, so their arrivals will come again. */
  record ResetSources(List<String> sources, long version, ActorRef<ChangeReply> replyTo)
      implements TokenCommand {}

  /** A person cancels its run. */
  record Cancel(ActorRef<ChangeReply> replyTo) implements TokenCommand {}

  /** A person makes it forget all arrivals. */
  record Clear(ActorRef<ChangeReply> replyTo) implements TokenCommand {}

  /** Its job or step was deleted. */
  record Remove(ActorRef<ChangeReply> replyTo) implements TokenCommand {}

  /**
   * @param changed false if there was nothing to change
   */
  record ChangeReply(boolean changed) implements Message {}

  /** Asks for the state. */
  record GetState(ActorRef<TokenStateReply> replyTo) implements TokenCommand {}

  /** The state of the token. */
  record TokenStateReply(Token token) implements Message {}

  /** Stops the entity, to passivate or to hand it over. */
  enum Stop implements TokenCommand {
    INSTANCE
  }
}
