package io.millrace.http.endpoint;

import akka.http.javadsl.model.HttpResponse;
import io.millrace.http.endpoint.Budget.TakeResult;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Bounds what this node has in flight: a request that does not fit is refused at once, before it
 * costs anything, and what was let in is carried to its end.
 */
public final class RequestIntake {
  private final Semaphore free;
  private final RequestKind kind;
  private final Refusals refusals;

  public RequestIntake(int inFlight, RequestKind kind, Refusals refusals) {
    this.free = new Semaphore(inFlight);
    this.kind = kind;
    this.refusals = refusals;
  }

  public CompletionStage<HttpResponse> admit(Supplier<CompletionStage<HttpResponse>> work) {
    if (!free.tryAcquire()) {
      return CompletableFuture.completedFuture(
          refusals.problem(TakeResult.FULL, kind.text()).response());
    }
    try {
      return work.get().whenComplete((response, fault) -> free.release());
    } catch (RuntimeException fault) {
      free.release();
      throw fault;
    }
  }
}
