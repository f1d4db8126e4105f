package io.millrace.http;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.PathMatchers;
import akka.http.javadsl.server.Route;
import akka.http.javadsl.unmarshalling.Unmarshaller;
import io.millrace.engine.node.Engine;
import io.millrace.engine.node.Projects;
import io.millrace.engine.project.ProjectValues.Entry;
import io.millrace.engine.project.ProjectValues.Kind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code /projects/{project}/config} and {@code …/secrets}: what the tasks of a project are told.
 */
final class ProjectValueRoutes extends AllDirectives {
  static final long MOST_BYTES = 128 * 1024;

  private final Projects projects;
  private final Intake intake;

  ProjectValueRoutes(Engine engine, Intake intake) {
    this.projects = engine.projects();
    this.intake = intake;
  }

  Route routes() {
    return pathPrefix(
        "projects",
        () ->
            pathPrefix(
                PathMatchers.segment(),
                project ->
                    concat(
                        pathPrefix("config", () -> all(project, Kind.CONFIG)),
                        pathPrefix("secrets", () -> all(project, Kind.SECRET)))));
  }

  private Route all(String project, Kind kind) {
    return concat(
        pathEndOrSingleSlash(() -> get(() -> list(project, kind))),
        path(
            PathMatchers.segment(),
            name ->
                concat(
                    put(() -> save(project, kind, name)),
                    delete(() -> delete(project, kind, name)))));
  }

  private Route list(String project, Kind kind) {
    return completeWithFuture(
        intake.admit(
            () -> projects.list(project, kind).thenApply(entries -> listed(kind, entries))));
  }

  private static HttpResponse listed(Kind kind, List<Entry> entries) {
    return Json.ok(
        Map.of(
            kind == Kind.CONFIG ? "config" : "secrets",
            entries.stream().map(entry -> json(kind, entry)).toList()));
  }

  private static Map<String, Object> json(Kind kind, Entry entry) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", entry.name());
    if (kind == Kind.CONFIG) {
      json.put("value", entry.value());
    }
    json.put("saved_by", entry.savedBy());
    json.put("saved_at", Json.time(entry.savedAt()));
    return json;
  }

  private Route save(String project, Kind kind, String name) {
    return extractRequest(
        request ->
            entity(
                Unmarshaller.entityToString(),
                text -> {
                  String value = ProjectValue.parse(text);
                  String by = Access.caller(request).name();
                  return completeWithFuture(
                      intake.admit(
                          () ->
                              projects
                                  .put(project, kind, name, value, by)
                                  .thenApply(created -> saved(project, name, created))));
                }));
  }

  private static HttpResponse saved(String project, String name, boolean created) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("project", project);
    json.put("name", name);
    return Json.response(created ? StatusCodes.CREATED : StatusCodes.OK, json);
  }

  private Route delete(String project, Kind kind, String name) {
    return extractRequest(
        request ->
            completeWithFuture(
                intake.admit(
                    () ->
                        projects
                            .delete(project, kind, name, Access.caller(request).name())
                            .thenApply(found -> deleted(kind, name, found)))));
  }

  private static HttpResponse deleted(Kind kind, String name, boolean found) {
    return found
        ? HttpResponse.create().withStatus(StatusCodes.NO_CONTENT)
        : Problem.notFound(kind.text(), name).response();
  }
}
