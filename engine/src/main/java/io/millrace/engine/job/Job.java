package io.millrace.engine.job;

import io.millrace.engine.credential.CredentialAdvice;
import io.millrace.engine.credential.CredentialWarning;
import io.millrace.engine.fresh.FreshPromise;
import io.millrace.engine.source.SourceCollection.Work;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A job in force.
 *
 * @param number unique for each life of a job: a job that is deleted and created again gets a new
 *     one
 * @param version the version of all jobs at its last change; a greater one is newer
 * @param savedAt when its definition last changed; a pause does not count
 * @param fresh what is promised for it; absent if nothing is
 */
public record Job(
    long number,
    UUID id,
    String project,
    String name,
    boolean paused,
    List<Trigger> triggers,
    List<Step> steps,
    long version,
    Instant savedAt,
    @Nullable FreshPromise fresh) {

  public static JobBuilder builder() {
    return new JobBuilder();
  }

  public Job {
    triggers = List.copyOf(triggers);
    steps = List.copyOf(steps);
  }

  public Job withNumber(long newNumber) {
    return new Job(newNumber, id, project, name, paused, triggers, steps, version, savedAt, fresh);
  }

  public Optional<Step> step(String name) {
    return steps.stream().filter(step -> step.name().equals(name)).findFirst();
  }

  public Optional<Trigger> trigger(String name) {
    return triggers.stream().filter(trigger -> trigger.name().equals(name)).findFirst();
  }

  public JobName jobName() {
    return new JobName(project, name);
  }

  /** Whether any step needs a channel of this pool. */
  public boolean runsIn(String pool) {
    return steps.stream()
        .map(Step::work)
        .anyMatch(work -> work != null && work.pool().equals(pool));
  }

  /** The source of its tasks. The dot is unambiguous, because no name contains one. */
  public String source() {
    return project + "." + name;
  }

  /** The warnings about credentials in its definition. */
  public List<CredentialWarning> warnings() {
    CredentialAdvice advice = new CredentialAdvice();
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      Work work = step.work();
      if (work != null) {
        work.addCredentialAdvice(advice, "steps[" + i + "].run", name, step.name());
      }
    }
    return advice.warnings();
  }
}
