package io.millrace.engine.flow;

import static io.millrace.engine.sql.Statements.instant;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.millrace.engine.input.ExpectedVersion;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.sql.Transaction;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The pools and all changes of their configs. */
public final class PoolStore {
  private static final String SELECT =
      "select pool, version, config, changed_by, changed_at, reason from pool_changes ";
  private static final String NEWEST = SELECT + "where pool = ? order by version desc limit 1";
  private static final String ALL =
      """
      select distinct on (pool) pool, version, config, changed_by, changed_at, reason
      from pool_changes order by pool, version desc
      """;
  private static final String ALL_AT =
      """
      select distinct on (pool) pool, version, config, changed_by, changed_at, reason
      from pool_changes where changed_at < ? order by pool, version desc
      """;
  private static final String INSERT =
      """
      insert into pool_changes (pool, config, changed_by, changed_at, reason)
      values (?, ?, ?, ?, ?)
      returning pool, version, config, changed_by, changed_at, reason
      """;

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final DataSource database;
  private final Clock clock;
  private final PoolChange first;

  /**
   * @param pool the pool that always exists
   * @param first its config until it is changed
   */
  public PoolStore(DataSource database, Clock clock, String pool, PoolConfig first) {
    this.database = database;
    this.clock = clock;
    this.first = new PoolChange(pool, 0, first, "settings", Instant.EPOCH, "");
  }

  /**
   * The newest change of a pool; its config is absent if the pool was removed. Empty if unknown.
   */
  public Optional<PoolChange> newest(String pool) throws SQLException {
    try (Connection connection = database.getConnection()) {
      return newest(new Statements(connection), pool);
    }
  }

  /** The newest change of each existing pool. */
  public List<PoolChange> all() throws SQLException {
    try (Connection connection = database.getConnection()) {
      return all(connection);
    }
  }

  /** The same in a transaction of the caller. */
  public List<PoolChange> all(Connection connection) throws SQLException {
    return existing(new Statements(connection).rows(ALL, PoolStore::change));
  }

  /** The pools that existed at a past time, with their configs of that time. */
  public List<PoolChange> allAt(Connection connection, Instant at) throws SQLException {
    return existing(new Statements(connection).rows(ALL_AT, PoolStore::change, at));
  }

  private List<PoolChange> existing(List<PoolChange> newest) {
    SortedMap<String, PoolChange> pools = new TreeMap<>(Map.of(first.pool(), first));
    newest.forEach(change -> pools.put(change.pool(), change));
    pools.values().removeIf(change -> change.config() == null);
    return List.copyOf(pools.values());
  }

  /** Excludes all other changes of pools until the transaction ends. */
  public static void lock(Connection connection) throws SQLException {
    new Statements(connection).update("lock table pool_changes in share row exclusive mode");
  }

  /**
   * Changes pools in a transaction of the caller.
   *
   * @param configs the new config of each; an empty one removes the pool
   */
  public void write(
      Connection connection, Map<String, Optional<PoolConfig>> configs, String by, String reason)
      throws SQLException {
    Statements sql = new Statements(connection);
    for (Map.Entry<String, Optional<PoolConfig>> pool : configs.entrySet()) {
      String config = pool.getValue().map(PoolStore::json).orElse(null);
      insert(sql, pool.getKey(), config, by, reason);
    }
  }

  /**
   * The changes of a pool, newest first.
   *
   * @param before the version of the last change of the previous page
   */
  public List<PoolChange> changes(String pool, long before, int limit) throws SQLException {
    try (Connection connection = database.getConnection()) {
      return new Statements(connection)
          .rows(
              SELECT + "where pool = ? and version < ? order by version desc limit ?",
              PoolStore::change,
              pool,
              before,
              limit);
    }
  }

  /**
   * Changes a pool's config. A lock serializes all changes, so that each sees the one before.
   *
   * @param next computes the new config from the present one; absent for no change
   * @return the change in force; empty if there is no such pool
   */
  public Optional<PoolChange> change(
      String pool, String changedBy, String reason, Function<Optional<PoolConfig>, PoolConfig> next)
      throws SQLException {
    return change(pool, changedBy, reason, next, ExpectedVersion.ANY);
  }

  /** The same, if the pool has the expected version. */
  public Optional<PoolChange> change(
      String pool,
      String changedBy,
      String reason,
      Function<Optional<PoolConfig>, PoolConfig> next,
      ExpectedVersion expected)
      throws SQLException {
    return Transaction.run(
        database,
        connection -> {
          Statements sql = new Statements(connection);
          lock(connection);
          Optional<PoolChange> current = existing(sql, pool);
          check(expected, pool, current);
          PoolConfig config = next.apply(current.map(PoolChange::config));
          return config == null
              ? current
              : Optional.of(insert(sql, pool, json(config), changedBy, reason));
        });
  }

  /** Removes a pool and keeps its changes as a record, unless it has open tasks: how many. */
  public long remove(String pool, String changedBy) throws SQLException {
    return remove(pool, changedBy, ExpectedVersion.ANY);
  }

  /** The same, if the pool has the expected version. */
  public long remove(String pool, String changedBy, ExpectedVersion expected) throws SQLException {
    return Transaction.run(
        database,
        connection -> {
          Statements sql = new Statements(connection);
          lock(connection);
          Optional<PoolChange> current = existing(sql, pool);
          if (current.isEmpty()) {
            return 0L;
          }
          check(expected, pool, current);
          long openTasks = sql.number("select count(*) from open_task where pool = ?", pool);
          if (openTasks == 0) {
            insert(sql, pool, null, changedBy, "");
          }
          return openTasks;
        });
  }

  private static void check(ExpectedVersion expected, String pool, Optional<PoolChange> current) {
    expected.check(
        "pool '" + pool + "'", current.map(change -> Long.toString(change.version())).orElse(null));
  }

  private Optional<PoolChange> existing(Statements sql, String pool) throws SQLException {
    return newest(sql, pool).filter(change -> change.config() != null);
  }

  private Optional<PoolChange> newest(Statements sql, String pool) throws SQLException {
    return sql.first(NEWEST, PoolStore::change, pool)
        .or(() -> Optional.of(first).filter(change -> change.pool().equals(pool)));
  }

  private PoolChange insert(
      Statements sql, String pool, @Nullable String config, String changedBy, String reason)
      throws SQLException {
    return sql.first(
            INSERT,
            PoolStore::change,
            pool,
            config,
            changedBy,
            clock.instant().truncatedTo(ChronoUnit.MILLIS),
            reason)
        .orElseThrow();
  }

  private static PoolChange change(ResultSet row) throws SQLException {
    String config = row.getString("config");
    return new PoolChange(
        row.getString("pool"),
        row.getLong("version"),
        config == null ? null : config(config),
        row.getString("changed_by"),
        instant(row, "changed_at"),
        row.getString("reason"));
  }

  private static PoolConfig config(String json) {
    try {
      return JSON.readValue(json, PoolConfig.class);
    } catch (JsonProcessingException fault) {
      throw new IllegalStateException("Cannot read the stored config of a pool", fault);
    }
  }

  private static String json(PoolConfig config) {
    try {
      return JSON.writeValueAsString(config);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
