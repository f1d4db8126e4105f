package io.millrace.engine.job;

import io.millrace.engine.input.ExpectedVersion;
import io.millrace.engine.job.JobSaveResult.Result;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.sql.Transaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;

/** The table of jobs. Jobs refer to each other, so only one is changed at a time. */
public final class JobStore {
  /** The number of the advisory lock that serializes changes. */
  private static final long LOCK = 0x6D696C6C6A6F6273L;

  /** An operation on one job. */
  @FunctionalInterface
  private interface JobOperation<T> {
    T apply(JobWriter writer) throws SQLException;
  }

  /** A project, and how many jobs it has. */
  public record Project(String name, long jobs) {}

  private record JobRow(SavedJob saved, boolean deleted) {
    JobChange change() {
      return new JobChange(
          saved.number(), saved.version(), deleted ? null : JobRows.job(saved).orElse(null));
    }
  }

  private final DataSource database;
  private final Clock clock;

  public JobStore(DataSource database, Clock clock) {
    this.database = database;
    this.clock = clock;
  }

  /**
   * Creates the job, or replaces the one of its id. Saving the same document again changes nothing.
   *
   * @throws io.millrace.engine.input.InvalidInputException with every error in it
   */
  public JobSaveResult save(JobDraft draft, String by) throws SQLException {
    return save(draft, by, ExpectedVersion.ANY);
  }

  /** The same, if the job has the expected version. */
  public JobSaveResult save(JobDraft draft, String by, ExpectedVersion expected)
      throws SQLException {
    return change(
        by,
        writer -> {
          check(expected, draft.id(), JobRows.find(writer.sql(), draft.id()));
          return writer.save(draft);
        });
  }

  private static void check(ExpectedVersion expected, UUID id, Optional<SavedJob> job) {
    expected.check(
        "job '" + id + "'", job.map(saved -> Long.toString(saved.version())).orElse(null));
  }

  /**
   * Does a dry run of {@link #save}.
   *
   * @throws io.millrace.engine.input.InvalidInputException with every error in it
   */
  public JobPreview preview(JobDraft draft, String by) throws SQLException {
    try (Connection connection = database.getConnection()) {
      JobSaveResult saved = new JobWriter(new Statements(connection), by, now()).preview(draft);
      return new JobPreview(saved, saved.job() == null ? null : JobReader.readStored(saved.job()));
    }
  }

  /** Pauses or resumes the job; empty if there is no such job. */
  public Optional<SavedJob> pause(UUID id, boolean paused, String reason, String by)
      throws SQLException {
    return change(
        by,
        writer -> {
          Optional<SavedJob> job = JobRows.find(writer.sql(), id);
          return job.isEmpty() ? job : writer.pause(job.get(), paused, reason).or(() -> job);
        });
  }

  /** Deletes the job, unless another job refers to it. */
  public JobSaveResult delete(UUID id) throws SQLException {
    return delete(id, ExpectedVersion.ANY);
  }

  /** The same, if the job has the expected version. */
  public JobSaveResult delete(UUID id, ExpectedVersion expected) throws SQLException {
    return change(
        "",
        writer -> {
          Optional<SavedJob> job = JobRows.find(writer.sql(), id);
          if (job.isPresent()) {
            check(expected, id, job);
          }
          return job.isEmpty() ? JobSaveResult.of(Result.UNKNOWN, null) : writer.delete(job.get());
        });
  }

  private <T> T change(String by, JobOperation<T> change) throws SQLException {
    return Transaction.run(
        database,
        connection -> {
          Statements sql = new Statements(connection);
          lock(sql);
          return change.apply(new JobWriter(sql, by, now()));
        });
  }

  /** Excludes all other changes of jobs until the transaction ends. */
  static void lock(Statements sql) throws SQLException {
    sql.rows("select pg_advisory_xact_lock(" + LOCK + ")", row -> true);
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  public Optional<SavedJob> find(UUID id) throws SQLException {
    try (Connection connection = database.getConnection()) {
      return JobRows.find(new Statements(connection), id);
    }
  }

  /** Returns the document as its author wrote it. */
  public Optional<JobDocument> document(UUID id) throws SQLException {
    try (Connection connection = database.getConnection()) {
      return new Statements(connection)
          .first(
              "select document, media_type from jobs where id = ? and not deleted",
              row -> new JobDocument(row.getString(1), row.getString(2)),
              id);
    }
  }

  /** Returns the jobs ordered by project and name. */
  public List<JobOverview> list(JobQuery query) throws SQLException {
    try (Connection connection = database.getConnection()) {
      return JobOverviewRows.list(Statements.plannedAnew(connection), query, clock.instant());
    }
  }

  /**
   * Returns the projects ordered by name.
   *
   * @param after the last project of the previous page; empty for the first page
   */
  public List<Project> projects(String after, int limit) throws SQLException {
    try (Connection connection = database.getConnection()) {
      return Statements.plannedAnew(connection)
          .rows(
              """
              select project, count(*) from jobs where not deleted and project > ?
              group by project order by project limit ?
              """,
              row -> new Project(row.getString(1), row.getLong(2)),
              after,
              limit);
    }
  }

  /** Returns the version of the newest change. */
  public long version() throws SQLException {
    try (Connection connection = database.getConnection()) {
      return new Statements(connection).number("select version from jobs_version");
    }
  }

  /** Returns the first changes after that version, in order; of each job only the last one. */
  public List<JobChange> changes(long since, int limit) throws SQLException {
    try (Connection connection = database.getConnection()) {
      List<JobRow> rows =
          Statements.plannedAnew(connection)
              .rows(
                  JobRows.SELECT + "where version > ? order by version limit ?",
                  row -> new JobRow(JobRows.read(row), row.getBoolean("deleted")),
                  since,
                  limit);
      return rows.parallelStream().map(JobRow::change).toList();
    }
  }
}
