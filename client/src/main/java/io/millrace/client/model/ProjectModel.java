package io.millrace.client.model;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Projects, their config and their secrets. */
public final class ProjectModel {
  private ProjectModel() {}

  /** A project. */
  public record Project(String name, long jobs) {}

  /** A page of projects. */
  public record ProjectPage(List<Project> projects, @Nullable String after)
      implements Page<Project> {
    @Override
    public List<Project> items() {
      return projects;
    }
  }

  /** The config of a project. */
  public record ProjectConfig(List<ConfigEntry> config) {}

  /** A config value. */
  public record ConfigEntry(String name, String value, String savedBy, Instant savedAt) {}

  /** The secrets of a project. */
  public record ProjectSecrets(List<SecretEntry> secrets) {}

  /** A secret, without its value. */
  public record SecretEntry(String name, String savedBy, Instant savedAt) {}

  /** A value that was saved. */
  public record ProjectValue(String project, String name) {}
}
