package io.millrace.client.api;

import io.millrace.client.model.PageRequest;
import io.millrace.client.model.ProjectModel.Project;
import io.millrace.client.model.ProjectModel.ProjectConfig;
import io.millrace.client.model.ProjectModel.ProjectPage;
import io.millrace.client.model.ProjectModel.ProjectSecrets;
import io.millrace.client.model.ProjectModel.ProjectValue;
import io.millrace.client.transport.ApiCaller;
import io.millrace.client.transport.ApiRequest;
import java.util.Map;
import java.util.stream.Stream;

/** Projects, their config and their secrets. */
public final class ProjectsApi {
  private final ApiCaller caller;

  public ProjectsApi(ApiCaller caller) {
    this.caller = caller;
  }

  public ProjectPage listProjects(PageRequest page) {
    return caller.call(
        ApiRequest.get("/projects").query("limit", page.limit()).query("after", page.after()),
        ProjectPage.class);
  }

  /** All projects. */
  public Stream<Project> allProjects() {
    return PageStream.of(page -> listProjects(page));
  }

  public ProjectConfig listConfig(String project) {
    return caller.call(ApiRequest.get("/projects/{project}/config", project), ProjectConfig.class);
  }

  public ProjectValue saveConfig(String project, String name, String value) {
    return caller.call(
        ApiRequest.put("/projects/{project}/config/{name}", project, name)
            .json(Map.of("value", value)),
        ProjectValue.class);
  }

  public void deleteConfig(String project, String name) {
    caller.send(ApiRequest.delete("/projects/{project}/config/{name}", project, name));
  }

  /** The names of the secrets. Their values are never read back. */
  public ProjectSecrets listSecrets(String project) {
    return caller.call(
        ApiRequest.get("/projects/{project}/secrets", project), ProjectSecrets.class);
  }

  public ProjectValue saveSecret(String project, String name, String value) {
    return caller.call(
        ApiRequest.put("/projects/{project}/secrets/{name}", project, name)
            .json(Map.of("value", value)),
        ProjectValue.class);
  }

  public void deleteSecret(String project, String name) {
    caller.send(ApiRequest.delete("/projects/{project}/secrets/{name}", project, name));
  }
}
