package io.millrace.engine.job;

import static java.util.Objects.requireNonNull;

import io.millrace.engine.fresh.FreshPromise;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Names the parts of a {@link Job}. All but the promise are required. */
public final class JobBuilder {
  private @Nullable Long number;
  private @Nullable UUID id;
  private @Nullable String project;
  private @Nullable String name;
  private @Nullable Boolean paused;
  private @Nullable List<Trigger> triggers;
  private @Nullable List<Step> steps;
  private @Nullable Long version;
  private @Nullable Instant savedAt;
  private @Nullable FreshPromise fresh;

  JobBuilder() {}

  public JobBuilder number(long number) {
    this.number = number;
    return this;
  }

  public JobBuilder id(UUID id) {
    this.id = id;
    return this;
  }

  public JobBuilder project(String project) {
    this.project = project;
    return this;
  }

  public JobBuilder name(String name) {
    this.name = name;
    return this;
  }

  public JobBuilder paused(boolean paused) {
    this.paused = paused;
    return this;
  }

  public JobBuilder triggers(List<Trigger> triggers) {
    this.triggers = triggers;
    return this;
  }

  public JobBuilder steps(List<Step> steps) {
    this.steps = steps;
    return this;
  }

  public JobBuilder version(long version) {
    this.version = version;
    return this;
  }

  public JobBuilder savedAt(Instant savedAt) {
    this.savedAt = savedAt;
    return this;
  }

  public JobBuilder fresh(@Nullable FreshPromise fresh) {
    this.fresh = fresh;
    return this;
  }

  public Job build() {
    return new Job(
        requireNonNull(number, "number"),
        requireNonNull(id, "id"),
        requireNonNull(project, "project"),
        requireNonNull(name, "name"),
        requireNonNull(paused, "paused"),
        requireNonNull(triggers, "triggers"),
        requireNonNull(steps, "steps"),
        requireNonNull(version, "version"),
        requireNonNull(savedAt, "savedAt"),
        fresh);
  }
}
