package io.millrace.engine.job;

import io.millrace.engine.input.FieldError;
import io.millrace.engine.job.JobSaveResult.Result;
import io.millrace.engine.sql.Statements;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Changes one job, in a transaction that excludes all other changes of jobs. */
record JobWriter(Statements sql, String by, Instant now) {
  private static final String INSERT =
      """
      insert into jobs (paused, paused_by, paused_at, pause_reason, project, name, definition,
        document, media_type, refers_to, saved_by, saved_at, version, id)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;
  private static final String UPDATE =
      """
      update jobs set paused = ?, paused_by = ?, paused_at = ?, pause_reason = ?, project = ?,
        name = ?, definition = ?, document = ?, media_type = ?, refers_to = ?, saved_by = ?,
        saved_at = ?, version = ?
      where id = ? and not deleted
      """;
  private static final String SAME_DOCUMENT =
      "select count(*) from jobs where number = ? and document = ? and media_type = ?";

  /** Whether a job is paused, and why. */
  private record Pause(boolean paused, String by, @Nullable Instant at, String reason) {
    static final Pause NONE = new Pause(false, "", null, "");

    static Pause of(SavedJob job) {
      return new Pause(job.paused(), job.pausedBy(), job.pausedAt(), job.pauseReason());
    }
  }

  JobSaveResult save(JobDraft draft) throws SQLException {
    JobSaveResult preview = preview(draft);
    SavedJob next = preview.job();
    boolean isNew = preview.result() == Result.CREATED;
    if (next == null || !isNew && preview.result() != Result.REPLACED) {
      return preview;
    }
    write(isNew ? INSERT : UPDATE, draft, Pause.of(next));
    SavedJob saved = JobRows.find(sql, draft.id()).orElseThrow();
    bookTokenWakeUps(saved);
    return JobSaveResult.of(preview.result(), saved);
  }

  /** Checks the draft and returns the result of saving it. A new job has no number yet. */
  JobSaveResult preview(JobDraft draft) throws SQLException {
    Optional<SavedJob> before = JobRows.find(sql, draft.id());
    check(draft);
    Pause pause = pause(before.map(Pause::of).orElse(Pause.NONE), draft.paused(), "");
    if (before.isPresent()) {
      if (isSame(before.get(), draft) && pause.paused() == before.get().paused()) {
        return JobSaveResult.of(Result.UNCHANGED, before.get());
      }
      List<FieldError> uses = uses(before.get().jobName(), draft.links());
      if (!uses.isEmpty()) {
        return JobSaveResult.inUse(uses);
      }
    }
    return JobSaveResult.of(
        before.isPresent() ? Result.REPLACED : Result.CREATED,
        after(draft, pause, before.map(SavedJob::number).orElse(0L)));
  }

  private SavedJob after(JobDraft draft, Pause pause, long number) {
    JobName name = draft.links().name();
    return SavedJob.builder()
        .number(number)
        .id(draft.id())
        .project(name.project())
        .name(name.name())
        .paused(pause.paused())
        .pausedBy(pause.by())
        .pausedAt(pause.at())
        .pauseReason(pause.reason())
        .definition(draft.definition())
        .savedBy(by)
        .savedAt(now)
        .version(0)
        .build();
  }

  private void check(JobDraft draft) throws SQLException {
    JobName name = draft.links().name();
    Map<JobName, Optional<JobLinks>> known = new HashMap<>();
    LinkCheck.OtherJobs others =
        other -> {
          Optional<JobLinks> before = known.get(other);
          if (before != null) {
            return before;
          }
          Optional<JobLinks> found =
              JobRows.named(sql, other, draft.id()).flatMap(JobRows::job).map(JobLinks::of);
          known.put(other, found);
          return found;
        };
    LinkCheck.check(draft.links(), others, JobRows.isReferredTo(sql, name), draft.errors());
    JobRows.named(sql, name, draft.id())
        .ifPresent(
            other ->
                draft
                    .errors()
                    .add(
                        "name",
                        name.name(),
                        "is already the name of another job of this project: " + other.id()));
    draft.errors().throwIfAny();
  }

  private boolean isSame(SavedJob before, JobDraft draft) throws SQLException {
    JobDocument document = draft.document();
    return sql.number(SAME_DOCUMENT, before.number(), document.text(), document.mediaType()) > 0;
  }

  /**
   * Returns the references of other jobs that would break.
   *
   * @param after the job after the change; absent if it is deleted
   */
  private List<FieldError> uses(JobName name, @Nullable JobLinks after) throws SQLException {
    List<FieldError> uses = new ArrayList<>();
    for (SavedJob saved : JobRows.referringTo(sql, name)) {
      JobLinks other = JobRows.job(saved).map(JobLinks::of).orElse(null);
      for (StepLink link : other == null ? List.<StepLink>of() : other.linksTo(name)) {
        Reference reference = link.reference();
        boolean stays =
            after != null
                && after.name().equals(name)
                && after.has(reference.kind(), reference.name());
        if (!stays) {
          uses.add(
              new FieldError(
                  reference.kind().text() + "s",
                  reference.name(),
                  "the step '%s' of %s waits for it: %s"
                      .formatted(link.step(), saved.jobName().text(), reference.text())));
        }
      }
    }
    return uses;
  }

  private void write(String statement, JobDraft draft, Pause pause) throws SQLException {
    JobName name = draft.links().name();
    sql.update(
        statement,
        pause.paused(),
        pause.by(),
        pause.at(),
        pause.reason(),
        name.project(),
        name.name(),
        draft.definition(),
        draft.document().text(),
        draft.document().mediaType(),
        draft.links().referredJobs().stream().map(JobName::text).sorted().toList(),
        by,
        now,
        nextVersion(),
        draft.id());
  }

  /** Returns the changed job; empty if there is nothing to change. */
  Optional<SavedJob> pause(SavedJob job, boolean paused, String reason) throws SQLException {
    Pause before = Pause.of(job);
    Pause after = pause(before, paused, reason);
    if (after.equals(before)) {
      return Optional.empty();
    }
    sql.update(
        """
        update jobs set paused = ?, paused_by = ?, paused_at = ?, pause_reason = ?, version = ?
        where number = ?
        """,
        after.paused(),
        after.by(),
        after.at(),
        after.reason(),
        nextVersion(),
        job.number());
    SavedJob saved = JobRows.find(sql, job.id()).orElseThrow();
    bookTokenWakeUps(saved);
    return Optional.of(saved);
  }

  /**
   * Returns the pause after the change. Pausing a paused job only changes its reason, if one is
   * given.
   *
   * @param paused absent to leave it unchanged
   */
  private Pause pause(Pause before, @Nullable Boolean paused, String reason) {
    if (paused == null || paused == before.paused() && (!paused || reason.isEmpty())) {
      return before;
    }
    return !paused ? Pause.NONE : new Pause(true, by, before.paused() ? before.at() : now, reason);
  }

  private void bookTokenWakeUps(SavedJob saved) throws SQLException {
    Optional<Job> job = JobRows.job(saved);
    if (job.isPresent()) {
      TokenWakeUpBooker.book(sql, job.get(), now);
    }
  }

  /** Marks the row as deleted. It stays, so that the other nodes notice. */
  JobSaveResult delete(SavedJob job) throws SQLException {
    List<FieldError> uses = uses(job.jobName(), null);
    if (!uses.isEmpty()) {
      return JobSaveResult.inUse(uses);
    }
    sql.update(
        "update jobs set deleted = true, refers_to = '{}', version = ? where number = ?",
        nextVersion(),
        job.number());
    return JobSaveResult.of(Result.DELETED, job);
  }

  private long nextVersion() throws SQLException {
    return sql.number("update jobs_version set version = version + 1 returning version");
  }
}
