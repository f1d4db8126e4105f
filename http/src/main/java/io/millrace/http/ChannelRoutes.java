package io.millrace.http;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import akka.http.javadsl.unmarshalling.Unmarshaller;
import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.external.Channel;
import io.millrace.engine.node.ExternalRequests;
import io.millrace.engine.node.ExternalRequests.Asked;
import io.millrace.engine.source.Collection.Work;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** {@code /flow-control/requests}, releases and heartbeats: channels for external callers. */
final class ChannelRoutes extends AllDirectives {
  private static final HttpResponse PROGRESSED = Json.ok(Map.of("status", "progressed"));

  private final ExternalRequests external;
  private final Intake reported;
  private final LongPolls longPolls;

  ChannelRoutes(ExternalRequests external, Intake reported, LongPolls longPolls) {
    this.external = external;
    this.reported = reported;
    this.longPolls = longPolls;
  }

  Route routes() {
    return pathPrefix(
        "flow-control",
        () ->
            concat(
                path("requests", () -> post(this::request)),
                path("releases", () -> post(() -> answer(this::release))),
                path("heartbeats", () -> post(() -> answer(this::heartbeat)))));
  }

  private Route request() {
    return parameterMap(
        parameters -> {
          Query query = new Query(parameters, Set.of("wait"));
          Duration wait = query.wait("wait");
          query.check();
          return inItsPools(json -> longPolls.await(() -> request(json, wait)));
        });
  }

  /** Reads a body that names a pool, if the caller's token is for that pool. */
  private Route inItsPools(Function<JsonNode, Route> then) {
    return extractRequest(
        request ->
            entity(
                Unmarshaller.entityToString(),
                text -> {
                  JsonNode json =
                      text.isBlank() ? Json.MAPPER.createObjectNode() : Json.object(text);
                  String pool = json.path("pool").asText(Work.DEFAULT_POOL);
                  return Access.caller(request)
                      .bounds()
                      .refusalOfPool(pool)
                      .map(reason -> complete(Problem.forbidden(reason).response()))
                      .orElseGet(() -> then.apply(json));
                }));
  }

  /** A request for nothing has the others looked after. */
  private CompletionStage<HttpResponse> request(JsonNode json, Duration wait) {
    if (json.isEmpty()) {
      external.progress();
      return CompletableFuture.completedFuture(PROGRESSED);
    }
    return external.request(json, wait).thenApply(ChannelRoutes::asked);
  }

  private static HttpResponse asked(Asked asked) {
    Channel channel = asked.channel();
    return switch (asked.result()) {
      case PROGRESSED -> PROGRESSED;
      case GRANTED -> Json.ok(channel.fields());
      case WAITING -> Json.response(StatusCodes.ACCEPTED, channel.fields());
      case OTHER_NAME ->
          conflict(
              "token-in-use",
              "The token is that of another execution, '" + channel.executionName() + "'");
      case ENDED ->
          conflict(
              "request-ended",
              "The request was ended while it waited; see the task " + channel.task().id());
    };
  }

  private static HttpResponse conflict(String type, String detail) {
    return Problem.of(StatusCodes.CONFLICT, type, detail).response();
  }

  private CompletionStage<HttpResponse> release(JsonNode json) {
    return external.release(json).thenApply(released -> Json.ok(Map.of("released", released)));
  }

  private CompletionStage<HttpResponse> heartbeat(JsonNode json) {
    return external.heartbeat(json).thenApply(ChannelRoutes::beaten);
  }

  private static HttpResponse beaten(Optional<Channel> found) {
    if (found.isEmpty()) {
      return Problem.of(
              StatusCodes.NOT_FOUND,
              "unknown-task-token",
              "There is no channel of this token, or not any more")
          .response();
    }
    return found.get().isGranted()
        ? Json.ok(found.get().fields())
        : conflict("still-waiting", "The request still waits for its channel");
  }

  private Route answer(Function<JsonNode, CompletionStage<HttpResponse>> work) {
    return inItsPools(json -> completeWithFuture(reported.admit(() -> work.apply(json))));
  }
}
