package io.millrace.engine.flow;

import akka.actor.typed.ActorRef;
import akka.actor.typed.RecipientRef;
import akka.actor.typed.Scheduler;
import akka.actor.typed.javadsl.AskPattern;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * Questions of this node that a pool answers only when there is something to say. A pool that moves
 * forgets them. So when it has started elsewhere, they are asked again.
 */
final class PendingPoolQuestions {
  private record PendingPoolQuestion(String pool, Runnable send) {}

  private final Map<Long, PendingPoolQuestion> open = new ConcurrentHashMap<>();
  private final AtomicLong last = new AtomicLong();

  /**
   * @param message asks the same each time it is sent
   */
  <T> CompletionStage<T> ask(
      String pool,
      RecipientRef<FlowCommand> ref,
      Function<ActorRef<T>, FlowCommand> message,
      Duration timeout,
      Scheduler scheduler) {
    long no = last.incrementAndGet();
    return AskPattern.<FlowCommand, T>ask(
            ref,
            replyTo -> {
              FlowCommand question = message.apply(replyTo);
              open.put(no, new PendingPoolQuestion(pool, () -> ref.tell(question)));
              return question;
            },
            timeout,
            scheduler)
        .whenComplete((reply, fault) -> open.remove(no));
  }

  void askAgain(String pool) {
    open.values().stream().filter(ask -> ask.pool().equals(pool)).forEach(ask -> ask.send().run());
  }
}
