package io.millrace.http.tasks;

import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import akka.http.javadsl.unmarshalling.Unmarshaller;
import io.millrace.engine.node.Engine;
import io.millrace.engine.task.TaskSearch;
import io.millrace.http.endpoint.Endpoint;
import io.millrace.http.endpoint.EndpointHandler;
import io.millrace.http.endpoint.Json;
import io.millrace.http.endpoint.PageSize;
import io.millrace.http.endpoint.RequestIntake;
import java.time.Clock;
import java.util.List;
import java.util.Set;

/** {@code /history}: tasks of all sources, and what can be done with many of them at once. */
public final class HistoryRoutes extends AllDirectives {
  public static final List<EndpointHandler<HistoryRoutes>> ENDPOINTS =
      List.of(
          Endpoint.get("/history")
              .pages(PageSize.USUAL)
              .orSlash()
              .to((HistoryRoutes routes) -> routes.list()),
          Endpoint.get("/history/count").to((HistoryRoutes routes) -> routes.count()),
          Endpoint.post("/history/cancel")
              .to((HistoryRoutes routes) -> routes.bulk(routes.bulk::cancel)),
          Endpoint.post("/history/rerun")
              .to((HistoryRoutes routes) -> routes.bulk(routes.bulk::rerun)));

  private final TaskPages pages;
  private final SynchronousBulkCalls bulk;
  private final RequestIntake intake;
  private final Clock clock;

  public HistoryRoutes(
      Engine engine, SynchronousBulkCalls bulk, RequestIntake intake, Clock clock) {
    this.pages = new TaskPages(engine);
    this.bulk = bulk;
    this.intake = intake;
    this.clock = clock;
  }

  private Route list() {
    return parameterMap(
        parameters -> {
          TaskSearch wanted = TaskSearchReader.page(parameters, clock.instant());
          return completeWithFuture(intake.admit(() -> pages.list(wanted)));
        });
  }

  private Route count() {
    return parameterMap(
        parameters -> {
          TaskSearch wanted = TaskSearchReader.all(parameters, clock.instant());
          return completeWithFuture(intake.admit(() -> pages.count(wanted)));
        });
  }

  private Route bulk(SynchronousBulkCalls.BulkHandler kind) {
    return entity(
        Unmarshaller.entityToString(),
        text -> {
          SynchronousBulkCalls.BulkCall wanted = SynchronousBulkCalls.read(text, clock.instant());
          return completeWithFuture(
              intake.admit(
                  () ->
                      kind.apply(wanted)
                          .thenCompose(
                              done ->
                                  Integer.valueOf(0).equals(done.get("matched"))
                                      ? pages.orNotFound(wanted.query(Set.of()), Json.ok(done))
                                      : Json.done(Json.ok(done)))));
        });
  }
}
