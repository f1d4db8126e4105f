package io.millrace.engine.token;

import static io.millrace.engine.sql.Statements.instant;

import io.millrace.engine.sql.Statements;
import io.millrace.engine.task.TokenRow;
import io.millrace.engine.task.TokenRow.TokenState;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The table of tokens. Events write its rows; only changes to many tokens at once, after a job was
 * changed or deleted, are written here.
 */
public final class TokenStore {
  private static final String SELECT =
      "select owner, job, step, logical_time, state, count, changed_at from token ";

  private static final String IN_RANGE =
      "where job = ? and logical_time >= ? and logical_time <= ? and step = any(?)"
          + " and state = any(?) ";

  /** Jumps from one time to the next, so that it reads only the rows it returns. */
  private static final String LATEST =
      """
      with recursive times (at) as (
        (select logical_time from token
         where job = ? and state <> 'REMOVED' and logical_time < ?
         order by logical_time desc limit 1)
        union all
        select (select logical_time from token
                where job = ? and state <> 'REMOVED' and logical_time < times.at
                order by logical_time desc limit 1)
        from times where times.at is not null)
      select owner, job, step, logical_time, state, count, changed_at
      from (select at from times limit ?) as shown
      join token on job = ? and logical_time = shown.at and state <> 'REMOVED'
      order by logical_time desc, step
      """;

  private static final Instant AFTER_ALL = Instant.parse("+10000-01-01T00:00:00Z");

  private static final String WAKE =
      """
      insert into due (owner, at, schedule)
      select owner, ?, '' from token
      where job = any(?) and count > 0 and state not in ('ACTIVE', 'REMOVED')
      on conflict (owner) do update set at = least(due.at, excluded.at)
      """;

  private static final int REMOVED_AT_ONCE = 5_000;
  private static final String REMOVE =
      """
      update token set state = 'REMOVED', count = 0, changed_at = ?
      where owner in (
        select owner from token
        where job = ? and state not in ('ACTIVE', 'REMOVED') and step <> all(?) limit ?)
        and state <> 'ACTIVE'
      """;

  private final DataSource dataSource;

  public TokenStore(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /** The tokens of a job, the latest time first, then by step. */
  public List<TokenRow> list(TokenQuery query) throws SQLException {
    StringBuilder sql = new StringBuilder(SELECT + "where job = ? and state <> 'REMOVED'");
    List<Object> values = new ArrayList<>(List.of(query.job()));
    if (query.first() != null) {
      sql.append(" and logical_time >= ?");
      values.add(query.first());
    }
    if (query.last() != null) {
      sql.append(" and logical_time <= ?");
      values.add(query.last());
    }
    if (query.state() != null) {
      sql.append(" and state = ?");
      values.add(query.state().name());
    }
    if (query.after() != null) {
      sql.append(" and logical_time <= ? and (logical_time < ? or step > ?)");
      Instant time = query.after().logicalTime();
      values.addAll(List.of(time, time, query.after().step()));
    }
    sql.append(" order by logical_time desc, step limit ?");
    values.add(query.limit());
    return query(sql.toString(), values.toArray());
  }

  /**
   * All tokens of a job at its latest times.
   *
   * @param before only times before this one; absent = all
   * @param most the largest number of times
   */
  public List<TokenRow> latest(long job, @Nullable Instant before, int most) throws SQLException {
    Instant until = before == null ? AFTER_ALL : before;
    try (Connection connection = dataSource.getConnection()) {
      return Statements.plannedAnew(connection)
          .rows(LATEST, TokenStore::row, job, until, job, most, job);
    }
  }

  /** The tokens of a job at one time. */
  public List<TokenRow> listAt(long job, Instant logicalTime) throws SQLException {
    return query(
        SELECT + "where job = ? and logical_time = ? and state <> 'REMOVED'", job, logicalTime);
  }

  /** The number of tokens in a range, by step. */
  public Map<String, Long> count(TokenRange range) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      Map<String, Long> counts = new TreeMap<>();
      new Statements(connection)
          .forEach(
              "select step, count(*) from token " + IN_RANGE + "group by step",
              row -> counts.put(row.getString(1), row.getLong(2)),
              values(range));
      return counts;
    }
  }

  /** The tokens of a range, the earliest first. */
  public List<TokenRow> list(TokenRange range) throws SQLException {
    return query(SELECT + IN_RANGE + "order by logical_time, step", values(range));
  }

  private static Object[] values(TokenRange range) {
    List<TokenState> states =
        range.onlyFailed()
            ? List.of(TokenState.FAILED)
            : List.of(TokenState.SUCCESS, TokenState.FAILED, TokenState.CANCELED);
    return new Object[] {
      range.job(),
      range.first(),
      range.last(),
      range.steps(),
      states.stream().map(TokenState::name).toList()
    };
  }

  /** The owner ids of a job's active tokens, except for those of some steps. */
  public List<String> activeOwners(long job, Collection<String> exceptSteps) throws SQLException {
    return query(SELECT + "where job = ? and state = 'ACTIVE' and step <> all(?)", job, exceptSteps)
        .stream()
        .map(TokenRow::owner)
        .toList();
  }

  /** Marks a job's inactive tokens as removed, except for those of some steps. */
  public void remove(long job, Collection<String> exceptSteps, Instant now) throws SQLException {
    int removed;
    do {
      removed = update(REMOVE, now, job, exceptSteps, REMOVED_AT_ONCE);
    } while (removed == REMOVED_AT_ONCE);
  }

  /** Wakes the inactive tokens of these jobs that have unused arrivals. */
  public int wake(Collection<Long> jobs, Instant now) throws SQLException {
    return update(WAKE, now, jobs.stream().mapToLong(Long::longValue).toArray());
  }

  private int update(String sql, Object... values) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      return new Statements(connection).update(sql, values);
    }
  }

  private List<TokenRow> query(String sql, Object... values) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      return new Statements(connection).rows(sql, TokenStore::row, values);
    }
  }

  private static TokenRow row(ResultSet row) throws SQLException {
    return new TokenRow(
        row.getString("owner"),
        row.getLong("job"),
        row.getString("step"),
        instant(row, "logical_time"),
        TokenState.valueOf(row.getString("state")),
        row.getInt("count"),
        instant(row, "changed_at"));
  }
}
