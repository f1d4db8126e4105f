package io.millrace.engine.job;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A job as it is stored.
 *
 * @param pausedBy who paused it, if it is paused
 * @param pausedAt since when it is paused; absent if it is not
 * @param pauseReason why it is paused; empty if no reason was given
 * @param definition the document as JSON; {@code paused} in it is not the current state
 * @param savedAt when its definition last changed
 * @param version the version of all jobs at its last change
 */
public record SavedJob(
    long number,
    UUID id,
    String project,
    String name,
    boolean paused,
    String pausedBy,
    @Nullable Instant pausedAt,
    String pauseReason,
    String definition,
    String savedBy,
    Instant savedAt,
    long version) {

  public static SavedJobBuilder builder() {
    return new SavedJobBuilder();
  }

  public JobName jobName() {
    return new JobName(project, name);
  }
}
