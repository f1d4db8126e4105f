package io.millrace.engine.job;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All jobs in memory, and the downstream steps of each event. A reader sees all of a change or
 * nothing of it, and never waits.
 */
public final class JobRegistry implements Jobs, JobChanges {

  /** An {@link UpstreamEvent} with the name of its job instead of the number, as in references. */
  private record NamedEvent(JobName job, Reference.Kind kind, String name, boolean failed) {}

  private record State(
      LayeredMap<Long, Job> byNumber,
      LayeredMap<UUID, Job> byId,
      LayeredMap<JobName, Job> byName,
      LayeredMap<NamedEvent, List<DownstreamStep>> effects,
      long version) {}

  private volatile State state =
      new State(LayeredMap.empty(), LayeredMap.empty(), LayeredMap.empty(), LayeredMap.empty(), 0);

  /** The last change of each job by version, including jobs that are gone. */
  private final ConcurrentNavigableMap<Long, JobChange> changes = new ConcurrentSkipListMap<>();

  private final Map<Long, Long> versions = new HashMap<>();

  @Override
  public Optional<Job> find(long number) {
    return Optional.ofNullable(state.byNumber().get(number));
  }

  @Override
  public Optional<Job> find(UUID id) {
    return Optional.ofNullable(state.byId().get(id));
  }

  public Optional<Job> find(JobName name) {
    return Optional.ofNullable(state.byName().get(name));
  }

  public List<Job> all() {
    return state.byNumber().values().toList();
  }

  @Override
  public List<DownstreamStep> downstreamSteps(UpstreamEvent event) {
    State now = state;
    Job job = now.byNumber().get(event.job());
    List<DownstreamStep> downstream =
        job == null
            ? null
            : now.effects()
                .get(new NamedEvent(job.jobName(), event.kind(), event.name(), event.failed()));
    return downstream == null ? List.of() : downstream;
  }

  @Override
  public long version() {
    return state.version();
  }

  /** If the caller reads the version first, the result has everything up to that version. */
  @Override
  public Collection<JobChange> since(long version) {
    return changes.tailMap(version, false).values();
  }

  /**
   * Applies changes.
   *
   * @param version the version of the newest change that is known afterwards
   */
  public synchronized void apply(List<JobChange> changed, long version) {
    State before = state;
    Map<Long, Optional<Job>> byNumber = new HashMap<>();
    for (JobChange change : changed) {
      byNumber.put(change.number(), Optional.ofNullable(change.job()));
      changes.put(change.version(), change);
      Long older = versions.put(change.number(), change.version());
      if (older != null && older != change.version()) {
        changes.remove(older);
      }
    }
    List<Job> removed = new ArrayList<>();
    byNumber.keySet().forEach(number -> addIfThere(removed, before.byNumber().get(number)));
    List<Job> added = byNumber.values().stream().flatMap(Optional::stream).toList();
    state =
        new State(
            before.byNumber().with(byNumber),
            before.byId().with(keyed(removed, added, Job::id)),
            before.byName().with(keyed(removed, added, Job::jobName)),
            before.effects().with(downstream(before.effects(), removed, added)),
            version);
  }

  private static void addIfThere(List<Job> jobs, @Nullable Job job) {
    if (job != null) {
      jobs.add(job);
    }
  }

  /** Removals come first: another job may have taken over a name or an id. */
  private static <K> Map<K, Optional<Job>> keyed(
      List<Job> removed, List<Job> added, Function<Job, K> key) {
    Map<K, Optional<Job>> changes = new HashMap<>();
    removed.forEach(job -> changes.put(key.apply(job), Optional.empty()));
    added.forEach(job -> changes.put(key.apply(job), Optional.of(job)));
    return changes;
  }

  private static Map<NamedEvent, Optional<List<DownstreamStep>>> downstream(
      LayeredMap<NamedEvent, List<DownstreamStep>> before, List<Job> removed, List<Job> added) {
    Set<Long> changed = new HashSet<>();
    Map<NamedEvent, List<DownstreamStep>> touched = new HashMap<>();
    for (Job job : removed) {
      changed.add(job.number());
      downstream(job).keySet().forEach(event -> touched.put(event, new ArrayList<>()));
    }
    for (Job job : added) {
      downstream(job)
          .forEach(
              (event, downstream) ->
                  touched.computeIfAbsent(event, key -> new ArrayList<>()).addAll(downstream));
    }
    Map<NamedEvent, Optional<List<DownstreamStep>>> after = new HashMap<>();
    touched.forEach(
        (event, newSteps) -> {
          List<DownstreamStep> all = new ArrayList<>();
          List<DownstreamStep> old = before.get(event);
          if (old != null) {
            old.stream().filter(step -> !changed.contains(step.job())).forEach(all::add);
          }
          all.addAll(newSteps);
          after.put(event, all.isEmpty() ? Optional.empty() : Optional.of(List.copyOf(all)));
        });
    return after;
  }

  /** Returns the events that the steps of a job wait for, with those steps. */
  private static Map<NamedEvent, List<DownstreamStep>> downstream(Job job) {
    Map<NamedEvent, List<DownstreamStep>> downstream = new HashMap<>();
    for (StepLink link : JobLinks.of(job).links()) {
      Reference reference = link.reference();
      NamedEvent event =
          new NamedEvent(
              reference.target(job.jobName()), reference.kind(), reference.name(), link.failed());
      downstream
          .computeIfAbsent(event, key -> new ArrayList<>())
          .add(
              new DownstreamStep(
                  job.number(),
                  link.step(),
                  reference.offset(),
                  (link.failed() ? "!" : "") + reference.text()));
    }
    return downstream;
  }
}
