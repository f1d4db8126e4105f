package io.millrace.http.flow;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import akka.http.javadsl.unmarshalling.Unmarshaller;
import io.millrace.engine.flow.PoolChange;
import io.millrace.engine.flow.PoolConfig;
import io.millrace.engine.flow.PoolConfigReader;
import io.millrace.engine.flow.PoolService;
import io.millrace.engine.flow.PoolState;
import io.millrace.engine.node.Engine;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.source.SourceCollection.Work;
import io.millrace.http.endpoint.BodyLimit;
import io.millrace.http.endpoint.Caller;
import io.millrace.http.endpoint.Endpoint;
import io.millrace.http.endpoint.EndpointHandler;
import io.millrace.http.endpoint.Json;
import io.millrace.http.endpoint.PageSize;
import io.millrace.http.endpoint.Problem;
import io.millrace.http.endpoint.QueryParameters;
import io.millrace.http.endpoint.ReasonReader;
import io.millrace.http.endpoint.RequestIntake;
import io.millrace.http.endpoint.VersionHeaders;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** {@code /flow-control}: the pools of channels, their configs and how they are. */
public final class FlowRoutes extends AllDirectives {
  private static final BodyLimit BODY = BodyLimit.fields(256 * 1024);
  private static final String SYSTEM = "/flow-control/pools/{name}/systems/{system}";

  public static final List<EndpointHandler<FlowRoutes>> ENDPOINTS =
      List.of(
          Endpoint.get("/flow-control")
              .orSlash()
              .to((FlowRoutes routes) -> routes.show(Work.DEFAULT_POOL)),
          Endpoint.put("/flow-control")
              .takes(BODY)
              .orSlash()
              .to((FlowRoutes routes) -> routes.replace(Work.DEFAULT_POOL)),
          Endpoint.get("/flow-control/pools").orSlash().to(FlowRoutes::list),
          Endpoint.get("/flow-control/pools/{name}").to(FlowRoutes::show),
          Endpoint.put("/flow-control/pools/{name}").takes(BODY).to(FlowRoutes::replace),
          Endpoint.delete("/flow-control/pools/{name}").takes(BODY).to(FlowRoutes::remove),
          Endpoint.post("/flow-control/pools/{name}/pause")
              .takes(BODY)
              .to((FlowRoutes routes, String pool) -> routes.enable(pool, false)),
          Endpoint.post("/flow-control/pools/{name}/resume")
              .takes(BODY)
              .to((FlowRoutes routes, String pool) -> routes.enable(pool, true)),
          Endpoint.post(SYSTEM + "/pause").takes(BODY).to(FlowRoutes::pauseSystem),
          Endpoint.post(SYSTEM + "/resume").takes(BODY).to(FlowRoutes::resumeSystem),
          Endpoint.get("/flow-control/pools/{name}/changes")
              .pages(PageSize.USUAL)
              .to(FlowRoutes::changes));

  private final PoolService pools;
  private final RequestIntake intake;
  private final Clock clock;

  public FlowRoutes(Engine engine, RequestIntake intake, Clock clock) {
    this.pools = engine.pools();
    this.intake = intake;
    this.clock = clock;
  }

  private Route list() {
    return completeWithFuture(
        intake.admit(
            () ->
                pools
                    .states()
                    .thenApply(
                        all -> Json.ok(Map.of("pools", all.stream().map(this::json).toList())))));
  }

  private Route show(String pool) {
    return answer(pool, () -> pools.state(pool));
  }

  private Route replace(String pool) {
    return withBodyAndCallerName(
        (text, by) -> {
          PoolConfig config = PoolConfigReader.read(Json.object(text));
          CollectionId.checkName("pool", pool);
          return extractRequest(
              request ->
                  completeWithFuture(
                      intake.admit(
                          () ->
                              pools
                                  .put(pool, config, by, VersionHeaders.expected(request))
                                  .thenApply(this::shown))));
        });
  }

  /** A pause says why; who starts it again need not. */
  private Route enable(String pool, boolean enabled) {
    return withBodyAndCallerName(
        (text, by) -> {
          String reason = ReasonReader.parse(text, !enabled);
          return answer(pool, () -> pools.setEnabled(pool, enabled, by, reason));
        });
  }

