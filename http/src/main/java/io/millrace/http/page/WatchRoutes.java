package io.millrace.http.page;

import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import io.millrace.engine.directory.ConnectionStatus;
import io.millrace.engine.fresh.RefreshOutlook;
import io.millrace.engine.freshness.FreshnessService.MeasuredFreshness;
import io.millrace.engine.input.WordList;
import io.millrace.engine.node.Engine;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.source.SourceCollection;
import io.millrace.engine.task.Task;
import io.millrace.engine.wait.Wait;
import io.millrace.engine.watch.OverviewService;
import io.millrace.engine.watch.UserSiteOverview;
import io.millrace.engine.watch.UserSiteOverviewStore.UserSiteQuery;
import io.millrace.http.directory.NamedEntryCheck;
import io.millrace.http.endpoint.Endpoint;
import io.millrace.http.endpoint.EndpointHandler;
import io.millrace.http.endpoint.Json;
import io.millrace.http.endpoint.PageSize;
import io.millrace.http.endpoint.QueryParameters;
import io.millrace.http.endpoint.RequestIntake;
import io.millrace.http.freshness.FreshnessJson;
import io.millrace.http.server.StreamPlaces;
import java.time.Clock;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** {@code /today}, {@code /refreshes} and {@code /events}: what operators watch. */
public final class WatchRoutes extends AllDirectives {
  /** What user-sites wait for, and what is promised of their data. */
  private record Standings(Map<UUID, Wait> waits, Map<String, MeasuredFreshness> promised) {
    static final Standings NONE = new Standings(Map.of(), Map.of());
  }

  private static final PageSize REFRESHES = new PageSize(50, 200);

  public static final List<EndpointHandler<WatchRoutes>> ENDPOINTS =
      List.of(
          Endpoint.get("/today").to(WatchRoutes::today),
          Endpoint.get("/refreshes").pages(REFRESHES).to(WatchRoutes::refreshes),
          Endpoint.get("/events").to(WatchRoutes::events));

  private static final List<String> KINDS = List.of("user-site", "collection", "disabled");

  private final Engine engine;
  private final OverviewService watch;
  private final RequestIntake intake;
  private final EventStreams streams;
  private final StreamPlaces places;
  private final Clock clock;

  public WatchRoutes(
      Engine engine, RequestIntake intake, EventStreams streams, StreamPlaces places, Clock clock) {
    this.engine = engine;
    this.watch = engine.overview();
    this.intake = intake;
    this.streams = streams;
    this.places = places;
    this.clock = clock;
  }

  private Route today() {
    return parameterMap(
        parameters -> {
          QueryParameters query = new QueryParameters(parameters, Set.of("date"));
          LocalDate date = query.day("date");
          query.check();
          return completeWithFuture(
              intake.admit(
                  () ->
                      watch
                          .dayOverview(date == null ? watch.today() : date)
                          .thenApply(day -> Json.ok(WatchJson.day(day, clock.instant())))));
        });
  }

  private Route refreshes() {
    return parameterMap(
        parameters -> {
          QueryParameters query =
              new QueryParameters(
                  parameters, Set.of("kind", "search", "user", "site", "status", "limit", "after"));
          String kind =
              query.read("kind", text -> WordList.read(KINDS, word -> word, "kind", text));
          String search = query.optional("search");
          UserSiteQuery wanted =
              new UserSiteQuery(
                  search == null || search.isEmpty() ? null : search,
                  query.read("user", NamedEntryCheck::id),
                  query.read("site", NamedEntryCheck::id),
                  query.read("status", ConnectionStatus::of),
                  query.optional("after"),
                  query.limit(REFRESHES));
          query.check();
          return completeWithFuture(
              intake.admit(
                  () ->
                      found(kind, wanted)
                          .thenCompose(
                              found ->
                                  found.isEmpty()
                                      ? orNotFound(
                                          wanted, page(kind, found, Standings.NONE, wanted.limit()))
                                      : shown(kind, found, wanted.limit()))));
        });
  }

  private CompletionStage<HttpResponse> orNotFound(UserSiteQuery wanted, HttpResponse list) {
    Map<String, String> named = new LinkedHashMap<>();
    named.put("user", wanted.user());
    named.put("site", wanted.site());
    return new NamedEntryCheck(engine.refreshes().directory()).orNotFound(named, list);
  }

  private CompletionStage<List<UserSiteOverview>> found(
      @Nullable String kind, UserSiteQuery wanted) {
    String after = wanted.after() == null ? "" : wanted.after();
    if ("collection".equals(kind)) {
      String words = wanted.prefix() == null ? "" : wanted.prefix();
      return watch.collections(words, after, wanted.limit());
    }
    return "disabled".equals(kind)
        ? watch.disabled(after, wanted.limit())
        : watch.userSites(wanted);
  }

  private CompletionStage<HttpResponse> shown(
      @Nullable String kind, List<UserSiteOverview> found, int limit) {
    return engine
        .waits()
        .waits(found.stream().map(UserSiteOverview::last).filter(Objects::nonNull).toList())
        .thenCombine(
            engine.freshness().find(found.stream().map(UserSiteOverview::owner).toList()),
            (waits, promised) -> page(kind, found, new Standings(waits, promised), limit));
  }

  private HttpResponse page(
      @Nullable String kind, List<UserSiteOverview> found, Standings standings, int limit) {
    Function<UserSiteOverview, String> cursor =
        kind == null || kind.equals("user-site")
            ? UserSiteOverview::collection
            : UserSiteOverview::owner;
    Map<String, Object> page = new LinkedHashMap<>();
    page.put("refreshes", found.stream().map(overview -> json(overview, standings)).toList());
    if (found.size() == limit) {
      page.put("after", cursor.apply(found.get(limit - 1)));
    }
    return Json.ok(page);
  }

  private Map<String, Object> json(UserSiteOverview overview, Standings standings) {
    Map<String, Object> json =
        UserSiteOverviewJson.standing(
            overview,
            engine
                .refreshes()
                .find(new CollectionId(overview.source(), overview.collection()))
                .map(SourceCollection::policy)
                .orElse(null),
            standings.waits(),
            watch::next);
    MeasuredFreshness promised = standings.promised().get(overview.owner());
    json.put("freshness", FreshnessJson.state(promised, clock.instant()));
    json.put("data", FreshnessJson.explained(promised, ahead(overview), clock.instant()));
    return json;
  }

  private RefreshOutlook ahead(UserSiteOverview overview) {
    Task last = overview.last();
    if (last != null && !last.status().isFinal()) {
      return RefreshOutlook.open(last.times().createdAt(), last.times().deadline());
    }
    return RefreshOutlook.booked(
        overview.disabledReason() == null ? watch.next(overview).at() : null);
  }

  private Route events() {
    return extractRequest(
        request ->
            StreamPlaces.wantsEvents(request)
                ? places.answer(request, streams.open(wantsChanges(request)))
                : completeWithFuture(
                    intake.admit(
                        () -> watch.overview().thenApply(now -> Json.ok(WatchJson.now(now))))));
  }

  /** A reader that puts the state together by itself, as the page does. */
  private static boolean wantsChanges(HttpRequest request) {
    return request.getHeader("Prefer").filter(it -> it.value().equals("changes")).isPresent();
  }
}
