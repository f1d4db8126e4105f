package io.millrace.http;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.PathMatchers;
import akka.http.javadsl.server.Route;
import akka.http.javadsl.unmarshalling.Unmarshaller;
import io.millrace.engine.directory.ConnectionStatus;
import io.millrace.engine.directory.Heard;
import io.millrace.engine.directory.Tables;
import io.millrace.engine.directory.UserSiteEntry;
import io.millrace.engine.node.Directory;
import io.millrace.engine.node.Engine;
import io.millrace.engine.node.Plans;
import io.millrace.engine.node.Tasks;
import io.millrace.engine.refresh.Rule;
import io.millrace.engine.refresh.UserSiteEntity.View;
import io.millrace.engine.source.Collection;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.task.Reason;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** {@code /user-sites}: the connections, and what is heard of each of them. */
final class UserSiteRoutes extends AllDirectives {
  private final Engine engine;
  private final Directory directory;
  private final Tasks tasks;
  private final Plans plans;
  private final Intake intake;
  private final Clock clock;
  private final Entries<UserSiteEntry> entries;

  UserSiteRoutes(Engine engine, Intake intake, Clock clock) {
    this.engine = engine;
    this.directory = engine.refreshes().directory();
    this.tasks = engine.tasks();
    this.plans = engine.refreshes().plans();
    this.intake = intake;
    this.clock = clock;
    this.entries =
        new Entries<>(
            Tables.USER_SITES,
            directory,
            intake,
            Map.of(
                "user", Entries::id,
                "site", Entries::id,
                "status", text -> ConnectionStatus.of(text).name()));
  }

  Route routes() {
    return pathPrefix(
        "user-sites",
        () ->
            concat(
                pathEndOrSingleSlash(() -> get(entries::list)),
                pathPrefix(
                    PathMatchers.segment(),
                    id ->
                        concat(
                            pathEnd(
                                () ->
                                    concat(
                                        put(() -> entries.save(id)),
                                        get(() -> show(id)),
                                        delete(() -> entries.delete(id)))),
                            path("refresh", () -> post(() -> refresh(id))),
                            path("disable", () -> post(() -> disable(id))),
                            path("enable", () -> post(() -> enable(id))),
                            path("explain", () -> get(() -> explain(id))),
                            path("mfa-required", () -> post(() -> mfaRequired(id))),
                            path("migration", () -> post(() -> migration(id))),
                            path("status", () -> post(() -> status(id)))))));
  }

  /** What the directory says of it, and how its refreshing goes. */
  private Route show(String id) {
    return withEntry(
        id, (entry, owner) -> tasks.userSite(owner).thenApply(view -> Json.ok(json(entry, view))));
  }

  private Map<String, Object> json(UserSiteEntry entry, View view) {
    Map<String, Object> json = new LinkedHashMap<>(Entries.json(entry, DefinitionView.MASKED));
    json.put("last_refresh", Json.time(Rule.lastRefresh(entry.facts(), view.userSite().health())));
    json.put("last_mfa_required_at", Json.time(entry.lastMfaRequiredAt()));
    CollectionId id = new CollectionId(entry.site(), entry.id());
    json.putAll(
        RefreshJson.state(
            id, view, engine.refreshes().find(id).map(Collection::policy).orElse(null)));
    return json;
  }

  /** A person wants it refreshed now. */
  private Route refresh(String id) {
    return withEntry(
        id,
        (entry, owner) ->
            tasks
                .refresh(owner, Reason.FORCE)
                .thenApply(
                    answer ->
                        answer.known()
                            ? RefreshAnswer.response(owner, answer)
                            : Problem.overloaded("Its node does not know the site yet; try again")
                                .response()));
  }

  /** A person does not want it refreshed until it is saved again. */
  private Route disable(String id) {
    return entity(
        Unmarshaller.entityToString(),
        body -> {
          String reason = GivenReason.parse(body, false);
          return withEntry(
              id,
              (entry, owner) ->
                  tasks.disable(owner, reason).thenApply(view -> Json.ok(json(entry, view))));
        });
  }

  private Route enable(String id) {
    return withEntry(
        id, (entry, owner) -> tasks.enable(owner).thenApply(view -> Json.ok(json(entry, view))));
  }

  private Route explain(String id) {
    return withEntry(
        id,
        (entry, owner) ->
            tasks
                .explain(owner)
                .thenCombine(
                    plans.outlook(entry.user()),
                    (explained, outlook) -> {
                      Map<String, Object> json = json(entry, explained.view());
                      json.putAll(ExplainJson.explain(explained, work(owner), outlook));
                      return Json.ok(json);
                    }));
  }

  private Collection.Work work(CollectionId id) {
    return engine.refreshes().find(id).map(Collection::work).orElse(null);
  }

  private Route withEntry(
      String id, BiFunction<UserSiteEntry, CollectionId, CompletionStage<HttpResponse>> then) {
    return completeWithFuture(
        intake.admit(
            () ->
                directory
                    .find(Tables.USER_SITES, id)
                    .thenCompose(
                        found ->
                            found
                                .map(
                                    entry ->
                                        then.apply(
                                            entry, new CollectionId(entry.site(), entry.id())))
                                .orElseGet(
                                    () ->
                                        CompletableFuture.completedFuture(entries.unknown(id))))));
  }

  private Route mfaRequired(String id) {
    return change(id, body -> Heard.mfaRequired(body, clock.instant()));
  }

  private Route migration(String id) {
    return change(id, Heard::migration);
  }

  private Route status(String id) {
    return change(id, Heard::status);
  }

  private Route change(String id, Function<String, UnaryOperator<UserSiteEntry>> reader) {
    return entity(
        Unmarshaller.entityToString(),
        body -> {
          UnaryOperator<UserSiteEntry> change = reader.apply(body);
          return completeWithFuture(
              intake.admit(
                  () ->
                      directory
                          .change(id, change)
                          .thenApply(
                              changed ->
                                  changed
                                      .map(
                                          entry ->
                                              Json.ok(Entries.json(entry, DefinitionView.MASKED)))
                                      .orElseGet(() -> entries.unknown(id)))));
        });
  }
}
