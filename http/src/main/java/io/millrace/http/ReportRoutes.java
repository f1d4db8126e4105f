package io.millrace.http;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.PathMatchers;
import akka.http.javadsl.server.Route;
import akka.http.javadsl.unmarshalling.Unmarshaller;
import io.millrace.engine.node.Engine;
import io.millrace.engine.node.Reports;
import io.millrace.engine.node.Tasks;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.task.Task;
import java.time.Clock;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** {@code /tasks/{id}/…}: what whoever runs a task says of it. Only its attempt is believed. */
final class ReportRoutes extends AllDirectives {
  private final Tasks tasks;
  private final Reports reports;
  private final WorkerIds ids;
  private final Intake intake;
  private final Clock clock;

  ReportRoutes(Engine engine, WorkerIds ids, Intake intake, Clock clock) {
    this.ids = ids;
    this.tasks = engine.tasks();
    this.reports = engine.reports();
    this.intake = intake;
    this.clock = clock;
  }

  Route routes() {
    return pathPrefix(
        "tasks",
        () ->
            pathPrefix(
                PathMatchers.segment(),
                id ->
                    concat(
                        path("finish", () -> post(() -> finish(id))),
                        path("progress", () -> post(() -> progress(id))),
                        path("logs", () -> post(() -> log(id))))));
  }

  private Route finish(String id) {
    return entity(
        Unmarshaller.entityToString(),
        text -> {
          Report report = Report.parse(text);
          return ofAttempt(id, report.attemptUid(), task -> reports.end(task, report.outcome()));
        });
  }

  private Route progress(String id) {
    return entity(
        Unmarshaller.entityToString(),
        text -> {
          Progress said = Progress.parse(text);
          return ofAttempt(
              id,
              said.attemptUid(),
              task -> reports.progress(task, said.percent(), said.userFriendlyStatus()));
        });
  }

  private Route log(String id) {
    return entity(
        Unmarshaller.entityToString(),
        text -> {
          LogReport report = LogReport.parse(text, clock.instant());
          return ofAttempt(id, report.attemptUid(), task -> reports.log(task, report.lines()));
        });
  }

  /**
   * @param then whether the report was of the current attempt, and is now known
   */
  private Route ofAttempt(String id, UUID uid, Function<Task, CompletionStage<Boolean>> then) {
    return extractRequest(
        request ->
            completeWithFuture(
                intake.admit(
                    () ->
                        tasks
                            .find(id)
                            .thenCompose(
                                found ->
                                    found
                                        .map(task -> of(task, uid, Access.caller(request), then))
                                        .orElseGet(
                                            () ->
                                                done(Problem.notFound("task", id).response()))))));
  }

  private CompletionStage<HttpResponse> of(
      Task task, UUID uid, Caller caller, Function<Task, CompletionStage<Boolean>> then) {
    String id = task.id().toString();
    return isOfOthers(task, caller)
        .thenCompose(
            ofOthers ->
                ofOthers
                    ? done(Problem.forbidden("The task " + id + " is not this token's").response())
                    : fenced(task, uid, then).thenApply(applied -> answer(id, applied)));
  }

  /** A worker reports on what its token's workers were given; operators report on anything. */
  private CompletionStage<Boolean> isOfOthers(Task task, Caller caller) {
    if (!caller.isWorker() || task.worker().isEmpty()) {
      return done(false);
    }
    return CollectionId.isName(task.worker())
        ? ids.isOfAnother(task.worker(), caller)
        : done(
            !caller.bounds().isForNodes()
                || caller.bounds().refusalOfPool(task.pool()).isPresent());
  }

  private static CompletionStage<Boolean> fenced(
      Task task, UUID uid, Function<Task, CompletionStage<Boolean>> then) {
    return task.id().attemptUid().equals(uid) ? then.apply(task) : done(false);
  }

  private static HttpResponse answer(String id, boolean applied) {
    return applied
        ? Json.ok(Map.of("task_id", id))
        : Problem.of(
                StatusCodes.CONFLICT,
                "stale-attempt",
                "The report is not of the current attempt of " + id + "; it changed nothing")
            .response();
  }

  private static <T> CompletionStage<T> done(T value) {
    return CompletableFuture.completedFuture(value);
  }
}
