package io.millrace.http.jobs;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import io.millrace.engine.input.NameRule;
import io.millrace.engine.job.JobService;
import io.millrace.engine.job.JobStore.Project;
import io.millrace.http.endpoint.Endpoint;
import io.millrace.http.endpoint.EndpointHandler;
import io.millrace.http.endpoint.Json;
import io.millrace.http.endpoint.PageSize;
import io.millrace.http.endpoint.QueryParameters;
import io.millrace.http.endpoint.RequestIntake;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code /projects}: what jobs belong to. */
public final class ProjectRoutes extends AllDirectives {
  public static final List<EndpointHandler<ProjectRoutes>> ENDPOINTS =
      List.of(Endpoint.get("/projects").pages(PageSize.USUAL).orSlash().to(ProjectRoutes::list));

  private final JobService jobs;
  private final RequestIntake intake;

  public ProjectRoutes(JobService jobs, RequestIntake intake) {
    this.jobs = jobs;
    this.intake = intake;
  }

  private Route list() {
    return parameterMap(
        parameters -> {
          QueryParameters query = new QueryParameters(parameters, Set.of("limit", "after"));
          int limit = query.limit(PageSize.USUAL);
          String after =
              query.read(
                  "after", text -> QueryParameters.accepted(text, NameRule::isName), NameRule.RULE);
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
