package io.millrace.engine.simulate;

import io.millrace.engine.sql.Statements;
import io.millrace.engine.task.Uids;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads how long runs take and how they end, from the newest runs in the history. */
final class RunProfileStore {
  /** The newest runs that profiles are made of. */
  private static final int MOST_RUNS = 200_000;

  /** The sites, collections and steps with most runs. All others share one profile. */
  private static final int MOST_PROFILES = 10_000;

  private static final int QUANTILES = 40;

  private static final String PROFILES =
      """
      select work, count(*) as runs,
        count(*) filter (where status = 'FAILED') as failures,
        percentile_disc(?::float8[]) within group (order by ms)
          filter (where status = 'SUCCESS') as success_ms,
        percentile_disc(?::float8[]) within group (order by ms)
          filter (where status = 'FAILED') as failure_ms
      from (
        select case when s.id is null then source || '/' || collection else source end as work,
          newest.status, ms
        from (
          select source, collection, status, greatest(1,
            extract(epoch from finished_at - started_at) * 1000)::bigint as ms
          from task where attempt_uid < ? and finished_at < ? and started_at is not null
            and status in ('SUCCESS', 'FAILED') and queue <> '/caller'
          order by attempt_uid desc limit ?) as newest
        left join sites s on s.id = source) as runs
      group by grouping sets ((work), ())
      order by runs desc limit ?
      """;

  private RunProfileStore() {}

  /**
   * @param before later runs are not known
   */
  static RunProfiles read(Connection connection, Instant before) throws SQLException {
    double[] places = new double[QUANTILES + 1];
    Arrays.setAll(places, i -> (double) i / QUANTILES);
    String quantiles = Arrays.toString(places).replace('[', '{').replace(']', '}');
    Map<String, RunProfile> byWork = new HashMap<>();
    RunProfile[] all = {RunProfile.UNKNOWN};
    long[] runs = {0};
    Statements.plannedAnew(connection)
        .forEach(
            PROFILES,
            row -> {
              String work = row.getString("work");
              if (work != null) {
                byWork.put(work, profile(row));
              } else if (row.getLong("runs") > 0) {
                all[0] = profile(row);
                runs[0] = row.getLong("runs");
              }
            },
            quantiles,
            quantiles,
            Uids.firstAt(before),
            before,
            MOST_RUNS,
            MOST_PROFILES + 1);
    return new RunProfiles(byWork, all[0], runs[0]);
  }

  private static RunProfile profile(ResultSet row) throws SQLException {
    return new RunProfile(
        millis(row, "success_ms"),
        millis(row, "failure_ms"),
        (double) row.getLong("failures") / row.getLong("runs"),
        0);
  }

  private static List<Long> millis(ResultSet row, String column) throws SQLException {
    Array array = row.getArray(column);
    return array == null ? List.of() : Arrays.asList((Long[]) array.getArray());
  }
}
