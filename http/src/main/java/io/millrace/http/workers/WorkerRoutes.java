package io.millrace.http.workers;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import akka.http.javadsl.unmarshalling.Unmarshaller;
import io.millrace.engine.node.Engine;
import io.millrace.engine.remote.RemoteWorkerService;
import io.millrace.engine.remote.RemoteWorkerService.ClaimRequest;
import io.millrace.engine.remote.RemoteWorkerService.ClaimedTasks;
import io.millrace.engine.source.CollectionId;
import io.millrace.http.access.WorkerIds;
import io.millrace.http.endpoint.Caller;
import io.millrace.http.endpoint.Endpoint;
import io.millrace.http.endpoint.EndpointHandler;
import io.millrace.http.endpoint.Json;
import io.millrace.http.endpoint.PageSize;
import io.millrace.http.endpoint.Problem;
import io.millrace.http.endpoint.QueryParameters;
import io.millrace.http.endpoint.RequestIntake;
import io.millrace.http.endpoint.RequestKind;
import io.millrace.http.server.ConnectionHandler;
import io.millrace.http.server.LongPolls;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** {@code /workers}: lists workers, and gives tasks to remote workers. */
public final class WorkerRoutes extends AllDirectives {
  public static final List<EndpointHandler<WorkerRoutes>> ENDPOINTS =
      List.of(
          Endpoint.get("/workers").pages(PageSize.USUAL).orSlash().to(WorkerRoutes::list),
          Endpoint.get("/workers/{id}").to(WorkerRoutes::show),
          Endpoint.report("/workers/{id}/claims", RequestKind.LONG_POLL)
              .to((WorkerRoutes routes, String id) -> routes.claim(id)),
          Endpoint.report("/workers/{id}/heartbeat", RequestKind.REPORT)
              .to(WorkerRoutes::heartbeat));

  private final RemoteWorkerService workers;
  private final WorkerIds ids;
  private final RequestIntake intake;
  private final RequestIntake reported;
  private final LongPolls longPolls;
  private final WorkerConnections connections;

  public WorkerRoutes(
      Engine engine,
      WorkerIds ids,
      RequestIntake intake,
      RequestIntake reported,
      LongPolls longPolls) {
    this.ids = ids;
    this.workers = engine.remoteWorkers();
    this.intake = intake;
    this.reported = reported;
    this.longPolls = longPolls;
    this.connections = new WorkerConnections(this::onHungUp);
  }

  private Route claim(String id) {
    CollectionId.checkName("worker", id);
    return extractRequest(
        request ->
            parameterMultiMap(
                parameters -> {
                  Caller caller = Caller.of(request);
                  ClaimRequest wanted =
                      ClaimReader.read(id, parameters, caller.bounds().projects());
                  return caller
                      .bounds()
                      .refusal(wanted)
                      .map(reason -> complete(Problem.forbidden(reason).response()))
                      .orElseGet(
                          () ->
                              longPolls.await(
                                  answered -> ifOwnId(id, caller, () -> claim(wanted, answered))));
                }));
  }

  private CompletionStage<HttpResponse> claim(
      ClaimRequest wanted, CompletionStage<HttpResponse> answered) {
    return workers
        .claim(wanted, work -> claimAnswer(wanted.worker(), work), answered)
        .thenApply(
            given -> given.orElseGet(() -> Problem.notFound("pool", wanted.pool()).response()));
  }

  /** Only for an id that no other token uses; operators use any, and own none. */
  private CompletionStage<HttpResponse> ifOwnId(
      String id, Caller caller, Supplier<CompletionStage<HttpResponse>> work) {
    if (!caller.isWorker()) {
      return work.get();
    }
    return ids.take(id, caller)
        .thenCompose(
            taken ->
                taken
                    ? work.get()
                    : CompletableFuture.completedFuture(
                        Problem.forbidden("The worker '" + id + "' belongs to another token")
                            .response()));
  }

