package io.millrace.engine.job;

import java.time.Duration;

/**
 * What a step waits for: {@code [project/][job/](trigger|step)/name[@offset]}.
 *
 * @param project empty = that of the job itself
 * @param job empty = the job itself
 * @param offset the step at time t waits for what happened at t minus this
 * @param text as it is written
 */
public record Reference(
    String project, String job, Kind kind, String name, Duration offset, String text) {

  /** What is waited for. */
  public enum Kind {
    TRIGGER,
    STEP
  }
}
