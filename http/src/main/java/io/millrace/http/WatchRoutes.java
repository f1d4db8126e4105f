package io.millrace.http;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import io.millrace.engine.directory.ConnectionStatus;
import io.millrace.engine.input.Words;
import io.millrace.engine.node.Engine;
import io.millrace.engine.node.Watch;
import io.millrace.engine.source.Collection;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.watch.Standing;
import io.millrace.engine.watch.StandingStore.Wanted;
import java.time.Clock;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** {@code /today}, {@code /refreshes} and {@code /events}: what operators watch. */
final class WatchRoutes extends AllDirectives {
  private static final List<String> KINDS = List.of("user-site", "collection", "disabled");

  private final Engine engine;
  private final Watch watch;
  private final Intake intake;
  private final EventStreams streams;
  private final StreamPlaces places;
  private final Clock clock;

  WatchRoutes(
      Engine engine, Intake intake, EventStreams streams, StreamPlaces places, Clock clock) {
    this.engine = engine;
    this.watch = engine.watch();
    this.intake = intake;
    this.streams = streams;
    this.places = places;
    this.clock = clock;
  }

  Route routes() {
    return get(
        () ->
            concat(
                path("today", this::today),
                path("refreshes", this::refreshes),
                path("events", this::events)));
  }

  private Route today() {
    return parameterMap(
        parameters -> {
          Query query = new Query(parameters, Set.of("date"));
          LocalDate date = query.day("date");
          query.check();
          return completeWithFuture(
              intake.admit(
                  () ->
                      watch
                          .day(date == null ? watch.today() : date)
                          .thenApply(day -> Json.ok(WatchJson.day(day, clock.instant())))));
        });
  }

  private Route refreshes() {
    return parameterMap(
        parameters -> {
          Query query =
              new Query(
                  parameters, Set.of("kind", "search", "user", "site", "status", "limit", "after"));
          String kind = query.read("kind", text -> Words.read(KINDS, word -> word, "kind", text));
          String search = query.optional("search");
          Wanted wanted =
              new Wanted(
                  search == null || search.isEmpty() ? null : search,
                  query.read("user", Entries::id),
                  query.read("site", Entries::id),
                  query.read("status", ConnectionStatus::of),
                  query.optional("after"),
                  query.number("limit", 1, 200, 50));
          query.check();
          return completeWithFuture(
              intake.admit(
                  () ->
                      found(kind, wanted)
                          .thenCompose(
                              found ->
                                  found.isEmpty()
                                      ? orUnknown(wanted, page(kind, found, wanted.limit()))
                                      : TaskRoutes.done(page(kind, found, wanted.limit())))));
        });
  }

  private CompletionStage<HttpResponse> orUnknown(Wanted wanted, HttpResponse list) {
    Map<String, String> named = new LinkedHashMap<>();
    named.put("user", wanted.user());
    named.put("site", wanted.site());
    return new NamedEntries(engine.refreshes().directory()).orUnknown(named, list);
  }

  private CompletionStage<List<Standing>> found(String kind, Wanted wanted) {
    String after = wanted.after() == null ? "" : wanted.after();
    if ("collection".equals(kind)) {
      String words = wanted.prefix() == null ? "" : wanted.prefix();
      return watch.collections(words, after, wanted.limit());
    }
    return "disabled".equals(kind)
        ? watch.disabled(after, wanted.limit())
        : watch.userSites(wanted);
  }

  private HttpResponse page(String kind, List<Standing> found, int limit) {
    Function<Standing, String> cursor =
        kind == null || kind.equals("user-site") ? Standing::collection : Standing::owner;
    Map<String, Object> page = new LinkedHashMap<>();
    page.put(
        "refreshes",
        found.stream()
            .map(
                standing ->
                    StandingJson.standing(
                        standing,
                        engine
                            .refreshes()
                            .find(new CollectionId(standing.source(), standing.collection()))
                            .map(Collection::policy)
                            .orElse(null)))
            .toList());
    if (found.size() == limit) {
      page.put("after", cursor.apply(found.get(limit - 1)));
    }
    return Json.ok(page);
  }

  private Route events() {
    return extractRequest(
        request ->
            LogRoutes.wantsEvents(request)
                ? places.answer(request, streams.open())
                : completeWithFuture(
                    intake.admit(() -> watch.now().thenApply(now -> Json.ok(WatchJson.now(now))))));
  }
}
