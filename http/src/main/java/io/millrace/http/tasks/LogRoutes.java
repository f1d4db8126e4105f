package io.millrace.http.tasks;

import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import io.millrace.engine.dispatch.TaskService;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.task.LogPage;
import io.millrace.engine.task.LogStore;
import io.millrace.engine.task.Task;
import io.millrace.http.endpoint.Json;
import io.millrace.http.endpoint.PageSize;
import io.millrace.http.endpoint.Problem;
import io.millrace.http.endpoint.QueryParameters;
import io.millrace.http.endpoint.RequestIntake;
import io.millrace.http.server.StreamPlaces;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** {@code GET /tasks/{id}/logs}: a page of a log, or all of it as it is written. */
public final class LogRoutes extends AllDirectives {
  static final PageSize LINES = new PageSize(1_000, 10_000);

  private static final String LAST_EVENT_ID = "Last-Event-ID";

  private record LogRequest(
      @Nullable Instant start, @Nullable Instant end, int limit, long after) {}

  private final TaskService tasks;
  private final RequestIntake intake;
  private final LogStreams streams;
  private final StreamPlaces places;

  public LogRoutes(
      TaskService tasks, RequestIntake intake, LogStreams streams, StreamPlaces places) {
    this.tasks = tasks;
    this.intake = intake;
    this.streams = streams;
    this.places = places;
  }

  Route logs(String id) {
    return extractRequest(
        request ->
            parameterMap(
                parameters -> {
                  QueryParameters query =
                      new QueryParameters(parameters, Set.of("start", "end", "limit", "after"));
                  LogRequest wanted =
                      new LogRequest(
                          query.time("start"),
                          query.time("end"),
                          query.limit(LINES),
                          query.number("after", 0, Long.MAX_VALUE, 0));
                  query.checkOrder("start", wanted.start(), "end", wanted.end());
                  query.check();
                  return StreamPlaces.wantsEvents(request)
                      ? events(id, wanted, lastEventId(request, wanted.after()))
                      : page(id, wanted);
                }));
  }

  private Route page(String id, LogRequest wanted) {
    return completeWithFuture(
        intake.admit(
            () ->
                tasks
                    .find(id)
                    .thenCompose(
                        task ->
                            task.map(
                                    found ->
                                        tasks
                                            .logs(
                                                found,
                                                wanted.start(),
                                                wanted.end(),
                                                wanted.after(),
                                                wanted.limit())
                                            .thenApply(page -> Json.ok(json(page, wanted.limit()))))
                                .orElseGet(
                                    () -> Json.done(Problem.notFound("task", id).response())))));
  }

  private static Map<String, Object> json(LogPage page, int limit) {
    List<LogStore.LogEntry> lines = page.lines();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("logs", lines.stream().map(entry -> TaskJson.line(entry.line())).toList());
    if (lines.size() == limit) {
      json.put("after", lines.get(limit - 1).seq());
    }
    json.put("dropped", page.dropped());
    return json;
  }

  private Route events(String id, LogRequest wanted, long after) {
    return onSuccess(
        tasks.find(id),
        task ->
            task.map((Function<Task, Route>) found -> events(found, wanted, after))
                .orElseGet(() -> complete(Problem.notFound("task", id).response())));
  }

  private Route events(Task task, LogRequest wanted, long after) {
    return extractRequest(
        request -> places.answer(request, streams.open(task, wanted.start(), wanted.end(), after)));
  }

  private static long lastEventId(HttpRequest request, long otherwise) {
    return request
        .getHeader(LAST_EVENT_ID)
        .map(
            header -> {
              try {
                return Long.parseUnsignedLong(header.value().strip());
              } catch (NumberFormatException wrong) {
                throw new InvalidInputException(
                    LAST_EVENT_ID, header.value(), "is not the id of an event");
              }
            })
        .orElse(otherwise);
  }
}
