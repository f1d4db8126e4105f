package io.millrace.http.tasks;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import akka.http.javadsl.unmarshalling.Unmarshaller;
import io.millrace.engine.dispatch.TaskService;
import io.millrace.engine.task.TaskId;
import io.millrace.engine.task.TaskQuery;
import io.millrace.engine.task.TaskStatus;
import io.millrace.http.endpoint.Json;
import io.millrace.http.endpoint.QueryParameters;
import io.millrace.http.endpoint.RequestIntake;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** {@code /history}: tasks of all sources, and what can be done with many of them at once. */
public final class HistoryRoutes extends AllDirectives {
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

  public Route routes() {
    return pathPrefix(
        "history",
        () ->
            concat(
                pathEndOrSingleSlash(() -> get(this::list)),
                path("cancel", () -> post(() -> bulk(bulk::cancel))),
                path("rerun", () -> post(() -> bulk(bulk::rerun)))));
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
                  query.read("status", text -> Set.of(TaskStatus.of(text))),
                  query.optional("collection"),
                  query.number("limit", 1, 1_000, 100),
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
                                  done.get("matched").equals(0)
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
