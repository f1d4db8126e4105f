package io.millrace.engine.job;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Names the parts of a {@link SavedJob}. Parts that can be absent may be left out. */
public final class SavedJobBuilder {
  private @Nullable Long number;
  private @Nullable UUID id;
  private @Nullable String project;
  private @Nullable String name;
  private @Nullable Boolean paused;
  private @Nullable String pausedBy;
  private @Nullable Instant pausedAt;
  private @Nullable String pauseReason;
  private @Nullable String definition;
  private @Nullable String savedBy;
  private @Nullable Instant savedAt;
  private @Nullable Long version;

  SavedJobBuilder() {}

  public SavedJobBuilder number(long number) {
    this.number = number;
    return this;
  }

  public SavedJobBuilder id(UUID id) {
    this.id = id;
    return this;
  }

  public SavedJobBuilder project(String project) {
    this.project = project;
    return this;
  }

  public SavedJobBuilder name(String name) {
    this.name = name;
    return this;
  }

  public SavedJobBuilder paused(boolean paused) {
    this.paused = paused;
    return this;
  }

  public SavedJobBuilder pausedBy(String pausedBy) {
    this.pausedBy = pausedBy;
    return this;
  }

  public SavedJobBuilder pausedAt(@Nullable Instant pausedAt) {
    this.pausedAt = pausedAt;
    return this;
  }

  public SavedJobBuilder pauseReason(String pauseReason) {
    this.pauseReason = pauseReason;
    return this;
  }

  public SavedJobBuilder definition(String definition) {
    this.definition = definition;
    return this;
  }

  public SavedJobBuilder savedBy(String savedBy) {
    this.savedBy = savedBy;
    return this;
  }

  public SavedJobBuilder savedAt(Instant savedAt) {
    this.savedAt = savedAt;
    return this;
  }

  public SavedJobBuilder version(long version) {
    this.version = version;
    return this;
  }

  public SavedJob build() {
    return new SavedJob(
        requireNonNull(number, "number"),
        requireNonNull(id, "id"),
        requireNonNull(project, "project"),
        requireNonNull(name, "name"),
        requireNonNull(paused, "paused"),
        requireNonNull(pausedBy, "pausedBy"),
        pausedAt,
        requireNonNull(pauseReason, "pauseReason"),
        requireNonNull(definition, "definition"),
        requireNonNull(savedBy, "savedBy"),
        requireNonNull(savedAt, "savedAt"),
        requireNonNull(version, "version"));
  }
}
