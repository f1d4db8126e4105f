package io.millrace.engine.token;

import io.millrace.engine.job.DownstreamStep;
import io.millrace.engine.job.Job;
import io.millrace.engine.job.Jobs;
import io.millrace.engine.job.Reference;
import io.millrace.engine.job.Reference.Kind;
import io.millrace.engine.job.Step;
import io.millrace.engine.job.UpstreamEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Jobs in memory that tests can change. Thread-safe. */
public final class InMemoryJobs implements Jobs {
  public static final String PROJECT = "reports";

  private final Map<Long, Job> jobs = new ConcurrentSkipListMap<>();
  private final AtomicLong version = new AtomicLong();

  /** How often a job was looked up by its number. */
  final AtomicInteger lookups = new AtomicInteger();

  /** Creates or replaces a job. Its name is its number. */
  public Job put(long number, TestStep... steps) {
    return put(number, false, List.of(steps).stream().map(TestStep::step).toList());
  }

  private Job put(long number, boolean paused, List<Step> steps) {
    Job job =
        Job.builder()
            .number(number)
            .id(new UUID(0, number))
            .project(PROJECT)
            .name("job-" + number)
            .paused(paused)
            .triggers(List.of())
            .steps(steps)
            .version(version.incrementAndGet())
            .savedAt(Instant.EPOCH)
            .build();
    jobs.put(number, job);
    return job;
  }

  public void pause(long number, boolean paused) {
    put(number, paused, jobs.get(number).steps());
  }

  public void delete(long number) {
    jobs.remove(number);
    version.incrementAndGet();
  }

  /** A copy for a node that does not see later changes. */
  InMemoryJobs copy() {
    InMemoryJobs copy = new InMemoryJobs();
    copy.catchUp(this);
    return copy;
  }

  void catchUp(InMemoryJobs newest) {
    jobs.keySet().retainAll(newest.jobs.keySet());
    jobs.putAll(newest.jobs);
    version.set(newest.version.get());
  }

  @Override
  public Optional<Job> find(long number) {
    lookups.incrementAndGet();
    return Optional.ofNullable(jobs.get(number));
  }

  @Override
  public Optional<Job> find(UUID id) {
    return jobs.values().stream().filter(job -> job.id().equals(id)).findFirst();
  }

  @Override
  public List<DownstreamStep> downstreamSteps(UpstreamEvent cause) {
    List<DownstreamStep> effects = new ArrayList<>();
    for (Job job : jobs.values()) {
      for (Step step : job.steps()) {
        for (Reference reference : cause.failed() ? step.dependsFailure() : step.depends()) {
          if (reference.kind() == cause.kind()
              && reference.name().equals(cause.name())
              && refersTo(job, reference, cause.job())) {
            String mark = cause.failed() ? "!" : "";
            effects.add(
                new DownstreamStep(
                    job.number(), step.name(), reference.offset(), mark + reference.text()));
          }
        }
      }
    }
    return effects;
  }

  private boolean refersTo(Job from, Reference reference, long number) {
    String name = reference.job().isEmpty() ? from.name() : reference.job();
    return jobs.containsKey(number) && jobs.get(number).name().equals(name);
  }

  /** The targets of the arrivals that a fire of this trigger sends. */
  List<DownstreamDelivery.ArrivalTarget> fired(long number, String trigger, Instant logicalTime) {
    return downstreamSteps(new UpstreamEvent(number, Kind.TRIGGER, trigger, false)).stream()
        .map(
            effect ->
                new DownstreamDelivery.ArrivalTarget(
                    new TokenId(effect.job(), effect.step(), logicalTime.plus(effect.offset())),
                    effect.source()))
        .toList();
  }

  @Override
  public long version() {
    return version.get();
  }
}
