package io.millrace.http.server;

import akka.actor.typed.ActorSystem;
import akka.cluster.MemberStatus;
import akka.cluster.typed.Cluster;
import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.millrace.engine.node.Engine;
import io.millrace.http.endpoint.Endpoint;
import io.millrace.http.endpoint.EndpointHandler;
import io.millrace.http.endpoint.Json;
import io.millrace.http.endpoint.Problem;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** {@code /alive}, {@code /ready} and {@code /metrics}: for machines, without a token. */
public final class HealthRoutes extends AllDirectives {
  public static final List<EndpointHandler<HealthRoutes>> ENDPOINTS =
      List.of(
          Endpoint.open("/alive").to(HealthRoutes::alive),
          Endpoint.open("/ready")
              .to((HealthRoutes routes) -> routes.completeWithFuture(routes.ready())),
          Endpoint.open("/metrics").to(HealthRoutes::metrics));

  private final ActorSystem<?> system;
  private final Engine engine;
  private final PrometheusMeterRegistry meters;

  public HealthRoutes(ActorSystem<?> system, Engine engine, PrometheusMeterRegistry meters) {
    this.system = system;
    this.engine = engine;
    this.meters = meters;
  }

  /** Ready: a member of its cluster, its clock right, its database able to answer and to write. */
  private CompletionStage<HttpResponse> ready() {
    if (!Cluster.get(system).selfMember().status().equals(MemberStatus.up())) {
      return CompletableFuture.completedFuture(
          notReady("This node is " + Cluster.get(system).selfMember().status() + ", not Up"));
    }
    Optional<String> clockProblem = engine.clockProblem();
    if (clockProblem.isPresent()) {
      return CompletableFuture.completedFuture(notReady(clockProblem.get()));
    }
    Optional<String> cannotWrite = engine.writeFault();
    if (cannotWrite.isPresent()) {
      return CompletableFuture.completedFuture(notReady(cannotWrite.get()));
    }
    return engine
        .checkDatabase()
        .handle(
            (answered, fault) ->
                fault == null
                    ? Json.ok(Map.of("status", "ready"))
                    : notReady("The database does not answer"));
  }

  private static HttpResponse notReady(String detail) {
    return Problem.of(StatusCodes.SERVICE_UNAVAILABLE, "not-ready", detail).response();
  }

  private Route alive() {
    return complete(Json.ok(Map.of("status", "alive")));
  }

  private Route metrics() {
    return complete(
        HttpResponse.create().withEntity(ContentTypes.TEXT_PLAIN_UTF8, meters.scrape()));
  }
}
