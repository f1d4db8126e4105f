package io.millrace.http.flow;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import akka.http.javadsl.unmarshalling.Unmarshaller;
import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.external.ExternalRequest;
import io.millrace.engine.external.ExternalRequestService;
import io.millrace.engine.external.ExternalRequestService.RequestAnswer;
import io.millrace.engine.external.ExternalRequestService.RequestResult;
import io.millrace.engine.node.Engine;
import io.millrace.engine.source.SourceCollection.Work;
import io.millrace.engine.wait.WaitService;
import io.millrace.http.endpoint.BodyLimit;
import io.millrace.http.endpoint.Caller;
import io.millrace.http.endpoint.Endpoint;
import io.millrace.http.endpoint.EndpointHandler;
import io.millrace.http.endpoint.Json;
import io.millrace.http.endpoint.Problem;
import io.millrace.http.endpoint.QueryParameters;
import io.millrace.http.endpoint.RequestIntake;
import io.millrace.http.endpoint.RequestKind;
import io.millrace.http.endpoint.WorkerBounds;
import io.millrace.http.server.LongPolls;
import io.millrace.http.tasks.WaitJson;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** {@code /flow-control/requests}, releases and heartbeats: channels for external callers. */
public final class ChannelRoutes extends AllDirectives {
  private static final BodyLimit BODY = BodyLimit.fields(256 * 1024);

  public static final List<EndpointHandler<ChannelRoutes>> ENDPOINTS =
      List.of(
          Endpoint.report("/flow-control/requests", RequestKind.LONG_POLL)
              .takes(BODY)
              .to((ChannelRoutes routes) -> routes.request()),
          Endpoint.report("/flow-control/releases", RequestKind.REPORT)
              .takes(BODY)
              .to((ChannelRoutes routes) -> routes.answer(routes::release)),
          Endpoint.report("/flow-control/heartbeats", RequestKind.REPORT)
              .takes(BODY)
              .to((ChannelRoutes routes) -> routes.answer(routes::heartbeat)));

  private static final HttpResponse PROGRESSED = Json.ok(Map.of("status", "progressed"));

  private final ExternalRequestService external;
  private final WaitService waits;
  private final RequestIntake reported;
  private final LongPolls longPolls;

  public ChannelRoutes(Engine engine, RequestIntake reported, LongPolls longPolls) {
    this.external = engine.externalRequests();
    this.waits = engine.waits();
    this.reported = reported;
    this.longPolls = longPolls;
  }

  private Route request() {
    return parameterMap(
        parameters -> {
          QueryParameters query = new QueryParameters(parameters, Set.of("wait"));
          Duration wait = query.wait("wait");
          query.check();
          return ifPoolAllowed(
              Work.DEFAULT_POOL, (json, isAllowed) -> longPolls.await(() -> request(json, wait)));
        });
  }

  /**
   * Reads a body, if the caller's token is for the pool that it names.
   *
   * @param unnamed the pool of a body that names none; absent if it is found later
   * @param then also receives whether the token is for a pool
   */
  private Route ifPoolAllowed(
      @Nullable String unnamed, BiFunction<JsonNode, Predicate<String>, Route> then) {
    return extractRequest(
        request ->
            entity(
                Unmarshaller.entityToString(),
                text -> {
                  JsonNode json =
                      text.isBlank() ? Json.MAPPER.createObjectNode() : Json.object(text);
                  WorkerBounds bounds = Caller.of(request).bounds();
                  String otherwise = asksForNothing(json) ? null : unnamed;
                  return Optional.ofNullable(json.path("pool").asText(otherwise))
                      .flatMap(bounds::refusalOfPool)
                      .map(reason -> complete(Problem.forbidden(reason).response()))
                      .orElseGet(
                          () -> then.apply(json, pool -> bounds.refusalOfPool(pool).isEmpty()));
                }));
  }

  /** Whether it takes no channel of any pool, so that no bound matters. */
  private static boolean asksForNothing(JsonNode json) {
    JsonNode token = json.path("taskToken");
    return json.isEmpty() || token.isTextual() && token.textValue().isEmpty();
  }

  /** A request for nothing has the others looked after. */
  private CompletionStage<HttpResponse> request(JsonNode json, @Nullable Duration wait) {
    if (json.isEmpty()) {
      external.progressAll();
      return CompletableFuture.completedFuture(PROGRESSED);
    }
    return external
        .request(json, wait)
        .thenCompose(
            asked -> {
              ExternalRequest channel = asked.channel();
              return channel != null && asked.result() == RequestResult.WAITING
                  ? waiting(channel)
                  : Json.done(requestAnswer(asked));
            });
  }

  /** The request with what it waits for. */
  private CompletionStage<HttpResponse> waiting(ExternalRequest channel) {
    return waits
        .find(channel.task())
        .thenApply(
            wait -> {
              Map<String, Object> fields = new LinkedHashMap<>(channel.fields());
              wait.ifPresent(found -> fields.put("wait", WaitJson.json(found)));
              return Json.response(StatusCodes.ACCEPTED, fields);
            });
  }

  private static HttpResponse requestAnswer(RequestAnswer asked) {
    ExternalRequest channel = asked.channel();
    if (channel == null) {
      return PROGRESSED;
    }
    return switch (asked.result()) {
      case PROGRESSED -> PROGRESSED;
      case GRANTED -> Json.ok(channel.fields());
      case WAITING -> Json.response(StatusCodes.ACCEPTED, channel.fields());
      case OTHER_NAME ->
          conflict(
              "token-in-use",
              "The token belongs to another execution, '" + channel.executionName() + "'");
      case ENDED ->
          conflict(
              "request-ended",
              "The request was ended while it waited; see the task " + channel.task().id());
    };
  }

  private static HttpResponse conflict(String type, String detail) {
    return Problem.of(StatusCodes.CONFLICT, type, detail).response();
  }

  private CompletionStage<HttpResponse> release(JsonNode json, Predicate<String> isAllowed) {
    return external
        .release(json, isAllowed)
        .thenApply(released -> Json.ok(Map.of("released", released)));
  }

  private CompletionStage<HttpResponse> heartbeat(JsonNode json, Predicate<String> isAllowed) {
    return external.heartbeat(json, isAllowed).thenApply(ChannelRoutes::heartbeatAnswer);
  }

  private static HttpResponse heartbeatAnswer(Optional<ExternalRequest> found) {
    if (found.isEmpty()) {
      return Problem.of(
              StatusCodes.NOT_FOUND,
              "unknown-task-token",
              "No channel has this token, or its channel has ended")
          .response();
    }
    return found.get().isGranted()
        ? Json.ok(found.get().fields())
        : conflict("still-waiting", "The request still waits for its channel");
  }

  /** The token alone names a request. The pool where it is found must be allowed. */
  private Route answer(
      BiFunction<JsonNode, Predicate<String>, CompletionStage<HttpResponse>> work) {
    return ifPoolAllowed(
        null,
        (json, isAllowed) -> completeWithFuture(reported.admit(() -> work.apply(json, isAllowed))));
  }
}
