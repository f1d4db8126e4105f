package io.millrace.engine.message;

import akka.actor.Cancellable;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.RecipientRef;
import akka.actor.typed.javadsl.AskPattern;
import akka.pattern.Patterns;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Asks an actor that may be moving to another node. Messages that arrive during the move are lost,
 * so it asks again. Handling the same message twice must therefore do no harm.
 *
 * <p>All retries share one timeout. No try begins after it, so the last one ends at most a try
 * later.
 */
public final class RetryingAsk {
  private static final int MAX_TRIES = 5;
  private static final Duration PAUSE = Duration.ofMillis(300);

  private final ActorSystem<?> system;
  private final Duration timeout;
  private final int maxTries;

  /**
   * @param timeout for all tries together
   */
  public RetryingAsk(ActorSystem<?> system, Duration timeout) {
    this(system, timeout, MAX_TRIES);
  }

  private RetryingAsk(ActorSystem<?> system, Duration timeout, int maxTries) {
    this.system = system;
    this.timeout = timeout;
    this.maxTries = maxTries;
  }

  /** For a caller that asks again by itself: no reply is waited for once. */
  public static RetryingAsk once(ActorSystem<?> system, Duration timeout) {
    return new RetryingAsk(system, timeout, 1);
  }

  public <C, T> CompletionStage<T> ask(RecipientRef<C> ref, Function<ActorRef<T>, C> message) {
    return ask(ref, message, reply -> true, () -> false, maxTries);
  }

  /** Asks again after a pause if a reply is not accepted. After the timeout any reply counts. */
  public <C, T> CompletionStage<T> ask(
      RecipientRef<C> ref, Function<ActorRef<T>, C> message, Predicate<T> accepts) {
    AtomicBoolean isOver = new AtomicBoolean();
    Cancellable timer =
        system.scheduler().scheduleOnce(timeout, () -> isOver.set(true), system.executionContext());
    return ask(ref, message, accepts, isOver::get, maxTries)
        .whenComplete((reply, fault) -> timer.cancel());
  }

  /**
   * Sends the same message again until there is a reply, and takes the first one. So an actor that
   * is only slow, and refuses what it gets a second time, is not taken at its second word.
   */
  public <C, T> CompletionStage<T> askForFirstReply(
      RecipientRef<C> ref, Function<ActorRef<T>, C> message) {
    List<Cancellable> repeats = new ArrayList<>();
    return AskPattern.<C, T>ask(
            ref,
            replyTo -> {
              C question = message.apply(replyTo);
              repeats.add(repeat(() -> ref.tell(question)));
              return question;
            },
            timeout,
            system.scheduler())
        .whenComplete((reply, fault) -> repeats.forEach(Cancellable::cancel));
  }

  private Cancellable repeat(Runnable ask) {
    Duration pause = timeout.dividedBy(maxTries);
    return system.scheduler().scheduleWithFixedDelay(pause, pause, ask, system.executionContext());
  }

  private <C, T> CompletionStage<T> ask(
      RecipientRef<C> ref,
      Function<ActorRef<T>, C> message,
      Predicate<T> accepts,
      BooleanSupplier isOver,
      int triesLeft) {
    return AskPattern.<C, T>ask(
            ref, message::apply, timeout.dividedBy(maxTries), system.scheduler())
        .handle(
            (reply, fault) -> {
              if (fault == null) {
                return isOver.getAsBoolean() || accepts.test(reply)
                    ? CompletableFuture.completedFuture(reply)
                    : Patterns.after(
                        PAUSE,
                        system.classicSystem(),
                        () -> ask(ref, message, accepts, isOver, triesLeft));
              }
              return triesLeft > 1
                      && !isOver.getAsBoolean()
                      && cause(fault) instanceof TimeoutException
                  ? ask(ref, message, accepts, isOver, triesLeft - 1)
                  : CompletableFuture.<T>failedFuture(fault);
            })
        .thenCompose(next -> next);
  }

  private static Throwable cause(Throwable fault) {
    return fault instanceof CompletionException && fault.getCause() != null
        ? fault.getCause()
        : fault;
  }
}
