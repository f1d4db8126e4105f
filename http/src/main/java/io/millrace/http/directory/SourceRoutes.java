package io.millrace.http.directory;

import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import akka.http.javadsl.unmarshalling.Unmarshaller;
import io.millrace.engine.definition.SourceKeeper.CheckedSources;
import io.millrace.engine.definition.SourceKeeper.SavedSources;
import io.millrace.engine.dispatch.TaskService;
import io.millrace.engine.flywheel.PlanService.UserOutlook;
import io.millrace.engine.input.ExpectedVersion;
import io.millrace.engine.node.Engine;
import io.millrace.engine.refresh.UserSiteCommand.ExplainReply;
import io.millrace.engine.refresh.UserSiteCommand.UserSiteStateReply;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.source.SourceCollection;
import io.millrace.engine.source.SourceStore.SourcesDocument;
import io.millrace.http.access.DefinitionView;
import io.millrace.http.endpoint.BodyLimit;
import io.millrace.http.endpoint.Caller;
import io.millrace.http.endpoint.Endpoint;
import io.millrace.http.endpoint.EndpointHandler;
import io.millrace.http.endpoint.Json;
import io.millrace.http.endpoint.Problem;
import io.millrace.http.endpoint.QueryParameters;
import io.millrace.http.endpoint.ReasonReader;
import io.millrace.http.endpoint.RequestIntake;
import io.millrace.http.endpoint.VersionHeaders;
import io.millrace.http.endpoint.WarningJson;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** {@code /sources}: the whole document, and how one of its collections is. */
public final class SourceRoutes extends AllDirectives {
  private static final BodyLimit BODY = BodyLimit.document(8 * 1024 * 1024);
  private static final String COLLECTION = "/sources/{source}/collections/{collection}";

  public static final List<EndpointHandler<SourceRoutes>> ENDPOINTS =
      List.of(
          Endpoint.put("/sources")
              .takes(BODY)
              .orSlash()
              .to((SourceRoutes routes) -> routes.replace()),
          Endpoint.get("/sources").orSlash().to(SourceRoutes::document),
          Endpoint.post("/sources/check").takes(BODY).to(SourceRoutes::check),
          Endpoint.get(COLLECTION).to(SourceRoutes::show),
          Endpoint.get(COLLECTION + "/explain").to(SourceRoutes::explain),
          Endpoint.post(COLLECTION + "/disable").takes(BODY).to(SourceRoutes::disable),
          Endpoint.post(COLLECTION + "/enable").takes(BODY).to(SourceRoutes::enable));

  /** The sources without their credentials: it takes seconds to make that of a long document. */
  private record MaskedDocument(String document, String shown) {}

  private final Engine engine;
  private final TaskService tasks;
  private final RequestIntake intake;
  private final Clock clock;
  private volatile MaskedDocument masked = new MaskedDocument("", "");

  public SourceRoutes(Engine engine, RequestIntake intake, Clock clock) {
    this.engine = engine;
    this.tasks = engine.tasks();
    this.intake = intake;
    this.clock = clock;
  }

  private Route show(String source, String name) {
    CollectionId id = new CollectionId(source, name);
    return ifKnown(id, () -> tasks.userSite(id).thenApply(view -> shown(id, view)));
  }

  private Route enable(String source, String name) {
    CollectionId id = new CollectionId(source, name);
    return ifKnown(id, () -> tasks.enable(id).thenApply(view -> shown(id, view)));
  }

  private Route replace() {
    return parameterMap(
        parameters -> {
          QueryParameters query = new QueryParameters(parameters, Set.of("empty"));
          boolean mayBeEmpty = query.flag("empty");
          query.check();
          return entity(
              Unmarshaller.entityToString(),
              document ->
                  extractRequest(
                      request -> {
                        String by = Caller.of(request).name();
                        ExpectedVersion expected = VersionHeaders.expected(request);
                        return completeWithFuture(
                            intake.admit(() -> replace(document, by, mayBeEmpty, expected)));
                      }));
        });
  }

