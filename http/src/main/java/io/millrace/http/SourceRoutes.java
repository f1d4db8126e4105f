package io.millrace.http;

import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.PathMatchers;
import akka.http.javadsl.server.Route;
import akka.http.javadsl.unmarshalling.Unmarshaller;
import io.millrace.engine.node.Engine;
import io.millrace.engine.refresh.UserSiteEntity.View;
import io.millrace.engine.source.CollectionId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** {@code /sources}: the whole document, and how one of its collections is. */
final class SourceRoutes extends AllDirectives {
  static final long MOST_BYTES = 8 * 1024 * 1024;

  private final Engine engine;
  private final Intake intake;

  SourceRoutes(Engine engine, Intake intake) {
    this.engine = engine;
    this.intake = intake;
  }

  Route routes() {
    return pathPrefix(
        "sources",
        () ->
            concat(
                pathEndOrSingleSlash(() -> concat(put(this::replace), get(this::document))),
                path(
                    PathMatchers.segment().slash("collections").slash(PathMatchers.segment()),
                    (source, collection) ->
                        get(() -> show(new CollectionId(source, collection))))));
  }

  private Route replace() {
    return entity(
        Unmarshaller.entityToString(),
        document ->
            extractRequest(
                request ->
                    completeWithFuture(
                        intake.admit(() -> replace(document, Access.caller(request).name())))));
  }

  private CompletionStage<HttpResponse> replace(String document, String by) {
    return engine
        .sourceKeeper()
        .put(document, by)
        .thenApply(sources -> Json.ok(Map.of("collections", sources.collections().size())));
  }

  private Route document() {
    return completeWithFuture(
        engine
            .sourceKeeper()
            .document()
            .thenApply(
                document ->
                    HttpResponse.create().withEntity(ContentTypes.TEXT_PLAIN_UTF8, document)));
  }

  private Route show(CollectionId id) {
    return completeWithFuture(
        engine.sources().current().find(id).isEmpty()
            ? CompletableFuture.completedFuture(
                Problem.notFound("collection", id.owner()).response())
            : intake.admit(
                () -> engine.tasks().userSite(id).thenApply(view -> Json.ok(json(id, view)))));
  }

  private static Map<String, Object> json(CollectionId id, View view) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("source", id.source());
    json.put("collection", id.collection());
    json.putAll(RefreshJson.state(id, view));
    return json;
  }
}
