package io.millrace.http;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.RequestEntity;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import akka.stream.Materializer;
import io.millrace.engine.directory.Import;
import io.millrace.engine.directory.ImportResult;
import io.millrace.engine.directory.ImportResult.Counts;
import io.millrace.engine.directory.ImportResult.Rejected;
import io.millrace.engine.directory.ImportResult.Warned;
import io.millrace.engine.directory.ImportStoppedException;
import io.millrace.engine.directory.Tables;
import io.millrace.engine.node.Directory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;

/** {@code /import}: a directory of any size, line by line, as fast as the database takes it. */
final class ImportRoutes extends AllDirectives {
  /** More would only wait for the same database, and keep others from it. */
  private static final int MOST_AT_ONCE = 2;

  private final Directory directory;
  private final Intake intake;
  private final Semaphore free = new Semaphore(MOST_AT_ONCE);

  ImportRoutes(Directory directory, Intake intake) {
    this.directory = directory;
    this.intake = intake;
  }

  Route routes() {
    return path("import", () -> post(this::importLines));
  }

  private Route importLines() {
    return parameterMap(
        parameters -> {
          Query query = new Query(parameters, Set.of("update"));
          boolean update = query.flag("update");
          query.check();
          return withoutRequestTimeout(
              () ->
                  withoutSizeLimit(
                      () ->
                          extractMaterializer(
                              streams ->
                                  extractRequestEntity(
                                      body ->
                                          completeWithFuture(
                                              intake.admit(() -> alone(body, update, streams)))))));
        });
  }

  private CompletionStage<HttpResponse> alone(
      RequestEntity body, boolean update, Materializer streams) {
    if (!free.tryAcquire()) {
      body.discardBytes(streams);
      return CompletableFuture.completedFuture(
          Problem.overloaded("There are " + MOST_AT_ONCE + " imports already; try again later")
              .response());
    }
    return read(body, update, streams)
        .thenCompose(directory::finish)
        .thenApply(result -> Json.ok(json(result)))
        .whenComplete((response, fault) -> free.release());
  }

  /** One piece after the other: the next one is not asked for before the last one is taken. */
  private CompletionStage<Import> read(RequestEntity body, boolean update, Materializer streams) {
    return body.getDataBytes()
        .runFoldAsync(
            directory.begin(update),
            (begun, bytes) -> directory.add(begun, bytes.toArray()),
            streams);
  }

  private static Map<String, Object> json(ImportResult result) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("lines", result.lines());
    Tables.ALL.forEach(table -> json.put(table.plural(), json(result.counts().get(table))));
    json.put("rejected", result.rejected().stream().map(ImportRoutes::json).toList());
    json.put("more_rejected", result.moreRejected());
    if (!result.warnings().isEmpty()) {
      json.put("warnings", result.warnings().stream().map(ImportRoutes::json).toList());
      json.put("more_warnings", result.moreWarnings());
    }
    return json;
  }

  private static Map<String, Object> json(Counts counts) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("created", counts.created());
    json.put("updated", counts.updated());
    json.put("unchanged", counts.unchanged());
    json.put("rejected", counts.rejected());
    return json;
  }

  private static Map<String, Object> json(Rejected rejected) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("line", rejected.line());
    json.put("field", rejected.error().field());
    json.put("value", rejected.error().value());
    json.put("reason", rejected.error().reason());
    return json;
  }

  private static Map<String, Object> json(Warned warned) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("line", warned.line());
    json.putAll(WarningJson.warning(warned.warning()));
    return json;
  }

  /** It may be sent again as it is: what was saved is then unchanged. */
  static Problem stopped(ImportStoppedException stopped) {
    return Problem.of(
        StatusCodes.SERVICE_UNAVAILABLE,
        "import-stopped",
        "Stopped after line %d: everything until there is saved; send it all again later"
            .formatted(stopped.lines()));
  }
}
