package io.millrace.http.freshness;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import io.millrace.engine.fresh.FreshState;
import io.millrace.engine.freshness.FreshnessObjectStore.FreshObject;
import io.millrace.engine.freshness.FreshnessObjectStore.ObjectOrder;
import io.millrace.engine.freshness.FreshnessObjectStore.ObjectQuery;
import io.millrace.engine.freshness.FreshnessOrder;
import io.millrace.engine.freshness.FreshnessService;
import io.millrace.engine.freshness.FreshnessService.CountsPage;
import io.millrace.engine.freshness.FreshnessService.CountsQuery;
import io.millrace.engine.input.WordList;
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
  private enum SortDirection {
    ASCENDING,
    DESCENDING
  }

  private enum ObjectSort {
    AGE,
    NAME
  }

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
          QueryParameters query =
              new QueryParameters(parameters, Set.of("sort", "order", "limit", "after"));
          FreshnessOrder sort =
              query.read("sort", text -> WordList.read(FreshnessOrder.class, "sort", text));
          SortDirection order = direction(query);
          SortDirection natural =
              sort == FreshnessOrder.NAME ? SortDirection.ASCENDING : SortDirection.DESCENDING;
          CountsQuery wanted =
              new CountsQuery(
                  dimension,
                  sort == null ? FreshnessOrder.STALE : sort,
                  order != null && order != natural,
                  query.optional("after"),
                  query.limit(PageSize.USUAL));
          query.check();
          return completeWithFuture(
              intake.admit(
                  () -> freshness.counts(wanted).thenApply(page -> Json.ok(countsPage(page)))));
        });
  }

  private static @Nullable SortDirection direction(QueryParameters query) {
    return query.read("order", text -> WordList.read(SortDirection.class, "order", text));
  }

  private static Map<String, Object> countsPage(CountsPage found) {
    Map<String, Object> page = new LinkedHashMap<>();
    page.put("counts", found.rows().stream().map(FreshnessJson::ranked).toList());
    if (found.more()) {
      page.put("after", found.rows().get(found.rows().size() - 1).counts().name());
    }
    return page;
  }

  private Route objects() {
    return parameterMap(
        parameters -> {
          QueryParameters query =
              new QueryParameters(
                  parameters,
                  Set.of("state", "client", "source", "sort", "order", "limit", "after"));
          FreshState state = query.read("state", FreshState::of);
          ObjectSort sort =
              query.read("sort", text -> WordList.read(ObjectSort.class, "sort", text));
          SortDirection order = direction(query);
          ObjectQuery wanted =
              new ObjectQuery(
                  state == null ? FreshState.STALE : state,
                  query.optional("client"),
                  query.optional("source"),
                  sort == ObjectSort.NAME
                      ? order == SortDirection.DESCENDING
                          ? ObjectOrder.NAME_REVERSED
                          : ObjectOrder.NAME
                      : order == SortDirection.ASCENDING ? ObjectOrder.NEWEST : ObjectOrder.OLDEST,
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
