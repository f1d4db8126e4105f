package io.millrace.engine.job;

import io.millrace.engine.input.InvalidInputException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/** Jobs for tests, written as YAML; the id of a job follows from its name. */
public final class JobKit {
  public static final JobReader READER = new JobReader((run, field) -> List.of());

  private static final AtomicLong NUMBERS = new AtomicLong();

  private JobKit() {}

  public static UUID id(String name) {
    return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
  }

  /** A job of the project {@code p} with these steps, each such as {@code a: step/b, step/c}. */
  public static String yaml(String name, String... steps) {
    StringBuilder yaml = new StringBuilder();
    yaml.append("id: ").append(id(name)).append("\nproject: p\nname: ").append(name);
    yaml.append("\ntriggers: [{name: t, start: 2026-01-01T00:00:00Z, period: 1h}]\nsteps:\n");
    for (String step : steps) {
      String[] parts = step.split(":", 2);
      yaml.append("  - {name: %s, depends: [%s], run: {noop: {}}}%n".formatted(parts[0], parts[1]));
    }
    return yaml.toString();
  }

  public static JobDocument document(String yaml) {
    return new JobDocument(yaml, "application/yaml");
  }

  public static JobDraft draft(String yaml) {
    return READER.read(document(yaml));
  }

  /** Throws all errors of the draft. */
  static JobDraft good(String yaml) throws InvalidInputException {
    JobDraft draft = draft(yaml);
    draft.errors().throwIfAny();
    return draft;
  }

  static Job job(String yaml) {
    return job(yaml, NUMBERS.incrementAndGet(), 1);
  }

  static Job job(String yaml, long number, long version) {
    return stored(good(yaml), number, version);
  }

  /** A job as an earlier release stored it, even if this one refuses it now. */
  static Job stored(JobDraft draft) {
    return stored(draft, NUMBERS.incrementAndGet(), 1);
  }

  private static Job stored(JobDraft draft, long number, long version) {
    JobName name = draft.links().name();
    return JobReader.readStored(
        SavedJob.builder()
            .number(number)
            .id(draft.id())
            .project(name.project())
            .name(name.name())
            .paused(Optional.ofNullable(draft.paused()).orElse(false))
            .pausedBy("")
            .pauseReason("")
            .definition(draft.definition())
            .savedBy("ops")
            .savedAt(Instant.EPOCH)
            .version(version)
            .build());
  }
}
