package io.millrace.http;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import akka.http.javadsl.unmarshalling.Unmarshaller;
import io.millrace.engine.node.Tasks;
import io.millrace.engine.task.Status;
import io.millrace.engine.task.TaskId;
import io.millrace.engine.task.TaskQuery;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** {@code /history}: tasks of all sources, and what can be done with many of them at once. */
final class HistoryRoutes extends AllDirectives {
  private static final Duration LAST = Duration.ofDays(7);

  private final Tasks tasks;
  private final BulkWork bulk;
  private final Intake intake;
  private final Clock clock;

  HistoryRoutes(Tasks tasks, BulkWork bulk, Intake intake, Clock clock) {
    this.tasks = tasks;
    this.bulk = bulk;
    this.intake = intake;
    this.clock = clock;
  }

  Route routes() {
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
          Query query =
              new Query(
                  parameters,
                  Set.of("source", "start", "end", "status", "collection", "limit", "after"));
          Period period = Period.of(query.time("start"), query.time("end"), clock.instant(), LAST);
          TaskQuery wanted =
              new TaskQuery(
                  query.optional("source"),
                  period.start(),
                  period.end(),
                  query.read("status", text -> Set.of(Status.of(text))),
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

  private Route bulk(BulkWork.Kind kind) {
    return entity(
        Unmarshaller.entityToString(),
        text -> {
          BulkWork.Wanted wanted = BulkWork.read(text, clock.instant());
          return completeWithFuture(
              intake.admit(
                  () ->
                      kind.of(wanted)
                          .thenCompose(
                              done ->
                                  done.get("matched").equals(0)
                                      ? orMissing(wanted, done)
                                      : TaskRoutes.done(Json.ok(done)))));
        });
  }

  private CompletionStage<HttpResponse> orMissing(BulkWork.Wanted wanted, Object done) {
    return tasks
        .missing(wanted.source(), wanted.collection())
        .thenApply(
            missing ->
                missing
                    .map(it -> TaskRoutes.unknown(it, wanted.source(), wanted.collection()))
                    .orElseGet(() -> Json.ok(done)));
  }
}
