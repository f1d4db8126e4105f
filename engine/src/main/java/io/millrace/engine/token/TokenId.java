package io.millrace.engine.token;

import io.millrace.engine.job.Jobs;
import io.millrace.engine.task.Owner.TokenOwner;
import java.time.Instant;

/**
 * Names a token: a step of a job, at one logical time.
 *
 * @param job the number of the job
 */
public record TokenId(long job, String step, Instant logicalTime) {

  /** The id as one text, for the owner of tasks. */
  public String owner() {
    return new TokenOwner(job, step, logicalTime).text();
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
    return of(TokenOwner.parse(owner));
  }

  public static TokenId of(TokenOwner owner) {
    return new TokenId(owner.job(), owner.step(), owner.logicalTime());
  }
}
