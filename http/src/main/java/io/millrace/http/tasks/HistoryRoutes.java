package io.millrace.http.tasks;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import akka.http.javadsl.unmarshalling.Unmarshaller;
import io.millrace.engine.dispatch.TaskService;
import io.millrace.engine.task.TaskId;
import io.millrace.engine.task.TaskQuery;
import io.millrace.http.endpoint.Endpoint;
import io.millrace.http.endpoint.EndpointHandler;
import io.millrace.http.endpoint.Json;
import io.millrace.http.endpoint.PageSize;
import io.millrace.http.endpoint.QueryParameters;
import io.millrace.http.endpoint.RequestIntake;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** {@code /history}: tasks of all sources, and what can be done with many of them at once. */
public final class HistoryRoutes extends AllDirectives {
  public static final List<EndpointHandler<HistoryRoutes>> ENDPOINTS =
      List.of(
          Endpoint.get("/history").pages(PageSize.USUAL).orSlash().to(HistoryRoutes::list),
          Endpoint.post("/history/cancel")
              .to((HistoryRoutes routes) -> routes.bulk(routes.bulk::cancel)),
          Endpoint.post("/history/rerun")
              .to((HistoryRoutes routes) -> routes.bulk(routes.bulk::rerun)));

  private static final Duration LAST = Duration.ofDays(7);

  private final TaskService tasks;
  private final BulkTaskOperations bulk;
  private final RequestIntake intake;
  private final Clock clock;

  public HistoryRoutes(
      TaskService tasks, BulkTaskOperations bulk, RequestIntake intake, Clock clock) {
    this.tasks = tasks;
    this.bulk = bulk;
    this.intake = intake;
    this.clock = clock;
  }

  private Route list() {
    return parameterMap(
        parameters -> {
          QueryParameters query =
              new QueryParameters(
                  parameters,
                  Set.of("source", "start", "end", "status", "collection", "limit", "after"));
          TimeRange period =
              TimeRange.of(query.time("start"), query.time("end"), clock.instant(), LAST);
          TaskQuery wanted =
              new TaskQuery(
                  query.optional("source"),
                  period.start(),
                  period.end(),
                  TaskRoutes.statuses(query),
                  query.optional("collection"),
                  query.limit(PageSize.USUAL),
                  query.read(
                      "after",
                      id -> TaskId.attemptUid(id).orElseThrow(IllegalArgumentException::new),
                      "is not a task id"));
          query.checkOrder("start", period.start(), "end", period.end());
          query.check();
          return completeWithFuture(intake.admit(() -> TaskRoutes.list(tasks, wanted)));
        });
  }

  private Route bulk(BulkTaskOperations.BulkOperation kind) {
    return entity(
        Unmarshaller.entityToString(),
        text -> {
          BulkTaskOperations.BulkRequest wanted = BulkTaskOperations.read(text, clock.instant());
          return completeWithFuture(
              intake.admit(
                  () ->
                      kind.apply(wanted)
                          .thenCompose(
                              done ->
                                  Integer.valueOf(0).equals(done.get("matched"))
                                      ? orNotFound(wanted, done)
                                      : Json.done(Json.ok(done)))));
        });
  }

  private CompletionStage<HttpResponse> orNotFound(
      BulkTaskOperations.BulkRequest wanted, Object done) {
    return tasks
        .findMissing(wanted.source(), wanted.collection())
        .thenApply(
            missing ->
                missing
                    .map(it -> TaskRoutes.unknown(it, wanted.source(), wanted.collection()))
                    .orElseGet(() -> Json.ok(done)));
  }
}
