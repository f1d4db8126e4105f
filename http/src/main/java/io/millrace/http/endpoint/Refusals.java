package io.millrace.http.endpoint;

import akka.Done;
import akka.actor.ActorSystem;
import akka.http.javadsl.model.HttpEntity;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import akka.pattern.Patterns;
import akka.stream.javadsl.Sink;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.http.endpoint.Budget.TakeResult;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Refuses requests for which there is no room, and counts them by kind. */
public final class Refusals extends AllDirectives {
  /** A client that is refused may still send for a moment: else it might not see its answer. */
  private static final Duration LISTEN = Duration.ofSeconds(1);

  private final MeterRegistry meters;

  public Refusals(MeterRegistry meters) {
    this.meters = meters;
  }

  /**
   * @param kind what there is too much of, such as {@code long-polls}
   */
  public void count(String kind) {
    Counter.builder("millrace.http.refused")
        .description("Requests and connections that were refused because there were too many")
        .tag("kind", kind)
        .register(meters)
        .increment();
  }

  /** 429 to a caller that has its share, 503 to one that others leave nothing. */
  public Problem problem(TakeResult answer, String kind) {
    count(kind);
    return answer == TakeResult.OWN_SHARE
        ? tooMany("This token already uses its share of this node's " + kind + "; try again")
        : Problem.overloaded("This node has no room for more " + kind + "; try again");
  }

  /** Refuses a request whose body may not have come. */
  public Route refuse(HttpRequest request, TakeResult answer, String kind) {
    return answerUnread(request, problem(answer, kind).response());
  }

  /** Answers without the body, and drops what comes of it meanwhile. */
  public Route answerUnread(HttpRequest request, HttpResponse response) {
    return request.entity() instanceof HttpEntity.Strict || request.getHeader("Expect").isPresent()
        ? complete(response)
        : extractActorSystem(
            system -> completeWithFuture(drainBriefly(request, system).thenApply(any -> response)));
  }

  private static CompletionStage<?> drainBriefly(HttpRequest request, ActorSystem system) {
    return request
        .entity()
        .withoutSizeLimit()
        .getDataBytes()
        .runWith(Sink.ignore(), system)
        .<Object>handle((done, fault) -> Done.getInstance())
        .applyToEither(
            Patterns.after(
                LISTEN, system, () -> CompletableFuture.completedFuture(Done.getInstance())),
            any -> any);
  }

  public static Problem tooMany(String detail) {
    return Problem.of(StatusCodes.TOO_MANY_REQUESTS, "too-many-requests", detail);
  }
}