  /** It may take seconds to read a long document, so a thread for that does it. */
  private Route check() {
    return parameterMap(
        parameters -> {
          QueryParameters query = new QueryParameters(parameters, Set.of("empty"));
          boolean mayBeEmpty = query.flag("empty");
          query.check();
          return extractExecutionContext(
              threads ->
                  entity(
                      Unmarshaller.entityToString(),
                      document ->
                          completeWithFuture(
                              intake.admit(
                                  () ->
                                      CompletableFuture.supplyAsync(
                                              () ->
                                                  engine
                                                      .refreshes()
                                                      .sourceKeeper()
                                                      .check(document, mayBeEmpty),
                                              threads)
                                          .thenApply(this::checked)))));
        });
  }

  private HttpResponse checked(CheckedSources checked) {
    return Json.ok(
        WarningJson.with(
            checked.after().warnings(), SourceCheckJson.json(checked, clock.instant())));
  }

  private CompletionStage<HttpResponse> replace(
      String document, String by, boolean mayBeEmpty, ExpectedVersion expected) {
    return engine
        .refreshes()
        .sourceKeeper()
        .put(document, by, mayBeEmpty, expected)
        .thenApply(SourceRoutes::replaced);
  }

  private static HttpResponse replaced(SavedSources saved) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("collections", saved.sources().collections().size());
    return VersionHeaders.with(
        saved.version(), Json.ok(WarningJson.with(saved.sources().warnings(), json)));
  }

  /** The thread that reads the document has others to serve. */
  private Route document() {
    return extractExecutionContext(
        threads ->
            extractRequest(
                request -> {
                  DefinitionView view = DefinitionView.of(request);
                  return completeWithFuture(
                      intake.admit(
                          () ->
                              engine
                                  .refreshes()
                                  .sourceKeeper()
                                  .document()
                                  .thenApplyAsync(saved -> text(saved, view), threads)));
                }));
  }

  private String documentFor(String document, DefinitionView view) {
    if (view == DefinitionView.WHOLE) {
      return document;
    }
    MaskedDocument known = masked;
    if (!known.document().equals(document)) {
      known = new MaskedDocument(document, view.sources(document));
      masked = known;
    }
    return known.shown();
  }

  private HttpResponse text(SourcesDocument saved, DefinitionView view) {
    return VersionHeaders.with(
        saved.version(),
        HttpResponse.create()
            .withEntity(ContentTypes.TEXT_PLAIN_UTF8, documentFor(saved.document(), view)));
  }

  /**
   * Also answers for a collection that was taken out of the sources, as long as its state is kept.
   */
  private Route explain(String source, String name) {
    CollectionId id = new CollectionId(source, name);
    return completeWithFuture(
        intake.admit(
            () ->
                tasks
                    .explain(id)
                    .thenCompose(
                        explained ->
                            isKnown(id) || explained.view().userSite().goneSince() != null
                                ? explained(id, explained)
                                : Json.done(unknown(id)))));
  }

  private CompletionStage<HttpResponse> explained(CollectionId id, ExplainReply explained) {
    return new RefreshExplainer(engine, clock)
        .explain(id, explained, UserOutlook.NONE)
        .thenApply(
            explanation -> {
              Map<String, Object> json = json(id, explained.view());
              json.putAll(explanation);
              return Json.ok(json);
            });
  }

  /** A person does not want it refreshed until it is enabled, or saved, again. */
  private Route disable(String source, String name) {
    CollectionId id = new CollectionId(source, name);
    return entity(
        Unmarshaller.entityToString(),
        body -> {
          String reason = ReasonReader.parse(body, false);
          return ifKnown(id, () -> tasks.disable(id, reason).thenApply(view -> shown(id, view)));
        });
  }

  private Route ifKnown(CollectionId id, Supplier<CompletionStage<HttpResponse>> work) {
    return completeWithFuture(
        isKnown(id) ? intake.admit(work) : CompletableFuture.completedFuture(unknown(id)));
  }

  private boolean isKnown(CollectionId id) {
    return engine.refreshes().sources().current().find(id).isPresent();
  }

  private static HttpResponse unknown(CollectionId id) {
    return Problem.notFound("collection", id.owner()).response();
  }

  private HttpResponse shown(CollectionId id, UserSiteStateReply view) {
    return Json.ok(json(id, view));
  }

  private Map<String, Object> json(CollectionId id, UserSiteStateReply view) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("source", id.source());
    json.put("collection", id.collection());
    json.putAll(
        RefreshJson.state(
            id, view, engine.refreshes().find(id).map(SourceCollection::policy).orElse(null)));
    return json;
  }
}
