package io.millrace.engine.flywheel;

import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Reads the plan for the API. */
public final class PlanOverviewStore {

  /** A day and its minutes, in order. */
  public record PlannedDay(LocalDate date, Instant plannedAt, List<PlannedMinute> minutes) {}

  /**
   * A minute of a day.
   *
   * @param tally {@code users} counts all users in the plan; the rest is set once it has run
   * @param doneAt when it had run or was marked as missed; absent while it waits
   */
  public record PlannedMinute(
      Instant at, MinuteState state, MinuteTally tally, @Nullable Instant doneAt) {}

  /**
   * A planned minute of a user.
   *
   * @param skipped why the user was skipped when that minute ran; absent if not
   */
  public record PlannedSlot(Instant at, int pass, MinuteState state, @Nullable String skipped) {}

  /** The planned minutes of a user on a day, in order, or why there are none. */
  public record UserPlan(PlanState state, List<PlannedSlot> slots) {}

  private final DataSource dataSource;

  public PlanOverviewStore(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /** Returns empty if that day was never planned or its plan is no longer kept. */
  public Optional<PlannedDay> day(LocalDate date) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      Statements sql = new Statements(connection);
      Optional<Instant> plannedAt =
          sql.first(
              "select planned_at from plan_days where date = ?",
              row -> Statements.instant(row, 1),
              date);
      return plannedAt.isEmpty()
          ? Optional.empty()
          : Optional.of(new PlannedDay(date, plannedAt.get(), minutes(sql, date)));
    }
  }

  private static List<PlannedMinute> minutes(Statements sql, LocalDate date) throws SQLException {
    return sql.rows(
        """
        select at, state, users, skipped_users, user_sites, started, skipped_user_sites, done_at
        from plan_minutes where at >= ? and at < ? order by at
        """,
        PlanOverviewStore::minute,
        Pass.at(date, 0),
        Pass.at(date, Pass.END));
  }

  private static PlannedMinute minute(ResultSet row) throws SQLException {
    MinuteTally tally =
        new MinuteTally(
            row.getInt(3),
            ReasonCountsCodec.read(row.getString(4)),
            row.getInt(5),
            row.getInt(6),
            ReasonCountsCodec.read(row.getString(7)));
    return new PlannedMinute(
        Statements.instant(row, 1),
        MinuteState.of(row.getString(2)),
        tally,
        Statements.instantOrNull(row, 8));
  }

  /** Returns the plan of a day for one user; empty if the user is unknown. */
  public Optional<UserPlan> plan(
      String user, LocalDate date, FlywheelSettings settings, Instant now) throws SQLException {
    Optional<PlanState.StoredUserPlan> stored = stored(user, date);
    if (stored.isEmpty()) {
      return Optional.empty();
    }
    List<PlannedSlot> slots = slots(user, date);
    PlanState state =
        slots.isEmpty()
            ? PlanState.whyUnplanned(stored.get(), settings, date, now)
            : PlanState.PLANNED;
    return Optional.of(new UserPlan(state, slots));
  }

  private Optional<PlanState.StoredUserPlan> stored(String user, LocalDate date)
      throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      return new Statements(connection)
          .first(
              """
              select client_id, refreshes_per_day,
                exists (select 1 from plan_days where date = ?),
                exists (select 1 from unplanned_users where user_id = u.id)
              from users u join clients c on c.id = client_id where u.id = ?
              """,
              row ->
                  new PlanState.StoredUserPlan(
                      row.getString(1),
                      row.getObject(2, Integer.class),
                      row.getBoolean(3),
                      row.getBoolean(4)),
              date,
              user);
    }
  }

  /** Returns the planned minutes of a user on a day, in order. */
  public List<PlannedSlot> slots(String user, LocalDate date) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      return new Statements(connection)
          .rows(
              """
              select at, pass, state, skipped from plan
              join plan_minutes on at = ?::timestamptz + minute * interval '1 minute'
              where date = ? and user_id = ? order by minute
              """,
              row ->
                  new PlannedSlot(
                      Statements.instant(row, 1),
                      row.getInt(2),
                      MinuteState.of(row.getString(3)),
                      row.getString(4)),
              Pass.at(date, 0),
              date,
              user);
    }
  }

  /** Returns the next planned minutes of a user after that time, on the days planned so far. */
  public List<Instant> nextAfter(String user, Instant time, int limit) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      return new Statements(connection)
          .rows(
              """
              select date, minute from plan
              where user_id = ? and date >= ? and (date > ? or minute > ?)
              order by date, minute limit ?
              """,
              row -> Pass.at(row.getObject(1, LocalDate.class), row.getInt(2)),
              user,
              Pass.date(time),
              Pass.date(time),
              Pass.minute(time),
              limit);
    }
  }

  /** Returns empty if the user is unknown. */
  public Optional<PlannedUser> user(String id) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      return new Statements(connection)
          .first(
              """
              select u.id, status, last_login, requires_recent_login,
                exists (select 1 from user_sites where user_id = u.id)
              from users u join clients c on c.id = client_id where u.id = ?
              """,
              row ->
                  new PlannedUser(
                      row.getString(1),
                      true,
                      row.getString(2).equals("BLOCKED"),
                      Statements.instantOrNull(row, 3),
                      row.getBoolean(4),
                      row.getBoolean(5)),
              id);
    }
  }
}
