package io.millrace.engine.job;

import io.millrace.engine.sql.ColumnArrays;
import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Changes many jobs, in a transaction of the caller and with few statements. */
public final class JobBatch {
  /**
   * A job as it is stored.
   *
   * @param refersTo the other jobs that its steps wait for, as {@code project/name}
   */
  public record StoredJob(SavedJob saved, Set<String> refersTo) {}

  /**
   * A job to be saved.
   *
   * @param before the job that it replaces; absent if it is new
   * @param paused whether it is paused afterwards
   */
  public record JobWrite(JobDraft draft, @Nullable SavedJob before, boolean paused) {
    UUID id() {
      return draft.id();
    }

    private boolean isRenamed() {
      return before != null && !before.jobName().equals(draft.links().name());
    }

    private String referred() {
      return String.join(
          "\n", draft.links().referredJobs().stream().map(JobName::text).sorted().toList());
    }
  }

  private static final String ALL =
      """
      select number, id, project, name, paused, paused_by, paused_at, pause_reason, definition,
        saved_by, saved_at, version, deleted, refers_to
      from jobs where not deleted
      """;
  private static final String COLUMNS =
      """
      (id, project, name, definition, document, media_type, refers_to, paused, version)
      """;
  private static final String VALUES =
      """
      from unnest(?::uuid[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[],
        ?::text[]::boolean[], ?::bigint[]) as given
      """
          + COLUMNS;
  private static final String REFERRED =
      "case when given.refers_to = '' then '{}' else string_to_array(given.refers_to, E'\\n') end";
  private static final String INSERT =
      """
      insert into jobs (id, project, name, definition, document, media_type, refers_to, paused,
        paused_by, paused_at, version, saved_by, saved_at)
      select given.id, given.project, given.name, given.definition, given.document,
        given.media_type, %s, given.paused, case when given.paused then who else '' end,
        case when given.paused then at end, given.version, who, at
      %s, (select ?::text as who, ?::timestamptz as at) as saver
      """
          .formatted(REFERRED, VALUES);

  /** A continuing pause keeps its beginning and its reason. */
  private static final String UPDATE =
      """
update jobs j set project = given.project, name = given.name,
  definition = given.definition, document = given.document, media_type = given.media_type,
  refers_to = %s, version = given.version, saved_by = who, saved_at = at,
  paused = given.paused,
  paused_by = case when not given.paused then '' when j.paused then j.paused_by else who end,
  paused_at = case when not given.paused then null when j.paused then j.paused_at else at end,
  pause_reason = case when given.paused and j.paused then j.pause_reason else '' end
%s, (select ?::text as who, ?::timestamptz as at) as saver
where j.id = given.id and not j.deleted
"""
          .formatted(REFERRED, VALUES);

  private static final String DELETE =
      """
      update jobs j set deleted = true, refers_to = '{}', version = given.version
      from unnest(?::uuid[], ?::bigint[]) as given (id, version)
      where j.id = given.id and not j.deleted
      """;

  private final Statements sql;
  private final String by;
  private final Instant now;

  public JobBatch(Connection connection, String by, Instant now) {
    this.sql = Statements.plannedAnew(connection);
    this.by = by;
    this.now = now;
  }

  /** Excludes all other changes of jobs until the transaction ends. */
  public static void lock(Connection connection) throws SQLException {
    JobStore.lock(new Statements(connection));
  }

  public static List<StoredJob> all(Connection connection) throws SQLException {
    return Statements.plannedAnew(connection)
        .rows(
            ALL,
            row ->
                new StoredJob(
                    JobRows.read(row), Set.of((String[]) row.getArray("refers_to").getArray())));
  }

  /** The job as it is in force; empty if this release cannot read it. */
  public static Optional<Job> parsed(StoredJob job) {
    return JobRows.job(job.saved());
  }

  /** Deletes jobs, then replaces some, then adds the new ones, so that names can move. */
  public void write(List<JobWrite> saved, Collection<UUID> deleted) throws SQLException {
    long version = reserveVersions(saved.size() + deleted.size());
    if (!deleted.isEmpty()) {
      List<UUID> ids = List.copyOf(deleted);
      sql.update(DELETE, ids.toArray(UUID[]::new), versions(version, ids.size()));
      version += ids.size();
    }
    List<JobWrite> replaced = saved.stream().filter(job -> job.before() != null).toList();
    List<JobWrite> added = saved.stream().filter(job -> job.before() == null).toList();
    freeNames(replaced.stream().filter(JobWrite::isRenamed).toList());
    write(UPDATE, replaced, version);
    write(INSERT, added, version + replaced.size());
    if (!replaced.isEmpty()) {
      TokenWakeUpBooker.bookAll(
          sql,
          replaced.stream().map(job -> preview(job)).filter(job -> !job.paused()).toList(),
          now);
    }
  }

  private Job preview(JobWrite write) {
    SavedJob before = write.before();
    Job job = JobReader.preview(write.draft(), write.paused(), now);
    return job.withNumber(before == null ? 0 : before.number());
  }

  /** Two jobs may swap their names, and an index allows no name twice at any moment. */
  private void freeNames(List<JobWrite> renamed) throws SQLException {
    if (!renamed.isEmpty()) {
      sql.update(
          "update jobs set name = id::text where id = any(?) and not deleted",
          (Object) renamed.stream().map(JobWrite::id).toArray(UUID[]::new));
    }
  }

  private void write(String statement, List<JobWrite> jobs, long version) throws SQLException {
    if (jobs.isEmpty()) {
      return;
    }
    sql.update(
        statement,
        ColumnArrays.of(jobs)
            .uuids(JobWrite::id)
            .texts(job -> job.draft().links().name().project())
            .texts(job -> job.draft().links().name().name())
            .texts(job -> job.draft().definition())
            .texts(job -> job.draft().document().text())
            .texts(job -> job.draft().document().mediaType())
            .texts(JobWrite::referred)
            .texts(job -> Boolean.toString(job.paused()))
            .value(versions(version, jobs.size()))
            .values(by, now));
  }

  private long reserveVersions(int count) throws SQLException {
    return sql.number(
            "update jobs_version set version = version + ? returning version", (long) count)
        - count
        + 1;
  }

  private static long[] versions(long first, int count) {
    long[] versions = new long[count];
    Arrays.setAll(versions, i -> first + i);
    return versions;
  }
}
