package io.millrace.engine.job;

import java.time.Instant;
import java.util.UUID;

/**
 * A job as it is kept.
 *
 * @param pausedBy who paused it, if it is paused
 * @param pausedAt since when it is paused; null if it is not
 * @param pauseReason why it is paused; empty if nobody said
 * @param definition the document as JSON; whether it is paused now, it does not say
 * @param savedAt when its definition was changed last
 * @param version of all jobs, as of its last change
 */
public record SavedJob(
    long number,
    UUID id,
    String project,
    String name,
    boolean paused,
    String pausedBy,
    Instant pausedAt,
    String pauseReason,
    String definition,
    String savedBy,
    Instant savedAt,
    long version) {

  public JobName jobName() {
    return new JobName(project, name);
  }
}
