package io.millrace.engine.flow;

import akka.actor.typed.ActorRef;
import io.millrace.engine.message.Message;
import io.millrace.engine.task.Outcome;
import java.util.UUID;

/** Tells the owners of tasks that an attempt ends. */
@FunctionalInterface
public interface OwnerGateway {

  /**
   * The attempt ends with this outcome. The owner replies when it has ended, also if it ended
   * before.
   *
   * @param byWorker whether its worker reports the end, so that nothing is left to stop
   */
  void end(Lease lease, Outcome outcome, boolean byWorker, ActorRef<AttemptEnded> replyTo);

  /**
   * The attempt has ended for its owner; its channel may be released.
   *
   * @param applied false if the report changed nothing: the attempt had ended before or is unknown
   */
  record AttemptEnded(UUID attemptUid, boolean applied) implements Message {}
}
