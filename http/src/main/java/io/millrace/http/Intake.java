package io.millrace.http;

import akka.http.javadsl.model.HttpResponse;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Bounds what this node has in flight: a request that does not fit is refused at once, before it
 * costs anything, and what was let in is carried to its end.
 */
final class Intake {
  private final Semaphore free;
  private final Counter refused;

  Intake(int inFlight, MeterRegistry meters) {
    this.free = new Semaphore(inFlight);
    this.refused =
        Counter.builder("millrace.http.refused")
            .description("Requests answered 503 because too many were in flight")
            .register(meters);
  }

  CompletionStage<HttpResponse> admit(Supplier<CompletionStage<HttpResponse>> work) {
    if (!free.tryAcquire()) {
      refused.increment();
      return CompletableFuture.completedFuture(
          Problem.overloaded("Too many requests are in flight; try again").response());
    }
    try {
      return work.get().whenComplete((response, fault) -> free.release());
    } catch (RuntimeException fault) {
      free.release();
      throw fault;
    }
  }
}
