package io.millrace.engine.flow;

import akka.actor.typed.ActorRef;
import io.millrace.engine.message.Message;
import io.millrace.engine.task.Outcome;
import java.util.UUID;

/** How a pool reaches the owners of its tasks: user-sites today, tokens beside them. */
public interface OwnerGateway {

  /** The attempt has its channel and runs. */
  void started(Lease lease);

  /** The attempt must end now; the answer comes when it has, or had ended before. */
  void end(Lease lease, Outcome outcome, ActorRef<AttemptEnded> replyTo);

  /**
   * The attempt is over for its owner, and its channel may be released.
   *
   * @param applied false if it had ended before, or never was: the report changed nothing
   */
  record AttemptEnded(UUID attemptUid, boolean applied) implements Message {}
}
