package io.millrace.engine.message;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.RecipientRef;
import akka.actor.typed.javadsl.AskPattern;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * Asks an actor that may be moving to another node. Messages that arrive during the move are lost,
 * so it asks again. Handling the same message twice must therefore do no harm.
 */
public final class RetryingAsk {
  private static final int MAX_TRIES = 3;

  private final ActorSystem<?> system;
  private final Duration timeout;

  /**
   * @param timeout for all tries together
   */
  public RetryingAsk(ActorSystem<?> system, Duration timeout) {
    this.system = system;
    this.timeout = timeout;
  }

  public <C, T> CompletionStage<T> ask(RecipientRef<C> ref, Function<ActorRef<T>, C> message) {
    return ask(ref, message, MAX_TRIES);
  }

  private <C, T> CompletionStage<T> ask(
      RecipientRef<C> ref, Function<ActorRef<T>, C> message, int triesLeft) {
    return AskPattern.<C, T>ask(
            ref, message::apply, timeout.dividedBy(MAX_TRIES), system.scheduler())
        .exceptionallyCompose(
            fault -> {
              if (triesLeft > 1 && cause(fault) instanceof TimeoutException) {
                return ask(ref, message, triesLeft - 1);
              }
              throw fault instanceof CompletionException known
                  ? known
                  : new CompletionException(fault);
            });
  }

  private static Throwable cause(Throwable fault) {
    return fault instanceof CompletionException && fault.getCause() != null
        ? fault.getCause()
        : fault;
  }
}
