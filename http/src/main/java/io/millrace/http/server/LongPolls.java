package io.millrace.http.server;

import akka.Done;
import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorSystem;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.http.endpoint.Budget.TakeResult;
import io.millrace.http.endpoint.Problem;
import io.millrace.http.endpoint.Refusals;
import io.millrace.http.endpoint.RequestKind;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Requests that wait for something to happen. They hold no more than memory, so they have a bound
 * of their own, beside the {@link RequestIntake}; and a node that stops does not wait for them.
 */
public final class LongPolls extends AllDirectives {
  private final int most;
  private final Set<CompletableFuture<HttpResponse>> open = ConcurrentHashMap.newKeySet();
  private final Refusals refusals;
  private volatile boolean closed;

  public LongPolls(int most, Refusals refusals, MeterRegistry meters) {
    this.most = most;
    this.refusals = refusals;
    Gauge.builder("millrace.http.long.polls", open, Set::size)
        .description("Requests that wait for something to happen")
        .register(meters);
  }

  /** Waiting requests are answered first when the node stops. */
  public void closeWith(ActorSystem<?> system) {
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
  public Route await(Supplier<CompletionStage<HttpResponse>> work) {
    return await(answered -> work.get());
  }

  /**
   * @param work which is told what was answered in the end: its own answer, or another because
   *     nobody waited for that
   */
  public Route await(Function<CompletionStage<HttpResponse>, CompletionStage<HttpResponse>> work) {
    return withoutRequestTimeout(
        () ->
            extractRequest(
                request -> completeWithFuture(admit(work, ConnectionHandler.hangUp(request)))));
  }

  /**
   * Its place is free before it is answered: a caller with an answer may ask again.
   *
   * @param hangUp completes when the client has stopped waiting for the answer, which frees the
   *     place
   */
  CompletionStage<HttpResponse> admit(
      Function<CompletionStage<HttpResponse>, CompletionStage<HttpResponse>> work,
      CompletionStage<Done> hangUp) {
    CompletableFuture<HttpResponse> answer = new CompletableFuture<>();
    open.add(answer);
    hangUp.thenRun(() -> answer(answer, supersededAnswer()));
    if (closed) {
      answer(answer, closingAnswer());
    } else if (open.size() > most) {
      answer(answer, refusals.problem(TakeResult.FULL, RequestKind.LONG_POLL.text()).response());
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
      Function<CompletionStage<HttpResponse>, CompletionStage<HttpResponse>> work,
      CompletableFuture<HttpResponse> answer) {
    try {
      work.apply(answer)
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

  /** Whether this node stops. */
  public boolean isClosed() {
    return closed;
  }

  void close() {
    closed = true;
    List.copyOf(open).forEach(answer -> answer(answer, closingAnswer()));
  }

  private static HttpResponse supersededAnswer() {
    return Problem.overloaded("Another request came on the same connection; try again").response();
  }

  private static HttpResponse closingAnswer() {
    return Problem.overloaded("This node stops; try again").response();
  }
}
