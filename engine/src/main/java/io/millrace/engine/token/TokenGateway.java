package io.millrace.engine.token;

import akka.actor.typed.ActorRef;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Asks a token, on whichever node it is hosted. */
public interface TokenGateway {

  /**
   * Asks again if the token may have moved, and fails if there is no answer in time. Every command
   * may come twice; the first answer counts.
   */
  <T> CompletionStage<T> ask(String owner, Function<ActorRef<T>, TokenCommand> message);
}