  private Route pauseSystem(String pool, String system) {
    return withBodyAndCallerName(
        (text, by) -> setPaused(pool, system, ReasonReader.parse(text, true), by));
  }

  private Route resumeSystem(String pool, String system) {
    return withBodyAndCallerName(
        (text, by) -> {
          ReasonReader.parse(text, false);
          return setPaused(pool, system, null, by);
        });
  }

  private Route setPaused(String pool, String system, @Nullable String reason, String by) {
    return completeWithFuture(
        intake.admit(
            () ->
                pools
                    .setPaused(pool, system, reason, by)
                    .thenApply(
                        state ->
                            state
                                .map(found -> shown(found, system))
                                .orElseGet(() -> unknown(pool)))));
  }

  private HttpResponse shown(PoolState state, String system) {
    return state.config().hasSystem(system)
        ? shown(state)
        : Problem.notFound("system", system).response();
  }

  private Route remove(String pool) {
    return extractRequest(
        request ->
            completeWithFuture(
                intake.admit(
                    () ->
                        pools
                            .remove(
                                pool, Caller.of(request).name(), VersionHeaders.expected(request))
                            .thenApply(whyNot -> removed(pool, whyNot)))));
  }

  private static HttpResponse removed(String pool, String whyNot) {
    if (whyNot == null) {
      return HttpResponse.create().withStatus(StatusCodes.NO_CONTENT);
    }
    return whyNot.isEmpty() ? unknown(pool) : inUse(pool, whyNot);
  }

  private static HttpResponse inUse(String pool, String why) {
    return Problem.of(
            StatusCodes.CONFLICT, "in-use", "The pool '" + pool + "' cannot be removed: " + why)
        .response();
  }

  private Route changes(String pool) {
    return parameterMap(
        parameters -> {
          QueryParameters query = new QueryParameters(parameters, Set.of("limit", "after"));
          int limit = query.limit(PageSize.USUAL);
          Long after = query.read("after", Long::valueOf, "is not the version of a change");
          query.check();
          return completeWithFuture(
              intake.admit(
                  () ->
                      pools
                          .changes(pool, after == null ? Long.MAX_VALUE : after, limit)
                          .thenCompose(
                              found ->
                                  found.isEmpty()
                                      ? isKnown(pool)
                                          .thenApply(
                                              known -> known ? page(found, limit) : unknown(pool))
                                      : Json.done(page(found, limit)))));
        });
  }

  /** A pool that was removed has changes still. */
  private CompletionStage<Boolean> isKnown(String pool) {
    return pools
        .state(pool)
        .thenCombine(
            pools.changes(pool, Long.MAX_VALUE, 1),
            (state, changes) -> state.isPresent() || !changes.isEmpty());
  }

  private static HttpResponse page(List<PoolChange> found, int limit) {
    Map<String, Object> page = new LinkedHashMap<>();
    page.put("changes", found.stream().map(PoolJson::change).toList());
    if (found.size() == limit) {
      page.put("after", Long.toString(found.get(limit - 1).version()));
    }
    return Json.ok(page);
  }

  /**
   * @param inner is given the body, and the name of the token that was used
   */
  private Route withBodyAndCallerName(BiFunction<String, String, Route> inner) {
    return entity(
        Unmarshaller.entityToString(), text -> withCallerName(name -> inner.apply(text, name)));
  }

  private Route withCallerName(Function<String, Route> inner) {
    return extractRequest(request -> inner.apply(Caller.of(request).name()));
  }

  private Route answer(String pool, Supplier<CompletionStage<Optional<PoolState>>> work) {
    return completeWithFuture(
        intake.admit(
            () ->
                work.get()
                    .thenApply(state -> state.map(this::shown).orElseGet(() -> unknown(pool)))));
  }

  private HttpResponse shown(PoolState state) {
    return VersionHeaders.with(state.newestChange().version(), Json.ok(json(state)));
  }

  private Map<String, Object> json(PoolState state) {
    return PoolJson.state(state, clock.instant());
  }

  private static HttpResponse unknown(String pool) {
    return Problem.notFound("pool", pool).response();
  }
}
