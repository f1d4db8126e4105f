package io.millrace.engine.freshness;

import io.millrace.engine.fresh.ErrorBudget;
import io.millrace.engine.fresh.FreshState;
import io.millrace.engine.fresh.StalePeriod;
import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Reads the rows of promises, with their budgets. */
public final class FreshnessObjectStore {
  private static final String PERIODS =
      """
      select owner, started_at, ended_at from stale_period
      where owner = any(?) and ended_at > ? order by owner, started_at
      """;

  /** Why the newest tasks of these owners failed: the most frequent message. */
  private static final String WHY =
      """
      select message from unnest(?::text[], ?::text[]) as w (source, collection)
      cross join lateral (
        select message from task where source = w.source and collection = w.collection
          and status = 'FAILED' order by attempt_uid desc limit 1) as last
      where message <> '' group by message order by count(*) desc, message limit 1
      """;

  /**
   * Which promises are wanted.
   *
   * @param client absent for all, as is the source
   * @param order by name in states without an age
   * @param after the last owner of the previous page; absent for the first page
   */
  public record ObjectQuery(
      FreshState state,
      @Nullable String client,
      @Nullable String source,
      ObjectOrder order,
      @Nullable String after,
      int limit) {
    boolean isByName() {
      return order == ObjectOrder.NAME
          || order == ObjectOrder.NAME_REVERSED
          || state != FreshState.STALE && state != FreshState.AT_RISK;
    }

    boolean isDescending() {
      return order == ObjectOrder.NEWEST || order == ObjectOrder.NAME_REVERSED;
    }
  }

  /** What comes first. The oldest data has been stale, or at risk, for the longest time. */
  public enum ObjectOrder {
    OLDEST,
    NEWEST,
    NAME,
    NAME_REVERSED
  }

  /** A promise with its budget. */
  public record FreshObject(FreshRow row, ErrorBudget budget) {}

  private final DataSource database;
  private final FreshnessSettings settings;
  private final SourceTrends trends = new SourceTrends();

  public FreshnessObjectStore(DataSource database, FreshnessSettings settings) {
    this.database = database;
    this.settings = settings;
  }

  /** Returns promises in a state as of now, in the order of the query. */
  public List<FreshObject> list(ObjectQuery query, Instant now) throws SQLException {
    try (Connection connection = database.getConnection()) {
      ObjectStatement statement = ObjectStatement.of(query, now);
      List<FreshRow> rows =
          Statements.plannedAnew(connection)
              .rows(statement.sql(), FreshRow::read, statement.values());
      return withBudgets(connection, rows, now);
    }
  }

  public Optional<FreshObject> find(String owner, Instant now) throws SQLException {
    return find(List.of(owner), now).stream().findFirst();
  }

  /** Returns the rows of these owners, as far as they have a promise. */
  public List<FreshObject> find(List<String> owners, Instant now) throws SQLException {
    try (Connection connection = database.getConnection()) {
      List<FreshRow> rows =
          Statements.plannedAnew(connection)
              .rows("select f.* from freshness f where owner = any(?)", FreshRow::read, owners);
      return withBudgets(connection, rows, now);
    }
  }

  /** Returns how long a refresh of a source usually takes, its wait for a channel included. */
  Duration typical(String taskSource, Instant now) throws SQLException {
    try (Connection connection = database.getConnection()) {
      return trends.of(connection, taskSource, now).typical();
    }
  }

  /** Returns why the newest tasks of stale user-sites of a site failed; empty if none did. */
  public Optional<String> whyStale(String source) throws SQLException {
    try (Connection connection = database.getConnection()) {
      List<FreshRow> rows =
          Statements.plannedAnew(connection)
              .rows(
                  "select f.* from freshness f where state = 'stale' and source = ?"
                      + " order by since desc, owner limit 10",
                  FreshRow::read,
                  source);
      return Statements.plannedAnew(connection)
          .first(
              WHY,
              row -> row.getString(1),
              rows.stream().map(row -> row.subject().taskSource()).toList(),
              rows.stream().map(row -> row.subject().name()).toList());
    }
  }

  private List<FreshObject> withBudgets(Connection connection, List<FreshRow> rows, Instant now)
      throws SQLException {
    if (rows.isEmpty()) {
      return List.of();
    }
    Map<String, List<StalePeriod>> periods = new HashMap<>();
    Statements.plannedAnew(connection)
        .forEach(
            PERIODS,
            row ->
                periods
                    .computeIfAbsent(row.getString(1), owner -> new ArrayList<>())
                    .add(new StalePeriod(Statements.instant(row, 2), Statements.instant(row, 3))),
            rows.stream().map(row -> row.subject().owner()).toList(),
            ErrorBudget.windowStart(settings.windowDays(), now));
    return rows.stream().map(row -> new FreshObject(row, budget(row, periods, now))).toList();
  }

  private ErrorBudget budget(FreshRow row, Map<String, List<StalePeriod>> closed, Instant now) {
    List<StalePeriod> periods =
        new ArrayList<>(closed.getOrDefault(row.subject().owner(), List.of()));
    if (row.standing().stateAt(now) == FreshState.STALE) {
      periods.add(new StalePeriod(row.standing().sinceAt(now), null));
    }
    return ErrorBudget.of(row.promise(), row.promisedAt(), periods, settings.windowDays(), now);
  }
}
