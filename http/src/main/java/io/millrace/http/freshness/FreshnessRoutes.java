package io.millrace.http.freshness;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import io.millrace.engine.fresh.FreshState;
import io.millrace.engine.freshness.FreshnessCounts;
import io.millrace.engine.freshness.FreshnessObjectStore.FreshObject;
import io.millrace.engine.freshness.FreshnessObjectStore.ObjectQuery;
import io.millrace.engine.freshness.FreshnessService;
import io.millrace.http.endpoint.Endpoint;
import io.millrace.http.endpoint.EndpointHandler;
import io.millrace.http.endpoint.Json;
import io.millrace.http.endpoint.PageSize;
import io.millrace.http.endpoint.QueryParameters;
import io.millrace.http.endpoint.RequestIntake;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code /freshness}: how everything stands against what is promised. */
public final class FreshnessRoutes extends AllDirectives {
  public static final List<EndpointHandler<FreshnessRoutes>> ENDPOINTS =
      List.of(
          Endpoint.get("/freshness").to(FreshnessRoutes::verdict),
          Endpoint.get("/freshness/clients")
              .pages(PageSize.USUAL)
              .to((FreshnessRoutes routes) -> routes.counts("client")),
          Endpoint.get("/freshness/sites")
              .pages(PageSize.USUAL)
              .to((FreshnessRoutes routes) -> routes.counts("site")),
          Endpoint.get("/freshness/sources")
              .pages(PageSize.USUAL)
              .to((FreshnessRoutes routes) -> routes.counts("source")),
          Endpoint.get("/freshness/jobs")
              .pages(PageSize.USUAL)
              .to((FreshnessRoutes routes) -> routes.counts("job")),
          Endpoint.get("/freshness/objects").pages(PageSize.USUAL).to(FreshnessRoutes::objects));

  private final FreshnessService freshness;
  private final RequestIntake intake;
  private final Clock clock;

  public FreshnessRoutes(FreshnessService freshness, RequestIntake intake, Clock clock) {
    this.freshness = freshness;
    this.intake = intake;
    this.clock = clock;
  }

  private Route verdict() {
    return completeWithFuture(
        intake.admit(
            () -> freshness.verdict().thenApply(text -> Json.ok(FreshnessJson.verdict(text)))));
  }

  private Route counts(String dimension) {
    return parameterMap(
        parameters -> {
          QueryParameters query = new QueryParameters(parameters, Set.of("limit", "after"));
          String after = query.optional("after");
          int limit = query.limit(PageSize.USUAL);
          query.check();
          return completeWithFuture(
              intake.admit(
                  () ->
                      freshness
                          .counts(dimension)
                          .thenApply(all -> Json.ok(page(all, after, limit)))));
        });
  }

  /** The most stale come first. If the last one of the page before is gone, it begins again. */
  private static Map<String, Object> page(
      List<FreshnessCounts> all, @Nullable String after, int limit) {
    int from = 0;
    for (int i = 0; i < all.size() && after != null; i++) {
      if (all.get(i).name().equals(after)) {
        from = i + 1;
      }
    }
    int until = Math.min(all.size(), from + limit);
    Map<String, Object> page = new LinkedHashMap<>();
    page.put("counts", all.subList(from, until).stream().map(FreshnessJson::counts).toList());
    if (until < all.size()) {
      page.put("after", all.get(until - 1).name());
    }
    return page;
  }

  private Route objects() {
    return parameterMap(
        parameters -> {
          QueryParameters query =
              new QueryParameters(
                  parameters, Set.of("state", "client", "source", "limit", "after"));
          FreshState state = query.read("state", FreshState::of);
          ObjectQuery wanted =
              new ObjectQuery(
                  state == null ? FreshState.STALE : state,
                  query.optional("client"),
                  query.optional("source"),
                  query.optional("after"),
                  query.limit(PageSize.USUAL));
          query.check();
          return completeWithFuture(
              intake.admit(
                  () ->
                      freshness
                          .list(wanted)
                          .thenApply(found -> objectPage(found, wanted.limit()))));
        });
  }

  private HttpResponse objectPage(List<FreshObject> found, int limit) {
    Map<String, Object> page = new LinkedHashMap<>();
    page.put(
        "objects", found.stream().map(it -> FreshnessJson.object(it, clock.instant())).toList());
    if (found.size() == limit) {
      page.put("after", found.get(limit - 1).row().subject().owner());
    }
    return Json.ok(page);
  }
}
