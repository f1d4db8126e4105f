package io.millrace.http.directory;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import akka.http.javadsl.unmarshalling.Unmarshaller;
import io.millrace.engine.directory.ConnectionStatus;
import io.millrace.engine.directory.DirectoryService;
import io.millrace.engine.directory.EntryTable;
import io.millrace.engine.directory.EntryTables;
import io.millrace.engine.directory.UserSiteEntry;
import io.millrace.engine.directory.UserSiteUpdates;
import io.millrace.engine.directory.VersionedEntry;
import io.millrace.engine.dispatch.TaskService;
import io.millrace.engine.flywheel.PlanService;
import io.millrace.engine.flywheel.PlanService.UserOutlook;
import io.millrace.engine.node.Engine;
import io.millrace.engine.refresh.RefreshRule;
import io.millrace.engine.refresh.UserSiteCommand.ExplainReply;
import io.millrace.engine.refresh.UserSiteCommand.UserSiteStateReply;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.source.SourceCollection;
import io.millrace.engine.task.TaskReason;
import io.millrace.http.access.DefinitionView;
import io.millrace.http.endpoint.Endpoint;
import io.millrace.http.endpoint.EndpointHandler;
import io.millrace.http.endpoint.Json;
import io.millrace.http.endpoint.PageSize;
import io.millrace.http.endpoint.Problem;
import io.millrace.http.endpoint.ReasonReader;
import io.millrace.http.endpoint.RequestIntake;
import io.millrace.http.endpoint.VersionHeaders;
import io.millrace.http.tasks.RefreshAnswer;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** {@code /user-sites}: the connections, and what is heard of each of them. */
final class UserSiteRoutes extends AllDirectives {
  static final List<EndpointHandler<UserSiteRoutes>> ENDPOINTS =
      List.of(
          Endpoint.get("/user-sites")
              .pages(PageSize.USUAL)
              .orSlash()
              .to((UserSiteRoutes routes) -> routes.entries.list()),
          Endpoint.put("/user-sites/{id}")
              .to((UserSiteRoutes routes, String id) -> routes.entries.save(id)),
          Endpoint.get("/user-sites/{id}").to(UserSiteRoutes::show),
          Endpoint.delete("/user-sites/{id}")
              .to((UserSiteRoutes routes, String id) -> routes.entries.delete(id)),
          Endpoint.post("/user-sites/{id}/refresh").to(UserSiteRoutes::refresh),
          Endpoint.post("/user-sites/{id}/disable").to(UserSiteRoutes::disable),
          Endpoint.post("/user-sites/{id}/enable").to(UserSiteRoutes::enable),
          Endpoint.get("/user-sites/{id}/explain").to(UserSiteRoutes::explain),
          Endpoint.post("/user-sites/{id}/mfa-required").to(UserSiteRoutes::mfaRequired),
          Endpoint.post("/user-sites/{id}/migration").to(UserSiteRoutes::migration),
          Endpoint.post("/user-sites/{id}/status").to(UserSiteRoutes::status));

  private final Engine engine;
  private final DirectoryService directory;
  private final TaskService tasks;
  private final PlanService plans;
  private final RequestIntake intake;
  private final Clock clock;
  private final EntryRoutes<UserSiteEntry> entries;

  UserSiteRoutes(Engine engine, RequestIntake intake, Clock clock) {
    this.engine = engine;
    this.directory = engine.refreshes().directory();
    this.tasks = engine.tasks();
    this.plans = engine.refreshes().plans();
    this.intake = intake;
    this.clock = clock;
    this.entries =
        new EntryRoutes<>(
            EntryTables.USER_SITES,
            directory,
            intake,
            Map.of(
                EntryTable.SEARCH,
                NamedEntryCheck::id,
                "user",
                NamedEntryCheck::id,
                "site",
                NamedEntryCheck::id,
                "status",
                text -> ConnectionStatus.of(text).name()));
  }

  /** What the directory says of it, and how its refreshing goes. */
  private Route show(String id) {
    return withEntry(
        id,
        (entry, owner) ->
            tasks
                .userSite(owner)
                .thenApply(
                    view ->
                        VersionHeaders.with(VersionedEntry.of(entry), Json.ok(json(entry, view)))));
  }

  private Map<String, Object> json(UserSiteEntry entry, UserSiteStateReply view) {
    Map<String, Object> json = new LinkedHashMap<>(EntryRoutes.json(entry, DefinitionView.MASKED));
    json.put(
        "last_refresh",
        Json.time(RefreshRule.lastRefresh(entry.facts(), view.userSite().health())));
    json.put("last_mfa_required_at", Json.time(entry.lastMfaRequiredAt()));
    CollectionId id = new CollectionId(entry.site(), entry.id());
    json.putAll(
        RefreshJson.state(
            id, view, engine.refreshes().find(id).map(SourceCollection::policy).orElse(null)));
    return json;
  }

  /** A person wants it refreshed now. */
  private Route refresh(String id) {
    return withEntry(
        id,
        (entry, owner) ->
            tasks
                .refresh(owner, TaskReason.FORCE)
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
          String reason = ReasonReader.parse(body, false);
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
                    (explained, outlook) -> explained(entry, owner, explained, outlook))
                .thenCompose(answer -> answer));
  }

  private CompletionStage<HttpResponse> explained(
      UserSiteEntry entry, CollectionId owner, ExplainReply explained, UserOutlook outlook) {
    return new RefreshExplainer(engine, clock)
        .explain(owner, explained, outlook)
        .thenApply(
            explanation -> {
              Map<String, Object> json = json(entry, explained.view());
              json.putAll(explanation);
              return Json.ok(json);
            });
  }

  private Route withEntry(
      String id, BiFunction<UserSiteEntry, CollectionId, CompletionStage<HttpResponse>> then) {
    return completeWithFuture(
        intake.admit(
            () ->
                directory
                    .find(EntryTables.USER_SITES, id)
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
    return change(id, body -> UserSiteUpdates.mfaRequired(body, clock.instant()));
  }

  private Route migration(String id) {
    return change(id, UserSiteUpdates::migration);
  }

  private Route status(String id) {
    return change(id, UserSiteUpdates::status);
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
                                              Json.ok(
                                                  EntryRoutes.json(entry, DefinitionView.MASKED)))
                                      .orElseGet(() -> entries.unknown(id)))));
        });
  }
}
