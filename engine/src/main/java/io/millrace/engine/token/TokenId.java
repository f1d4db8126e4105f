package io.millrace.engine.token;

import io.millrace.engine.job.Jobs;
import java.time.Instant;

/**
 * Names a token: a step of a job, at one logical time.
 *
 * @param job the number of the job
 */
public record TokenId(long job, String step, Instant logicalTime) {
  private static final String PREFIX = "token:";

  /** The id as text, for the owner of tasks. The prefix sets it apart from user-sites. */
  public String owner() {
    return PREFIX + job + "/" + step + "/" + logicalTime;
  }

  /** Whether an owner of tasks is a token, and not a user-site. */
  public static boolean isToken(String owner) {
    return owner.startsWith(PREFIX);
  }

  /** The project whose secrets its step uses; null if it uses none, or the step is unknown. */
  public String secretsProject(Jobs jobs) {
    return jobs.find(job)
        .flatMap(found -> found.step(step))
        .filter(found -> !found.isJoin())
        .map(found -> found.work().secretsProject())
        .orElse(null);
  }

  /** Parses the text of {@link #owner}. */
  public static TokenId parse(String owner) {
    String[] parts = owner.substring(PREFIX.length()).split("/");
    return new TokenId(Long.parseLong(parts[0]), parts[1], Instant.parse(parts[2]));
  }
}