  private HttpResponse claimAnswer(String id, ClaimedTasks given) {
    return given.replaced()
        ? Problem.of(
                StatusCodes.CONFLICT,
                "replaced",
                "The worker '" + id + "' claimed again while this claim was open")
            .response()
        : Json.ok(
            withHeartbeatSeconds("tasks", given.jobs().stream().map(WorkerJson::job).toList()));
  }

  /** When this node stops, it is the node that closes the connections. */
  private void onHungUp(String worker) {
    if (!longPolls.isClosed()) {
      workers.hungUp(worker);
    }
  }

  /** Behind no request and no claim: a node that has much to do must not think its workers dead. */
  private Route heartbeat(String id) {
    CollectionId.checkName("worker", id);
    return extractRequest(
        request ->
            entity(
                Unmarshaller.entityToString(),
                text -> {
                  Set<UUID> attempts = Heartbeat.parse(text).attempts();
                  Caller caller = Caller.of(request);
                  return caller
                      .bounds()
                      .refusalOfWorker(id)
                      .map(reason -> complete(Problem.forbidden(reason).response()))
                      .orElseGet(
                          () ->
                              completeWithFuture(
                                  reported.admit(
                                      () ->
                                          ifOwnId(
                                              id,
                                              caller,
                                              () -> {
                                                connections.onHeartbeat(
                                                    id, ConnectionHandler.endedByClient(request));
                                                return recordHeartbeat(id, attempts, caller);
                                              }))));
                }));
  }

  private CompletionStage<HttpResponse> recordHeartbeat(
      String id, Set<UUID> attempts, Caller caller) {
    return workers
        .heartbeat(id, attempts)
        .thenCompose(
            over ->
                (over.isEmpty() || !caller.isWorker()
                        ? CompletableFuture.completedFuture(false)
                        : ids.anyGivenToOthers(over, caller))
                    .thenApply(
                        ofOthers ->
                            ofOthers
                                ? Problem.forbidden(
                                        "An attempt was given to another token's worker")
                                    .response()
                                : Json.ok(
                                    withHeartbeatSeconds(
                                        "stop", over.stream().map(UUID::toString).toList()))));
  }

  private Map<String, Object> withHeartbeatSeconds(String name, Object value) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put(name, value);
    json.put("heartbeat_seconds", WorkerJson.seconds(workers.heartbeat()));
    return json;
  }

  private Route list() {
    return parameterMap(
        parameters -> {
          QueryParameters query = new QueryParameters(parameters, Set.of("limit", "after"));
          int limit = query.limit(PageSize.USUAL);
          String after = query.optional("after");
          query.check();
          return completeWithFuture(
              intake.admit(() -> all().thenApply(all -> page(all, limit, after))));
        });
  }

  /** Living and lost workers, by id. */
  private CompletionStage<SortedMap<String, Map<String, Object>>> all() {
    return workers
        .workers()
        .thenCombine(
            workers.lostWorkers(),
            (alive, lost) -> {
              SortedMap<String, Map<String, Object>> all = new TreeMap<>();
              lost.forEach(worker -> all.put(worker.id(), WorkerJson.lost(worker)));
              alive.forEach(worker -> all.put(worker.id(), WorkerJson.worker(worker)));
              return all;
            });
  }

  private static HttpResponse page(
      SortedMap<String, Map<String, Object>> all, int limit, @Nullable String after) {
    List<Map.Entry<String, Map<String, Object>>> found =
        all.entrySet().stream()
            .filter(worker -> after == null || worker.getKey().compareTo(after) > 0)
            .limit(limit)
            .toList();
    Map<String, Object> page = new LinkedHashMap<>();
    page.put("workers", found.stream().map(Map.Entry::getValue).toList());
    if (found.size() == limit) {
      page.put("after", found.get(limit - 1).getKey());
    }
    return Json.ok(page);
  }

  private Route show(String id) {
    return completeWithFuture(
        intake.admit(
            () ->
                all()
                    .thenApply(
                        all -> {
                          Map<String, Object> found = all.get(id);
                          return found == null
                              ? Problem.notFound("worker", id).response()
                              : Json.ok(found);
                        })));
  }
}
