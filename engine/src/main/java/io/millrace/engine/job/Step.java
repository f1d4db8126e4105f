package io.millrace.engine.job;

import io.millrace.engine.policy.Policy;
import io.millrace.engine.source.SourceCollection.Work;
import java.util.List;

/**
 * One piece of work of a job.
 *
 * @param depends what must have fired or succeeded
 * @param dependsFailure what must have failed
 * @param threshold so many arrivals make it run
 * @param work what is done; null = nothing, it succeeds at once (a join)
 * @param policy how long an attempt may take, and what follows a failure; it has no schedule
 * @param priority of what was scheduled; null = that of what set it off
 */
public record Step(
    String name,
    List<Reference> depends,
    List<Reference> dependsFailure,
    int threshold,
    Work work,
    Policy policy,
    JobPriority priority) {

  public Step {
    depends = List.copyOf(depends);
    dependsFailure = List.copyOf(dependsFailure);
  }

  public boolean isJoin() {
    return work == null;
  }

  /** How urgent it is when this set it off: its own word replaces what is merely normal. */
  public JobPriority urgency(JobPriority inherited) {
    return priority != null && inherited == JobPriority.NORMAL ? priority : inherited;
  }
}
