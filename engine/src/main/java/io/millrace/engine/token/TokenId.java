package io.millrace.engine.token;

import io.millrace.engine.policy.Attempt;
import io.millrace.engine.task.Owner.TokenOwner;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskId;
import java.time.Instant;

/**
 * Names a token: a step of a job, at one logical time.
 *
 * @param job the number of the job
 */
public record TokenId(long job, String step, Instant logicalTime) {

  /** The id as text, for the owner of tasks. */
  public String owner() {
    return new TokenOwner(job, step, logicalTime).text();
  }

  /** The task of one of its attempts, in the state in which it is queued. */
  Task task(Attempt attempt) {
    String source = attempt.source();
    TaskId id = new TaskId(source == null ? "" : source, step, attempt.uid());
    return attempt.toTask(id, owner(), logicalTime);
  }

  /** Parses the text of {@link #owner}. */
  public static TokenId parse(String owner) {
    return of(TokenOwner.parse(owner));
  }

  public static TokenId of(TokenOwner owner) {
    return new TokenId(owner.job(), owner.step(), owner.logicalTime());
  }
}
