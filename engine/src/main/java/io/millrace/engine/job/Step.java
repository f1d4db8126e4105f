package io.millrace.engine.job;

import io.millrace.engine.policy.Policy;
import io.millrace.engine.source.SourceCollection.Work;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One step of a job.
 *
 * @param depends what must have fired or succeeded
 * @param dependsFailure what must have failed
 * @param threshold how many arrivals make it run
 * @param work what it runs; absent for a join, which runs nothing and succeeds at once
 * @param policy how long an attempt may take, and what follows a failure; it has no schedule
 * @param priority its priority in scheduled runs; absent to inherit it
 */
public record Step(
    String name,
    List<Reference> depends,
    List<Reference> dependsFailure,
    int threshold,
    @Nullable Work work,
    Policy policy,
    @Nullable JobPriority priority) {

  public Step {
    depends = List.copyOf(depends);
    dependsFailure = List.copyOf(dependsFailure);
  }

  public boolean isJoin() {
    return work == null;
  }

  /** Whether other steps run before it. Only their outputs are its inputs. */
  public boolean dependsOnSteps() {
    return Stream.concat(depends.stream(), dependsFailure.stream())
        .anyMatch(reference -> reference.kind() == Reference.Kind.STEP);
  }

  /** Returns its priority after this one is inherited. Its own replaces only a normal one. */
  public JobPriority urgency(JobPriority inherited) {
    return priority != null && inherited == JobPriority.NORMAL ? priority : inherited;
  }
}
