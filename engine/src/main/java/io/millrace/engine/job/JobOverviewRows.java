package io.millrace.engine.job;

import io.millrace.engine.job.JobOverview.RecentSteps;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.task.TokenRow.TokenState;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads a page of jobs with the state of each, in one query, however many tokens they have. */
final class JobOverviewRows {
  private static final String OVERVIEWS =
      """
      select jobs.*, latest.*, recent.*, fired.*
      from (%s) as jobs
      left join lateral (
        select logical_time, array_agg(state) as states from token
        where job = jobs.number and state <> 'REMOVED' and logical_time = (
          select logical_time from token
          where job = jobs.number and state <> 'REMOVED' and logical_time <= ?
          order by logical_time desc limit 1)
        group by logical_time) as latest on true
      left join lateral (
        select count(*) as steps, count(*) filter (where state = 'FAILED') as failed,
          max(at) filter (where state = 'FAILED') as last_failed
        from (
          select state, logical_time as at from token
          where job = jobs.number and state <> 'REMOVED' and logical_time <= ?
          order by logical_time desc limit 50) as tokens) as recent on true
      left join lateral (
        select array_agg(triggers.name) as fired,
          array_agg((extract(epoch from fired_until) * 1000)::bigint) as fired_until
        from triggers where job = jobs.number and fired_until is not null) as fired on true
      order by project, name
      """;

  private JobOverviewRows() {}

  /** Returns the jobs ordered by project and name. */
  static List<JobOverview> list(Statements sql, JobQuery query, Instant now) throws SQLException {
    StringBuilder jobs = new StringBuilder(JobRows.SELECT + "where not deleted");
    List<Object> values = new ArrayList<>();
    add(jobs, values, " and project = ?", query.project());
    add(jobs, values, " and name = ?", query.name());
    add(jobs, values, " and strpos(lower(project || '/' || name), lower(?)) > 0", query.search());
    if (query.after() != null) {
      jobs.append(" and (project, name) > (?, ?)");
      values.addAll(List.of(query.after().project(), query.after().name()));
    }
    jobs.append(" order by project, name limit ?");
    values.addAll(List.of(query.limit(), now, now));
    return sql.rows(OVERVIEWS.formatted(jobs), JobOverviewRows::read, values.toArray());
  }

  private static void add(
      StringBuilder sql, List<Object> values, String condition, @Nullable String value) {
    if (value != null) {
      sql.append(condition);
      values.add(value);
    }
  }

  private static JobOverview read(ResultSet row) throws SQLException {
    Map<TokenState, Integer> states = new EnumMap<>(TokenState.class);
    for (String state : texts(row, "states")) {
      states.merge(TokenState.valueOf(state), 1, Integer::sum);
    }
    Map<String, Instant> firedUntil = new HashMap<>();
    String[] triggers = texts(row, "fired");
    for (int i = 0; i < triggers.length; i++) {
      firedUntil.put(triggers[i], Instant.ofEpochMilli(until(row)[i]));
    }
    return new JobOverview(
        JobRows.read(row),
        Statements.instantOrNull(row, "logical_time"),
        states,
        new RecentSteps(
            row.getInt("steps"),
            row.getInt("failed"),
            Statements.instantOrNull(row, "last_failed")),
        firedUntil);
  }

  private static Long[] until(ResultSet row) throws SQLException {
    return (Long[]) row.getArray("fired_until").getArray();
  }

  private static String[] texts(ResultSet row, String column) throws SQLException {
    return row.getArray(column) == null
        ? new String[0]
        : (String[]) row.getArray(column).getArray();
  }
}
