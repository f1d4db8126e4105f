package io.millrace.client.api;

import io.millrace.client.model.JobModel.Job;
import io.millrace.client.model.JobModel.JobCheck;
import io.millrace.client.model.JobModel.JobGraph;
import io.millrace.client.model.JobModel.JobPage;
import io.millrace.client.model.JobModel.JobSummary;
import io.millrace.client.model.PageRequest;
import io.millrace.client.transport.ApiCaller;
import io.millrace.client.transport.ApiRequest;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Jobs, and how their parts belong together. */
public final class JobsApi {
  private final ApiCaller caller;

  public JobsApi(ApiCaller caller) {
    this.caller = caller;
  }

  public JobPage listJobs(
      @Nullable String project, @Nullable String name, @Nullable String search, PageRequest page) {
    return caller.call(
        ApiRequest.get("/jobs")
            .query("project", project)
            .query("name", name)
            .query("search", search)
            .query("limit", page.limit())
            .query("after", page.after()),
        JobPage.class);
  }

  /** All jobs of {@link #listJobs}. */
  public Stream<JobSummary> allJobs(
      @Nullable String project, @Nullable String name, @Nullable String search) {
    return PageStream.of(page -> listJobs(project, name, search, page));
  }

  /** Makes it or replaces it as a whole. The document is YAML or JSON. */
  public Job saveJob(String document) {
    return caller.call(ApiRequest.put("/jobs").text("application/yaml", document), Job.class);
  }

  /** Says what saving this document would do, and does nothing. */
  public JobCheck checkJob(String document) {
    return caller.call(
        ApiRequest.post("/jobs/check").text("application/yaml", document).repeatable(),
        JobCheck.class);
  }

  public Job getJob(String id) {
    return caller.call(ApiRequest.get("/jobs/{id}", id), Job.class);
  }

  /** The definition as YAML, as {@link #saveJob} takes it. */
  public String getJobDefinition(String id) {
    return caller.call(
        ApiRequest.get("/jobs/{id}/definition", id).header("Accept", "application/yaml"),
        String.class);
  }

  public void deleteJob(String id) {
    caller.send(ApiRequest.delete("/jobs/{id}", id));
  }

  public Job pauseJob(String id, @Nullable String reason) {
    return caller.call(
        ApiRequest.post("/jobs/{id}/pause", id).json(ReasonBody.of(reason)).repeatable(),
        Job.class);
  }

  public Job unpauseJob(String id) {
    return caller.call(ApiRequest.post("/jobs/{id}/unpause", id).repeatable(), Job.class);
  }

  public JobGraph getJobGraph(String id) {
    return caller.call(ApiRequest.get("/jobs/{id}/graph", id), JobGraph.class);
  }
}
