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

  /** The id as one text, for the owner of tasks; no other owner has a colon in it. */
  public String owner() {
    return PREFIX + job + "/" + step + "/" + logicalTime;
  }

  /** Whether an owner of tasks is a token, and not a user-site. */
  public static boolean isToken(String owner) {
    return owner.startsWith(PREFIX);
  }

  /** The project whose secrets its step names, as far as they are known; null if there are none. */
  public String secretsProject(Jobs jobs) {
    return jobs.find(job)
        .flatMap(found -> found.step(step))
        .filter(found -> !found.isJoin())
        .map(found -> found.work().secretsProject())
        .orElse(null);
  }

  /** Reads what {@link #owner} wrote. */
  public static TokenId parse(String owner) {
    String[] parts = owner.substring(PREFIX.length()).split("/");
    return new TokenId(Long.parseLong(parts[0]), parts[1], Instant.parse(parts[2]));
  }
}
