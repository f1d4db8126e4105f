package io.millrace.http.jobs;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import akka.http.javadsl.unmarshalling.Unmarshaller;
import io.millrace.engine.node.Engine;
import io.millrace.engine.project.ProjectService;
import io.millrace.engine.project.ProjectValueStore.ListedValue;
import io.millrace.engine.project.ProjectValueStore.SavedValue;
import io.millrace.engine.project.ProjectValueStore.ValueKind;
import io.millrace.http.endpoint.BodyLimit;
import io.millrace.http.endpoint.Caller;
import io.millrace.http.endpoint.Endpoint;
import io.millrace.http.endpoint.EndpointHandler;
import io.millrace.http.endpoint.Json;
import io.millrace.http.endpoint.Problem;
import io.millrace.http.endpoint.RequestIntake;
import io.millrace.http.endpoint.VersionHeaders;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code /projects/{project}/config} and {@code …/secrets}: what the tasks of a project are told.
 */
public final class ProjectValueRoutes extends AllDirectives {
  private static final BodyLimit BODY = BodyLimit.fields(128 * 1024);

  public static final List<EndpointHandler<ProjectValueRoutes>> ENDPOINTS =
      List.of(
          Endpoint.get("/projects/{project}/config")
              .orSlash()
              .to(
                  (ProjectValueRoutes routes, String project) ->
                      routes.list(project, ValueKind.CONFIG)),
          Endpoint.put("/projects/{project}/config/{name}")
              .takes(BODY)
              .to(
                  (ProjectValueRoutes routes, String project, String name) ->
                      routes.save(project, ValueKind.CONFIG, name)),
          Endpoint.delete("/projects/{project}/config/{name}")
              .takes(BODY)
              .to(
                  (ProjectValueRoutes routes, String project, String name) ->
                      routes.delete(project, ValueKind.CONFIG, name)),
          Endpoint.get("/projects/{project}/secrets")
              .orSlash()
              .to(
                  (ProjectValueRoutes routes, String project) ->
                      routes.list(project, ValueKind.SECRET)),
          Endpoint.put("/projects/{project}/secrets/{name}")
              .takes(BODY)
              .to(
                  (ProjectValueRoutes routes, String project, String name) ->
                      routes.save(project, ValueKind.SECRET, name)),
          Endpoint.delete("/projects/{project}/secrets/{name}")
              .takes(BODY)
              .to(
                  (ProjectValueRoutes routes, String project, String name) ->
                      routes.delete(project, ValueKind.SECRET, name)));

  private final ProjectService projects;
  private final RequestIntake intake;

  public ProjectValueRoutes(Engine engine, RequestIntake intake) {
    this.projects = engine.projects();
    this.intake = intake;
  }

  private Route list(String project, ValueKind kind) {
    return completeWithFuture(
        intake.admit(
            () -> projects.list(project, kind).thenApply(entries -> listed(kind, entries))));
  }

  private static HttpResponse listed(ValueKind kind, List<ListedValue> entries) {
    return Json.ok(
        Map.of(
            kind == ValueKind.CONFIG ? "config" : "secrets",
            entries.stream().map(entry -> json(kind, entry)).toList()));
  }

  private static Map<String, Object> json(ValueKind kind, ListedValue entry) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", entry.name());
    if (kind == ValueKind.CONFIG) {
      json.put("value", entry.value());
    }
    json.put("saved_by", entry.savedBy());
    json.put("saved_at", Json.time(entry.savedAt()));
    return json;
  }

  private Route save(String project, ValueKind kind, String name) {
    return extractRequest(
        request ->
            entity(
                Unmarshaller.entityToString(),
                text -> {
                  String value = ProjectValueReader.parse(text);
                  String by = Caller.of(request).name();
                  return completeWithFuture(
                      intake.admit(
                          () ->
                              projects
                                  .put(
                                      project,
                                      kind,
                                      name,
                                      value,
                                      by,
                                      VersionHeaders.expected(request))
                                  .thenApply(saved -> saved(project, name, saved))));
                }));
  }

  private static HttpResponse saved(String project, String name, SavedValue saved) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("project", project);
    json.put("name", name);
    return VersionHeaders.with(
        saved.version(),
        Json.response(saved.created() ? StatusCodes.CREATED : StatusCodes.OK, json));
  }

  private Route delete(String project, ValueKind kind, String name) {
    return extractRequest(
        request ->
            completeWithFuture(
                intake.admit(
                    () ->
                        projects
                            .delete(
                                project,
                                kind,
                                name,
                                Caller.of(request).name(),
                                VersionHeaders.expected(request))
                            .thenApply(found -> deleted(kind, name, found)))));
  }

  private static HttpResponse deleted(ValueKind kind, String name, boolean found) {
    return found
        ? HttpResponse.create().withStatus(StatusCodes.NO_CONTENT)
        : Problem.notFound(kind.text(), name).response();
  }
}
