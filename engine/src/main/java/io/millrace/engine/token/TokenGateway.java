package io.millrace.engine.token;

import akka.actor.typed.ActorRef;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** How a token is asked, wherever in the cluster it lives. */
public interface TokenGateway {

  /** Fails if there is no answer in time; every command may then be sent again. */
  <T> CompletionStage<T> ask(String owner, Function<ActorRef<T>, TokenCommand> message);
}
