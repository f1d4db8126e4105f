package io.millrace.http.directory;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.RequestEntity;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import akka.stream.Materializer;
import io.millrace.engine.directory.DirectoryImport;
import io.millrace.engine.directory.DirectoryService;
import io.millrace.engine.directory.EntryTables;
import io.millrace.engine.directory.ImportResult;
import io.millrace.engine.directory.ImportResult.EntryCounts;
import io.millrace.engine.directory.ImportResult.LineWarning;
import io.millrace.engine.directory.ImportResult.RejectedLine;
import io.millrace.http.endpoint.BodyLimit;
import io.millrace.http.endpoint.Endpoint;
import io.millrace.http.endpoint.EndpointHandler;
import io.millrace.http.endpoint.Json;
import io.millrace.http.endpoint.Problem;
import io.millrace.http.endpoint.QueryParameters;
import io.millrace.http.endpoint.RequestIntake;
import io.millrace.http.endpoint.WarningJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;

/** {@code /import}: a directory of any size, line by line, as fast as the database takes it. */
public final class ImportRoutes extends AllDirectives {
  public static final List<EndpointHandler<ImportRoutes>> ENDPOINTS =
      List.of(Endpoint.post("/import").takes(BodyLimit.STREAMED).to(ImportRoutes::importLines));

  /** More would only wait for the same database, and keep others from it. */
  private static final int MOST_AT_ONCE = 2;

  private final DirectoryService directory;
  private final RequestIntake intake;
  private final Semaphore free = new Semaphore(MOST_AT_ONCE);

  public ImportRoutes(DirectoryService directory, RequestIntake intake) {
    this.directory = directory;
    this.intake = intake;
  }

  private Route importLines() {
    return parameterMap(
        parameters -> {
          QueryParameters query = new QueryParameters(parameters, Set.of("update"));
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
                                              intake.admit(
                                                  () -> importIfFree(body, update, streams)))))));
        });
  }

  private CompletionStage<HttpResponse> importIfFree(
      RequestEntity body, boolean update, Materializer streams) {
    if (!free.tryAcquire()) {
      body.discardBytes(streams);
      return CompletableFuture.completedFuture(
          Problem.overloaded("There are " + MOST_AT_ONCE + " imports already; try again later")
              .response());
    }
    return read(body, update, streams)
        .thenCompose(directory::finishImport)
        .thenApply(result -> Json.ok(json(result)))
        .whenComplete((response, fault) -> free.release());
  }

  /** One piece after the other: the next one is not asked for before the last one is taken. */
  private CompletionStage<DirectoryImport> read(
      RequestEntity body, boolean update, Materializer streams) {
    return body.getDataBytes()
        .runFoldAsync(
            directory.beginImport(update),
            (begun, bytes) -> directory.addToImport(begun, bytes.toArray()),
            streams);
  }

  private static Map<String, Object> json(ImportResult result) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("lines", result.lines());
    EntryTables.ALL.forEach(
        table ->
            json.put(table.plural(), json(result.counts().getOrDefault(table, EntryCounts.NONE))));
    json.put("rejected", result.rejected().stream().map(ImportRoutes::json).toList());
    json.put("more_rejected", result.moreRejected());
    if (!result.warnings().isEmpty()) {
      json.put("warnings", result.warnings().stream().map(ImportRoutes::json).toList());
      json.put("more_warnings", result.moreWarnings());
    }
    return json;
  }

  private static Map<String, Object> json(EntryCounts counts) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("created", counts.created());
    json.put("updated", counts.updated());
    json.put("unchanged", counts.unchanged());
    json.put("rejected", counts.rejected());
    return json;
  }

  private static Map<String, Object> json(RejectedLine rejected) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("line", rejected.line());
    json.put("field", rejected.error().field());
    json.put("value", rejected.error().value());
    json.put("reason", rejected.error().reason());
    return json;
  }

  private static Map<String, Object> json(LineWarning warned) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("line", warned.line());
    json.putAll(WarningJson.warning(warned.warning()));
    return json;
  }
}
