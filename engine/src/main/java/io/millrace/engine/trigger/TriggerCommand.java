package io.millrace.engine.trigger;

import akka.actor.typed.ActorRef;
import akka.pattern.StatusReply;
import io.millrace.engine.message.Message;
import java.time.Instant;

/** What the processor of triggers is told. */
public interface TriggerCommand {

  /** Jobs have changed; answered when nothing fires any more but by what they say now. */
  record JobsUpdated(long version, ActorRef<JobsInForce> replyTo)
      implements TriggerCommand, Message {}

  /** The jobs of this version are in force. */
  record JobsInForce(long version) implements Message {}

  /** Fires the times of a trigger in a range again; what has arrived already counts once. */
  record FireByHand(
      long job,
      String trigger,
      Instant first,
      Instant last,
      ActorRef<StatusReply<FiresQueued>> replyTo)
      implements TriggerCommand, Message {}

  /** So many fires will be caught up. */
  record FiresQueued(int fires) implements Message {}

  /** Ends it, for a hand-over. */
  enum Stop implements TriggerCommand {
    INSTANCE
  }
}
