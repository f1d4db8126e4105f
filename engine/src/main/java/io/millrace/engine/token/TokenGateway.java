package io.millrace.engine.token;

import akka.actor.typed.ActorRef;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Asks a token, on whichever node it is hosted. */
public interface TokenGateway {

  /** Fails if there is no answer in time; every command may then be sent again. */
  <T> CompletionStage<T> ask(String owner, Function<ActorRef<T>, TokenCommand> message);
}
