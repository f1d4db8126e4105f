package io.millrace.http.workers;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import akka.http.javadsl.unmarshalling.Unmarshaller;
import io.millrace.engine.dispatch.TaskService;
import io.millrace.engine.node.Engine;
import io.millrace.engine.remote.TaskReportService;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.task.Task;
import io.millrace.http.access.WorkerIds;
import io.millrace.http.endpoint.Caller;
import io.millrace.http.endpoint.Endpoint;
import io.millrace.http.endpoint.EndpointHandler;
import io.millrace.http.endpoint.Json;
import io.millrace.http.endpoint.Problem;
import io.millrace.http.endpoint.RequestIntake;
import io.millrace.http.endpoint.RequestKind;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** {@code /tasks/{id}/…}: reports of a task's worker. Only the current attempt counts. */
public final class ReportRoutes extends AllDirectives {
  public static final List<EndpointHandler<ReportRoutes>> ENDPOINTS =
      List.of(
          Endpoint.report("/tasks/{id}/finish", RequestKind.REPORT).to(ReportRoutes::finish),
          Endpoint.report("/tasks/{id}/progress", RequestKind.REPORT).to(ReportRoutes::progress),
          Endpoint.report("/tasks/{id}/logs", RequestKind.REPORT).to(ReportRoutes::log));

  private final TaskService tasks;
  private final TaskReportService reports;
  private final WorkerIds ids;
  private final RequestIntake intake;
  private final Clock clock;

  public ReportRoutes(Engine engine, WorkerIds ids, RequestIntake intake, Clock clock) {
    this.ids = ids;
    this.tasks = engine.tasks();
    this.reports = engine.reports();
    this.intake = intake;
    this.clock = clock;
  }

  private Route finish(String id) {
    return entity(
        Unmarshaller.entityToString(),
        text -> {
          FinishReport report = FinishReport.parse(text);
          return reportOn(id, report.attemptUid(), task -> reports.end(task, report.outcome()));
        });
  }

  private Route progress(String id) {
    return entity(
        Unmarshaller.entityToString(),
        text -> {
          ProgressReport said = ProgressReport.parse(text);
          return reportOn(
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
          return reportOn(id, report.attemptUid(), task -> reports.log(task, report.lines()));
        });
  }

  /**
   * @param then whether the report was of the current attempt, and is now known
   */
  private Route reportOn(String id, UUID uid, Function<Task, CompletionStage<Boolean>> then) {
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
                                        .map(
                                            task ->
                                                applyIfAllowed(task, uid, Caller.of(request), then))
                                        .orElseGet(
                                            () ->
                                                done(Problem.notFound("task", id).response()))))));
  }

  private CompletionStage<HttpResponse> applyIfAllowed(
      Task task, UUID uid, Caller caller, Function<Task, CompletionStage<Boolean>> then) {
    String id = task.id().toString();
    return belongsToOthers(task, caller)
        .thenCompose(
            ofOthers ->
                ofOthers
                    ? done(Problem.forbidden("The task " + id + " is not this token's").response())
                    : applyIfCurrent(task, uid, then).thenApply(applied -> answer(id, applied)));
  }

  /** A worker reports on what its token's workers were given; operators report on anything. */
  private CompletionStage<Boolean> belongsToOthers(Task task, Caller caller) {
    if (!caller.isWorker() || task.progress().worker().isEmpty()) {
      return done(false);
    }
    return CollectionId.isName(task.progress().worker())
        ? ids.isUsedByAnother(task.progress().worker(), caller)
        : done(
            !caller.bounds().isForNodes()
                || caller.bounds().refusalOfPool(task.route().pool()).isPresent());
  }

  private static CompletionStage<Boolean> applyIfCurrent(
      Task task, UUID uid, Function<Task, CompletionStage<Boolean>> then) {
    return task.id().attemptUid().equals(uid) ? then.apply(task) : done(false);
  }

  private static HttpResponse answer(String id, boolean applied) {
    return applied
        ? Json.ok(Map.of("task_id", id))
        : Problem.of(
                StatusCodes.CONFLICT,
                "stale-attempt",
                "The report is not for the current attempt of " + id + "; it changed nothing")
            .response();
  }

  private static <T> CompletionStage<T> done(T value) {
    return CompletableFuture.completedFuture(value);
  }
}
