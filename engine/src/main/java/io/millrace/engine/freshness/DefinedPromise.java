package io.millrace.engine.freshness;

import io.millrace.engine.fresh.FreshPromise;
import io.millrace.engine.job.Job;
import io.millrace.engine.job.Reference;
import io.millrace.engine.job.Step;
import io.millrace.engine.job.Trigger;
import io.millrace.engine.source.SourceCollection;
import io.millrace.engine.task.Owner;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A promise of a collection, or of a last step of a job. A job is as fresh as its oldest last step.
 *
 * @param paused whether its job is paused
 * @param nextFire the next time at which something sets it off; absent for a collection, whose
 *     booking is in the due index
 */
record DefinedPromise(
    FreshSubject subject,
    FreshPromise promise,
    boolean paused,
    @Nullable Function<Instant, Optional<Instant>> nextFire) {

  static Map<String, DefinedPromise> all(List<SourceCollection> collections, List<Job> jobs) {
    Map<String, DefinedPromise> all = new LinkedHashMap<>();
    collections.forEach(collection -> addCollection(collection, all));
    jobs.forEach(job -> addJob(job, all));
    return all;
  }

  private static void addCollection(SourceCollection collection, Map<String, DefinedPromise> all) {
    FreshPromise promise = collection.fresh();
    if (promise != null) {
      String owner = collection.id().owner();
      FreshSubject subject =
          new FreshSubject(owner, FreshSubject.SubjectKind.COLLECTION, "", collection.source());
      all.put(owner, new DefinedPromise(subject, promise, false, null));
    }
  }

  private static void addJob(Job job, Map<String, DefinedPromise> all) {
    FreshPromise promise = job.fresh();
    if (promise == null) {
      return;
    }
    for (Step step : lastSteps(job)) {
      String owner = Owner.stepOf(job.number(), step.name());
      FreshSubject subject =
          new FreshSubject(owner, FreshSubject.SubjectKind.JOB, "", job.jobName().text());
      all.put(owner, new DefinedPromise(subject, promise, job.paused(), now -> nextFire(job, now)));
    }
  }

  /** The steps on whose success no other step of the job waits, without those for failures. */
  static List<Step> lastSteps(Job job) {
    Set<String> awaited = new HashSet<>();
    for (Step step : job.steps()) {
      Stream.concat(step.depends().stream(), step.dependsFailure().stream())
          .filter(reference -> reference.kind() == Reference.Kind.STEP)
          .filter(reference -> reference.target(job.jobName()).equals(job.jobName()))
          .filter(reference -> step.depends().contains(reference))
          .forEach(reference -> awaited.add(reference.name()));
    }
    return job.steps().stream()
        .filter(step -> !awaited.contains(step.name()))
        .filter(step -> !step.depends().isEmpty() || step.dependsFailure().isEmpty())
        .toList();
  }

  private static Optional<Instant> nextFire(Job job, Instant now) {
    return job.triggers().stream()
        .map(trigger -> nextDue(trigger, now))
        .flatMap(Optional::stream)
        .min(Instant::compareTo);
  }

  private static Optional<Instant> nextDue(Trigger trigger, Instant now) {
    return trigger.nextAfter(now.minus(trigger.offset())).map(trigger::dueAt);
  }
}
