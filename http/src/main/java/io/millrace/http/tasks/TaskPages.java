package io.millrace.http.tasks;

import akka.http.javadsl.model.HttpResponse;
import io.millrace.engine.dispatch.TaskService.MissingName;
import io.millrace.engine.node.Engine;
import io.millrace.engine.task.TaskId;
import io.millrace.engine.task.TaskQuery;
import io.millrace.engine.task.TaskSearch;
import io.millrace.engine.task.TaskSearch.TaskSearchPage;
import io.millrace.engine.wait.Wait;
import io.millrace.http.endpoint.Json;
import io.millrace.http.endpoint.Problem;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Pages of tasks. If a page is empty because a name in the filter is unknown, it is 404. */
record TaskPages(Engine engine) {
  CompletionStage<HttpResponse> list(TaskSearch wanted) {
    return engine
        .tasks()
        .search(wanted)
        .thenCompose(
            page ->
                page.tasks().isEmpty() && page.after() == null
                    ? orNotFound(wanted.query(), page(page, Map.of()))
                    : engine.waits().waits(page.tasks()).thenApply(waits -> page(page, waits)));
  }

  private static HttpResponse page(TaskSearchPage page, Map<UUID, Wait> waits) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put(
        "tasks",
        page.tasks().stream()
            .map(task -> TaskJson.task(task, waits.get(task.id().attemptUid())))
            .toList());
    UUID after = page.after();
    if (after != null) {
      json.put("after", new TaskId("all", "until", after).toString());
    }
    return Json.ok(json);
  }

  CompletionStage<HttpResponse> count(TaskSearch wanted) {
    return engine
        .tasks()
        .count(wanted)
        .thenCompose(
            count ->
                count.tasks() > 0
                    ? Json.done(Json.ok(TaskJson.count(count)))
                    : orNotFound(wanted.query(), Json.ok(TaskJson.count(count))));
  }

  CompletionStage<HttpResponse> orNotFound(TaskQuery wanted, HttpResponse found) {
    return engine
        .tasks()
        .findMissing(wanted.source(), wanted.collection())
        .thenApply(
            missing ->
                missing.map(it -> unknown(it, wanted.source(), wanted.collection())).orElse(found));
  }

  static HttpResponse unknown(
      MissingName missing, @Nullable String source, @Nullable String collection) {
    return (missing == MissingName.SOURCE
            ? Problem.notFound("source", source)
            : Problem.notFound("collection", collection))
        .response();
  }
}
