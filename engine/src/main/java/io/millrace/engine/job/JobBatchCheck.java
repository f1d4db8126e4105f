package io.millrace.engine.job;

import io.millrace.engine.input.FieldError;
import io.millrace.engine.job.JobBatch.StoredJob;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Checks that the references of all jobs still hold after many of them change at once. */
public final class JobBatchCheck {
  /** A reference to a job that would become invalid. */
  public record BrokenUse(UUID job, FieldError error) {}

  private final Map<UUID, JobDraft> drafts = new HashMap<>();
  private final Map<JobName, UUID> ids = new HashMap<>();
  private final Map<JobName, StoredJob> staying = new HashMap<>();
  private final Map<JobName, UUID> touched = new HashMap<>();
  private final Set<String> referred = new HashSet<>();
  private final Map<JobName, Optional<JobLinks>> links = new HashMap<>();

  private JobBatchCheck(
      Collection<StoredJob> before, Collection<JobDraft> saved, Set<UUID> deleted) {
    saved.forEach(draft -> drafts.put(draft.id(), draft));
    for (StoredJob job : before) {
      UUID id = job.saved().id();
      if (drafts.containsKey(id) || deleted.contains(id)) {
        touched.put(job.saved().jobName(), id);
      } else {
        staying.put(job.saved().jobName(), job);
        ids.put(job.saved().jobName(), id);
        referred.addAll(job.refersTo());
      }
    }
    for (JobDraft draft : saved) {
      draft.links().referredJobs().forEach(name -> referred.add(name.text()));
    }
  }

  /**
   * Adds what is wrong to the errors of each draft.
   *
   * @param before all jobs that are stored
   * @return what other jobs need of the changed and deleted jobs
   */
  public static List<BrokenUse> check(
      Collection<StoredJob> before, Collection<JobDraft> saved, Set<UUID> deleted) {
    JobBatchCheck check = new JobBatchCheck(before, saved, deleted);
    check.checkNames(saved);
    for (JobDraft draft : saved) {
      check.checkLinks(draft);
    }
    return check.brokenUses();
  }

  private void checkNames(Collection<JobDraft> saved) {
    for (JobDraft draft : saved) {
      JobName name = draft.links().name();
      UUID other = ids.putIfAbsent(name, draft.id());
      if (other != null && !other.equals(draft.id())) {
        draft
            .errors()
            .add(
                "name",
                name.name(),
                "is already the name of another job of this project: " + other);
      }
    }
  }

  private void checkLinks(JobDraft draft) {
    try {
      LinkCheck.check(
          draft.links(),
          this::find,
          referred.contains(draft.links().name().text()),
          draft.errors());
    } catch (SQLException impossible) {
      throw new IllegalStateException("no statement is run here", impossible);
    }
  }

  private Optional<JobLinks> find(JobName name) {
    return links.computeIfAbsent(name, this::read);
  }

  private Optional<JobLinks> read(JobName name) {
    UUID id = ids.get(name);
    JobDraft draft = id == null ? null : drafts.get(id);
    if (draft != null) {
      return Optional.of(draft.links());
    }
    return Optional.ofNullable(staying.get(name))
        .flatMap(stored -> JobRows.job(stored.saved()))
        .map(JobLinks::of);
  }

  private List<BrokenUse> brokenUses() {
    List<BrokenUse> broken = new ArrayList<>();
    for (StoredJob job : staying.values()) {
      for (String text : job.refersTo()) {
        JobName name = JobName.parse(text).orElse(null);
        UUID changed = name == null ? null : touched.get(name);
        if (name != null && changed != null) {
          addBrokenUses(job, name, changed, broken);
        }
      }
    }
    return broken;
  }

  private void addBrokenUses(StoredJob job, JobName name, UUID id, List<BrokenUse> broken) {
    Optional<JobLinks> target = find(name);
    for (StepLink link :
        find(job.saved().jobName()).map(it -> it.linksTo(name)).orElse(List.of())) {
      Reference reference = link.reference();
      if (target.isEmpty() || !target.get().has(reference.kind(), reference.name())) {
        broken.add(
            new BrokenUse(
                id,
                new FieldError(
                    reference.kind().text() + "s",
                    reference.name(),
                    "the step '%s' of %s waits for it: %s"
                        .formatted(link.step(), job.saved().jobName().text(), reference.text()))));
      }
    }
  }
}
