package io.millrace.http;

import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import akka.http.javadsl.unmarshalling.Unmarshaller;
import io.millrace.engine.node.Tasks;
import io.millrace.engine.task.Status;
import io.millrace.engine.task.TaskId;
import io.millrace.engine.task.TaskQuery;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Set;

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
          Instant start = query.time("start");
          Instant end = query.time("end");
          TaskQuery wanted =
              new TaskQuery(
                  query.optional("source"),
                  start == null ? clock.instant().minus(LAST) : start,
                  end == null ? clock.instant().plus(LAST) : end,
                  query.read(
                      "status",
                      Status::valueOf,
                      "is not one of " + Arrays.toString(Status.values())),
                  query.optional("collection"),
                  query.number("limit", 1, 1_000, 100),
                  query.read(
                      "after",
                      id -> TaskId.attemptUid(id).orElseThrow(IllegalArgumentException::new),
                      "is not a task id"));
          query.check();
          return completeWithFuture(
              intake.admit(
                  () ->
                      tasks
                          .list(wanted)
                          .thenApply(found -> TaskRoutes.page(found, wanted.limit()))));
        });
  }

  private Route bulk(BulkWork.Kind kind) {
    return entity(
        Unmarshaller.entityToString(),
        text -> {
          BulkWork.Wanted wanted = BulkWork.read(text, clock.instant());
          return completeWithFuture(
              intake.admit(() -> kind.of(wanted).thenApply(done -> Json.ok(done))));
        });
  }
}
