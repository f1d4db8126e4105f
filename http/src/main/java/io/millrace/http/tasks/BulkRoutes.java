package io.millrace.http.tasks;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import akka.http.javadsl.unmarshalling.Unmarshaller;
import io.millrace.engine.bulk.BulkOperation;
import io.millrace.engine.bulk.BulkOrder;
import io.millrace.engine.bulk.BulkService;
import io.millrace.engine.dispatch.TaskService;
import io.millrace.engine.task.TaskQuery;
import io.millrace.http.endpoint.Caller;
import io.millrace.http.endpoint.Endpoint;
import io.millrace.http.endpoint.EndpointHandler;
import io.millrace.http.endpoint.Json;
import io.millrace.http.endpoint.Problem;
import io.millrace.http.endpoint.RequestIntake;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** {@code /bulk-operations}: cancels tasks, or runs them again, however many they are. */
public final class BulkRoutes extends AllDirectives {
  private static final int NEWEST = 50;

  public static final List<EndpointHandler<BulkRoutes>> ENDPOINTS =
      List.of(
          Endpoint.get("/bulk-operations").to(BulkRoutes::list),
          Endpoint.post("/bulk-operations").to((BulkRoutes routes) -> routes.start()),
          Endpoint.get("/bulk-operations/{id}")
              .to((BulkRoutes routes, String id) -> routes.answer(id, routes.bulk::find)),
          Endpoint.post("/bulk-operations/{id}/abort")
              .to((BulkRoutes routes, String id) -> routes.answer(id, routes.bulk::abort)));

  private final BulkService bulk;
  private final TaskService tasks;
  private final RequestIntake intake;
  private final Clock clock;

  public BulkRoutes(BulkService bulk, TaskService tasks, RequestIntake intake, Clock clock) {
    this.bulk = bulk;
    this.tasks = tasks;
    this.intake = intake;
    this.clock = clock;
  }

  private Route list() {
    return completeWithFuture(
        intake.admit(
            () ->
                bulk.list(NEWEST)
                    .thenApply(
                        found ->
                            Json.ok(
                                Map.of(
                                    "operations",
                                    found.stream().map(BulkRoutes::json).toList())))));
  }

  private Route start() {
    return extractRequest(
        request ->
            entity(
                Unmarshaller.entityToString(),
                text -> {
                  BulkOrder order =
                      TaskSearchReader.order(text, Caller.of(request).name(), clock.instant());
                  return completeWithFuture(intake.admit(() -> start(order)));
                }));
  }

  /** A name that nobody has is a mistake, not an operation without tasks. */
  private CompletionStage<HttpResponse> start(BulkOrder order) {
    TaskQuery query = order.search().query();
    return tasks
        .findMissing(query.source(), query.collection())
        .thenCompose(
            missing ->
                missing.isPresent()
                    ? Json.done(
                        TaskPages.unknown(missing.get(), query.source(), query.collection()))
                    : bulk.start(order)
                        .thenApply(
                            started ->
                                started
                                    .map(it -> Json.response(StatusCodes.CREATED, json(it)))
                                    .orElseGet(BulkRoutes::tooMany)));
  }

  private static HttpResponse tooMany() {
    return Problem.of(
            StatusCodes.TOO_MANY_REQUESTS,
            "too-many-bulk-operations",
            "Too many bulk operations run; wait for one, or abort one")
        .response();
  }

  private Route answer(
      String id, Function<UUID, CompletionStage<Optional<BulkOperation>>> question) {
    return completeWithFuture(
        intake.admit(
            () ->
                uid(id)
                    .map(question)
                    .orElseGet(() -> CompletableFuture.completedFuture(Optional.empty()))
                    .thenApply(
                        found ->
                            found
                                .map(it -> Json.ok(json(it)))
                                .orElseGet(
                                    () -> Problem.notFound("bulk-operation", id).response()))));
  }

  private static Optional<UUID> uid(String text) {
    try {
      return Optional.of(UUID.fromString(text));
    } catch (IllegalArgumentException wrong) {
      return Optional.empty();
    }
  }

  private static Map<String, Object> json(BulkOperation operation) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("id", operation.id().toString());
    json.put("action", operation.order().action().text());
    json.put("filter", filter(operation.order()));
    json.put("asked_by", operation.order().askedBy());
    json.put("asked_at", Json.time(operation.order().askedAt()));
    json.put("state", operation.state().text());
    json.put("node", operation.node());
    json.put("total", operation.progress().total().tasks());
    json.put("more", operation.progress().total().more());
    json.put("handled", operation.progress().handled());
    json.put("done", operation.progress().done());
    json.put("refused", operation.progress().refused());
    json.put("ended_at", Json.time(operation.endedAt()));
    return json;
  }

  private static Map<String, Object> filter(BulkOrder order) {
    TaskQuery query = order.search().query();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("source", orEmpty(query.source()));
    json.put("collection", orEmpty(query.collection()));
    json.put("statuses", query.statuses().stream().sorted().map(it -> it.name()).toList());
    json.put("message", orEmpty(order.search().message()));
    json.put("worker", orEmpty(order.search().worker()));
    json.put("reason", order.search().reason() == null ? "" : order.search().reason().text());
    json.put("start", Json.time(query.start()));
    json.put("end", Json.time(query.end()));
    return json;
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
