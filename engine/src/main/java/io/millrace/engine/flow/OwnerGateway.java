package io.millrace.engine.flow;

import akka.actor.typed.ActorRef;
import io.millrace.engine.message.Message;
import io.millrace.engine.task.Outcome;
import java.util.UUID;

/** Sends messages from a pool to the owners of its tasks. */
public interface OwnerGateway {

  /** The attempt was granted its channel and runs. */
  void started(Lease lease);

  /** The attempt must end now. The owner replies when it has ended, also if it ended before. */
  void end(Lease lease, Outcome outcome, ActorRef<AttemptEnded> replyTo);

  /**
   * The attempt has ended for its owner; its channel may be released.
   *
   * @param applied false if the report changed nothing: the attempt had ended before or is unknown
   */
  record AttemptEnded(UUID attemptUid, boolean applied) implements Message {}
}
