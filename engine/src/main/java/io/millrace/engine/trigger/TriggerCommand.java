package io.millrace.engine.trigger;

import akka.actor.typed.ActorRef;
import akka.pattern.StatusReply;
import io.millrace.engine.message.Message;
import java.time.Instant;

/** The commands of the trigger processor. */
public interface TriggerCommand {

  /** Jobs have changed. The reply comes when no trigger fires by an older definition. */
  record JobsUpdated(long version, ActorRef<JobsInForce> replyTo)
      implements TriggerCommand, Message {}

  /** The jobs of this version are in force. */
  record JobsInForce(long version) implements Message {}

  /** Fires the times of a trigger in a range. A fire that has arrived before counts once. */
  record FireByHand(
      long job,
      String trigger,
      Instant first,
      Instant last,
      ActorRef<StatusReply<FiresQueued>> replyTo)
      implements TriggerCommand, Message {}

  /** The number of fires that will be caught up. */
  record FiresQueued(int fires) implements Message {}

  /** Stops the actor for a hand-over to another node. */
  enum Stop implements TriggerCommand {
    INSTANCE
  }
}
