package io.millrace.http.tasks;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import io.millrace.engine.dispatch.TaskService;
import io.millrace.engine.node.Engine;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.task.TaskSearch;
import io.millrace.engine.task.TaskStatus;
import io.millrace.engine.wait.Wait;
import io.millrace.http.endpoint.Endpoint;
import io.millrace.http.endpoint.EndpointHandler;
import io.millrace.http.endpoint.Json;
import io.millrace.http.endpoint.PageSize;
import io.millrace.http.endpoint.Problem;
import io.millrace.http.endpoint.QueryParameters;
import io.millrace.http.endpoint.RequestIntake;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** {@code /tasks}: ask for a refresh, look at tasks and their logs, cancel. */
public final class TaskRoutes extends AllDirectives {
  public static final List<EndpointHandler<TaskRoutes>> ENDPOINTS =
      List.of(
          Endpoint.post("/tasks").orSlash().to((TaskRoutes routes) -> routes.queue()),
          Endpoint.get("/tasks")
              .pages(PageSize.USUAL)
              .orSlash()
              .to((TaskRoutes routes) -> routes.list()),
          Endpoint.get("/tasks/{id}").to(TaskRoutes::show),
          Endpoint.get("/tasks/{id}/logs")
              .pages(LogRoutes.LINES)
              .to((TaskRoutes routes, String id) -> routes.logs.logs(id)),
          Endpoint.post("/tasks/{id}/cancel").to(TaskRoutes::cancel));

  private final Engine engine;
  private final TaskService tasks;
  private final RequestIntake intake;
  private final LogRoutes logs;

  public TaskRoutes(Engine engine, RequestIntake intake, LogRoutes logs) {
    this.engine = engine;
    this.tasks = engine.tasks();
    this.intake = intake;
    this.logs = logs;
  }

  private Route queue() {
    return parameterMap(
        parameters -> {
          QueryParameters query = new QueryParameters(parameters, Set.of("source", "collection"));
          String source = query.required("source");
          String collection = query.required("collection");
          query.check();
          CollectionId id = new CollectionId(source, collection);
          return answer(() -> known(id).thenCompose(known -> known ? queue(id) : unknown(id)));
        });
  }

  private CompletionStage<HttpResponse> queue(CollectionId id) {
    return tasks
        .refresh(id, TaskReason.MANUAL)
        .thenApply(
            answer ->
                answer.known()
                    ? RefreshAnswer.response(id, answer)
                    : Problem.notFound("collection", id.owner()).response());
  }

  /** A source that is not known here may just have been saved through another node. */
  private CompletionStage<Boolean> known(CollectionId id) {
    if (engine.refreshes().find(id).isPresent()) {
      return CompletableFuture.completedFuture(true);
    }
    return engine
        .refreshes()
        .sourceKeeper()
        .refresh()
        .thenApply(done -> engine.refreshes().find(id).isPresent());
  }

  private CompletionStage<HttpResponse> unknown(CollectionId id) {
    boolean source =
        engine.refreshes().sources().current().collections().stream()
            .anyMatch(collection -> collection.source().equals(id.source()));
    return CompletableFuture.completedFuture(
        (source
                ? Problem.notFound("collection", id.collection())
                : Problem.notFound("source", id.source()))
            .response());
  }

  private Route list() {
    return parameterMap(
        parameters -> {
          TaskSearch wanted = TaskSearchReader.pageOfSource(parameters);
          return answer(() -> new TaskPages(engine).list(wanted));
        });
  }

  /** All of them, if none is named. */
  static Set<TaskStatus> statuses(QueryParameters query) {
    TaskStatus named = query.read("status", TaskStatus::of);
    return named == null ? Set.of() : Set.of(named);
  }

  private Route show(String id) {
    return withTask(id, this::shown);
  }

  private CompletionStage<HttpResponse> shown(Task task) {
    return engine.waits().find(task).thenApply(wait -> Json.ok(json(task, wait.orElse(null))));
  }

  /** The task with its owner. */
  private Map<String, Object> json(Task task, @Nullable Wait wait) {
    Map<String, Object> json = TaskJson.task(task, wait);
    json.put("of", OwnerJson.of(task, engine));
    return json;
  }

  private Route cancel(String id) {
    return withTask(
        id,
        task ->
            tasks
                .end(task, Outcome.canceled("Canceled by hand"))
                .thenCompose(
                    applied ->
                        applied
                            ? tasks.find(id).thenApply(now -> Json.ok(json(now.orElse(task), null)))
                            : Json.done(alreadyFinal(id))));
  }

  private static HttpResponse alreadyFinal(String id) {
    return Problem.of(
            StatusCodes.CONFLICT, "already-final", "The task " + id + " has ended already")
        .response();
  }

  private Route withTask(String id, Function<Task, CompletionStage<HttpResponse>> then) {
    return answer(
        () ->
            tasks
                .find(id)
                .thenCompose(
                    task ->
                        task.map(then)
                            .orElseGet(() -> Json.done(Problem.notFound("task", id).response()))));
  }

  private Route answer(Supplier<CompletionStage<HttpResponse>> work) {
    return completeWithFuture(intake.admit(work));
  }
}
