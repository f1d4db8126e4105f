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

/**
 * All jobs in memory, and what each thing that happens sets off. Whoever asks sees all of a change
 * or nothing of it, and never waits.
 */
public final class JobRegistry implements Jobs, JobChanges {

  /** A {@link UpstreamEvent} by the name of its job, as references have it. */
  private record NamedEvent(JobName job, Reference.Kind kind, String name, boolean failed) {}

  private record State(
      LayeredMap<Long, Job> byNumber,
      LayeredMap<UUID, Job> byId,
      LayeredMap<JobName, Job> byName,
      LayeredMap<NamedEvent, List<DownstreamStep>> effects,
      long version) {}

  private volatile State state =
      new State(LayeredMap.empty(), LayeredMap.empty(), LayeredMap.empty(), LayeredMap.empty(), 0);

  /** The last change of each job, those of jobs that are gone among them, by its version. */
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
  public List<DownstreamStep> downstreamSteps(UpstreamEvent cause) {
    State now = state;
    Job job = now.byNumber().get(cause.job());
    List<DownstreamStep> effects =
        job == null
            ? null
            : now.effects()
                .get(new NamedEvent(job.jobName(), cause.kind(), cause.name(), cause.failed()));
    return effects == null ? List.of() : effects;
  }

  @Override
  public long version() {
    return state.version();
  }

  /** Asked after the version, it has everything up to that version. */
  @Override
  public Collection<JobChange> since(long version) {
    return changes.tailMap(version, false).values();
  }

  /**
   * Takes over what has changed.
   *
   * @param version of the newest change that is known then
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
    List<Job> gone = new ArrayList<>();
    byNumber.keySet().forEach(number -> addIfThere(gone, before.byNumber().get(number)));
    List<Job> come = byNumber.values().stream().flatMap(Optional::stream).toList();
    state =
        new State(
            before.byNumber().with(byNumber),
            before.byId().with(keyed(gone, come, Job::id)),
            before.byName().with(keyed(gone, come, Job::jobName)),
            before.effects().with(effects(before.effects(), gone, come)),
            version);
  }

  private static void addIfThere(List<Job> jobs, Job job) {
    if (job != null) {
      jobs.add(job);
    }
  }

  /** A name or an id that one job gave up may be another one's now. */
  private static <K> Map<K, Optional<Job>> keyed(
      List<Job> gone, List<Job> come, Function<Job, K> key) {
    Map<K, Optional<Job>> changes = new HashMap<>();
    gone.forEach(job -> changes.put(key.apply(job), Optional.empty()));
    come.forEach(job -> changes.put(key.apply(job), Optional.of(job)));
    return changes;
  }

  private static Map<NamedEvent, Optional<List<DownstreamStep>>> effects(
      LayeredMap<NamedEvent, List<DownstreamStep>> before, List<Job> gone, List<Job> come) {
    Set<Long> changed = new HashSet<>();
    Map<NamedEvent, List<DownstreamStep>> touched = new HashMap<>();
    for (Job job : gone) {
      changed.add(job.number());
      effects(job).keySet().forEach(cause -> touched.put(cause, new ArrayList<>()));
    }
    for (Job job : come) {
      effects(job)
          .forEach(
              (cause, effects) ->
                  touched.computeIfAbsent(cause, key -> new ArrayList<>()).addAll(effects));
    }
    Map<NamedEvent, Optional<List<DownstreamStep>>> after = new HashMap<>();
    touched.forEach(
        (cause, added) -> {
          List<DownstreamStep> all = new ArrayList<>();
          List<DownstreamStep> old = before.get(cause);
          if (old != null) {
            old.stream().filter(effect -> !changed.contains(effect.job())).forEach(all::add);
          }
          all.addAll(added);
          after.put(cause, all.isEmpty() ? Optional.empty() : Optional.of(List.copyOf(all)));
        });
    return after;
  }

  /** What a job's steps wait for, and what that does to them. */
  private static Map<NamedEvent, List<DownstreamStep>> effects(Job job) {
    Map<NamedEvent, List<DownstreamStep>> effects = new HashMap<>();
    for (StepLink link : JobLinks.of(job).links()) {
      Reference reference = link.reference();
      NamedEvent cause =
          new NamedEvent(
              reference.target(job.jobName()), reference.kind(), reference.name(), link.failed());
      effects
          .computeIfAbsent(cause, key -> new ArrayList<>())
          .add(
              new DownstreamStep(
                  job.number(),
                  link.step(),
                  reference.offset(),
                  (link.failed() ? "!" : "") + reference.text()));
    }
    return effects;
  }
}
