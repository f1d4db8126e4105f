package io.millrace.http;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import io.millrace.engine.input.Names;
import io.millrace.engine.job.JobStore.Project;
import io.millrace.engine.node.JobDirectory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code /projects}: what jobs belong to. */
final class ProjectRoutes extends AllDirectives {
  private final JobDirectory jobs;
  private final Intake intake;

  ProjectRoutes(JobDirectory jobs, Intake intake) {
    this.jobs = jobs;
    this.intake = intake;
  }

  Route routes() {
    return pathPrefix("projects", () -> pathEndOrSingleSlash(() -> get(this::list)));
  }

  private Route list() {
    return parameterMap(
        parameters -> {
          Query query = new Query(parameters, Set.of("limit", "after"));
          int limit = query.number("limit", 1, 1_000, 100);
          String after =
              query.read("after", text -> Query.accepted(text, Names::isName), Names.RULE);
          query.check();
          return completeWithFuture(
              intake.admit(
                  () ->
                      jobs.projects(after == null ? "" : after, limit)
                          .thenApply(found -> page(found, limit))));
        });
  }

  private static HttpResponse page(List<Project> found, int limit) {
    Map<String, Object> page = new LinkedHashMap<>();
    page.put("projects", found);
    if (found.size() == limit) {
      page.put("after", found.get(limit - 1).name());
    }
    return Json.ok(page);
  }
}
