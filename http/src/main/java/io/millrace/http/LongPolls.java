package io.millrace.http;

import akka.Done;
import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorSystem;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Requests that wait for something to happen. They hold no more than memory, so they have a bound
 * of their own, beside the {@link Intake}; and a node that stops does not wait for them.
 */
final class LongPolls extends AllDirectives {
  private final int most;
  private final Set<CompletableFuture<HttpResponse>> open = ConcurrentHashMap.newKeySet();
  private final Counter refused;
  private volatile boolean closed;

  LongPolls(int most, MeterRegistry meters) {
    this.most = most;
    this.refused =
        Counter.builder("millrace.http.refused")
            .description("Requests answered 503 because too many were in flight")
            .register(meters);
    Gauge.builder("millrace.http.long.polls", open, Set::size)
        .description("Requests that wait for something to happen")
        .register(meters);
  }

  /** Whoever waits is answered first of all when the node stops. */
  void closeWith(ActorSystem<?> system) {
    CoordinatedShutdown.get(system)
        .addTask(
            CoordinatedShutdown.PhaseBeforeServiceUnbind(),
            "answer-long-polls",
            () -> {
              close();
              return CompletableFuture.completedFuture(Done.getInstance());
            });
  }

  /**
   * @param work which answers in bounded time: there is no other timeout
   */
  Route await(Supplier<CompletionStage<HttpResponse>> work) {
    return withoutRequestTimeout(() -> completeWithFuture(admit(work)));
  }

  /** Its place is free before it is answered: whoever has his answer may ask again. */
  CompletionStage<HttpResponse> admit(Supplier<CompletionStage<HttpResponse>> work) {
    CompletableFuture<HttpResponse> answer = new CompletableFuture<>();
    open.add(answer);
    if (closed) {
      answer(answer, closing());
    } else if (open.size() > most) {
      refused.increment();
      answer(
          answer, Problem.overloaded("Too many requests wait on this node; try again").response());
    } else {
      start(work, answer);
    }
    return answer;
  }

  private void answer(CompletableFuture<HttpResponse> answer, HttpResponse response) {
    open.remove(answer);
    answer.complete(response);
  }

  private void fail(CompletableFuture<HttpResponse> answer, Throwable fault) {
    open.remove(answer);
    answer.completeExceptionally(fault);
  }

  private void start(
      Supplier<CompletionStage<HttpResponse>> work, CompletableFuture<HttpResponse> answer) {
    try {
      work.get()
          .whenComplete(
              (response, fault) -> {
                if (fault == null) {
                  answer(answer, response);
                } else {
                  fail(answer, fault);
                }
              });
    } catch (RuntimeException fault) {
      fail(answer, fault);
    }
  }

  void close() {
    closed = true;
    List.copyOf(open).forEach(answer -> answer(answer, closing()));
  }

  private static HttpResponse closing() {
    return Problem.overloaded("This node stops; try again").response();
  }
}
