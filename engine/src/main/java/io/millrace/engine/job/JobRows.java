package io.millrace.engine.job;

import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.sql.Statements;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The table of jobs: finds and reads its rows. */
final class JobRows {
  private static final Logger LOG = LoggerFactory.getLogger(JobRows.class);

  static final String SELECT =
      """
      select number, id, project, name, paused, paused_by, paused_at, pause_reason, definition,
        saved_by, saved_at, version, deleted
      from jobs
      """;

  private JobRows() {}

  static Optional<SavedJob> find(Statements sql, UUID id) throws SQLException {
    return sql.first(SELECT + "where id = ? and not deleted", JobRows::read, id);
  }

  /** Finds the job of that name, unless it has this id. */
  static Optional<SavedJob> named(Statements sql, JobName name, UUID exceptId) throws SQLException {
    return sql.first(
        SELECT + "where project = ? and name = ? and not deleted and id <> ?",
        JobRows::read,
        name.project(),
        name.name(),
        exceptId);
  }

  /** Finds the other jobs that refer to the job of that name. */
  static List<SavedJob> referringTo(Statements sql, JobName name) throws SQLException {
    return sql.rows(
        SELECT + "where refers_to @> ?::text[] and not deleted order by project, name",
        JobRows::read,
        List.of(name.text()));
  }

  static boolean isReferredTo(Statements sql, JobName name) throws SQLException {
    String refers = "select count(*) from jobs where refers_to @> ?::text[] and not deleted";
    return sql.number(refers, List.of(name.text())) > 0;
  }

  static SavedJob read(ResultSet row) throws SQLException {
    return SavedJob.builder()
        .number(row.getLong("number"))
        .id(row.getObject("id", UUID.class))
        .project(row.getString("project"))
        .name(row.getString("name"))
        .paused(row.getBoolean("paused"))
        .pausedBy(row.getString("paused_by"))
        .pausedAt(Statements.instantOrNull(row, "paused_at"))
        .pauseReason(row.getString("pause_reason"))
        .definition(row.getString("definition"))
        .savedBy(row.getString("saved_by"))
        .savedAt(Statements.instant(row, "saved_at"))
        .version(row.getLong("version"))
        .build();
  }

  /** Parses a job. If this release cannot read it, the job is not in force and the log says why. */
  static Optional<Job> job(SavedJob saved) {
    try {
      return Optional.of(JobReader.readStored(saved));
    } catch (InvalidInputException refused) {
      // The message names every error of the definition, so no stack trace is needed.
      LOG.error("The job {} is not in force: {}", saved.jobName().text(), refused.getMessage());
      return Optional.empty();
    }
  }
}
