package io.millrace.http;

import akka.http.javadsl.model.HttpResponse;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Bounds the requests that wait here for something to happen. They cost next to nothing meanwhile,
 * so there may be many more of them than of those the node works on, and they take no place of
 * theirs.
 */
final class LongPolls {
  private final Semaphore free;
  private final Counter refused;

  LongPolls(int atOnce, MeterRegistry meters) {
    this.free = new Semaphore(atOnce);
    this.refused =
        Counter.builder("millrace.http.long.polls.refused")
            .description("Requests answered 503 because too many were waiting")
            .register(meters);
  }

  CompletionStage<HttpResponse> admit(Supplier<CompletionStage<HttpResponse>> work) {
    if (!free.tryAcquire()) {
      refused.increment();
      return CompletableFuture.completedFuture(
          Problem.overloaded("Too many requests are waiting; try again").response());
    }
    try {
      return work.get().whenComplete((response, fault) -> free.release());
    } catch (RuntimeException fault) {
      free.release();
      throw fault;
    }
  }
}
