package io.millrace.engine.token;

import akka.actor.typed.ActorRef;
import io.millrace.engine.flow.OwnerGateway;
import io.millrace.engine.flow.WaitingTask;
import io.millrace.engine.message.Ack;
import io.millrace.engine.message.Message;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskId;
import java.util.List;
import java.util.UUID;

/** What a token is asked and told. */
public interface TokenCommand extends Message {

  /** Of the jobs that this follows from. */
  default long version() {
    return 0;
  }

  /** Something that its step waits for has happened; answered when that is stored. */
  record Arrive(Arrival arrival, ActorRef<Ack> replyTo) implements TokenCommand {
    @Override
    public long version() {
      return arrival.version();
    }
  }

  /** Its due time may have come, or its job was changed. */
  record Wake(ActorRef<Ack> replyTo) implements TokenCommand {}

  /** An attempt ended, says whoever ran it or wants it to end. */
  record EndAttempt(UUID uid, Outcome outcome, ActorRef<OwnerGateway.AttemptEnded> replyTo)
      implements TokenCommand {}

  /**
   * A person wants it to run.
   *
   * @param held whether the channel is asked for by whoever sends this, once others are stored too
   */
  record RunByHand(Urgency urgency, long version, boolean held, ActorRef<RunReply> replyTo)
      implements TokenCommand {}

  /**
   * @param known false if its step is gone
   * @param task the task that is queued or running now; null if there is none, as for a join
   * @param created whether it was made by this very call
   * @param held the channel that is still to be asked for; null if there is none
   */
  record RunReply(boolean known, TaskId task, boolean created, HeldRequest held)
      implements Message {}

  /** What is asked of a pool, and has not been yet. */
  record HeldRequest(String pool, WaitingTask waiting) {}

  /** What comes from these will come again. */
  record ResetSources(List<String> sources, long version, ActorRef<ChangeReply> replyTo)
      implements TokenCommand {}

  /** A person wants its run to end. */
  record Cancel(ActorRef<ChangeReply> replyTo) implements TokenCommand {}

  /** A person wants it to be as if nothing had ever arrived. */
  record Clear(ActorRef<ChangeReply> replyTo) implements TokenCommand {}

  /** Its job or step was deleted. */
  record Remove(ActorRef<ChangeReply> replyTo) implements TokenCommand {}

  /**
   * @param changed false if there was nothing to change
   */
  record ChangeReply(boolean changed) implements Message {}

  /** How is it? */
  record GetState(ActorRef<TokenStateReply> replyTo) implements TokenCommand {}

  /** How it is. */
  record TokenStateReply(Token token) implements Message {}

  /** Stops the entity, to passivate or to hand it over. */
  enum Stop implements TokenCommand {
    INSTANCE
  }
}
