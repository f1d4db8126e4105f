package io.millrace.engine.flywheel;

import io.millrace.engine.message.Message;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.sql.Transaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDate;
import javax.sql.DataSource;

/**
 * Makes the plan of a day. Each call is one transaction on one snapshot, one at a time in the whole
 * cluster. Users never come through here: the database gives each its minutes.
 */
public final class PlanStore {

  /**
   * What a call changed.
   *
   * @param users who got a place in the plan
   * @param refreshes the places they got
   * @param removed places that were taken back, because a client is refreshed another time a day
   */
  public record PlanResult(LocalDate date, long users, long refreshes, long removed)
      implements Message {}

  /** Any fixed number does, as long as no other program on the same database takes it. */
  private static final long LOCK = 0x4d696c6c506c616eL; // "MillPlan"

  private static final int TRIES = 5;

  private final DataSource dataSource;
  private final FlywheelSettings settings;

  public PlanStore(DataSource dataSource, FlywheelSettings settings) {
    this.dataSource = dataSource;
    this.settings = settings;
  }

  /**
   * Plans a day, or what is left of it. If it has a plan, then only what that plan lacks: users
   * without a place, and clients whose refreshes per day are not what they were.
   */
  public PlanResult plan(LocalDate date, Instant now) throws SQLException {
    return runExclusively(
        connection -> {
          PlanWriter writer = new PlanWriter(connection, settings, date, now);
          return writer.isPlanned() ? writer.planAgain() : writer.planDay();
        });
  }

  /** Lays users who came after the day was planned into what is left of it. */
  public PlanResult planNewUsers(LocalDate date, Instant now) throws SQLException {
    return hasNewUsers()
        ? runExclusively(
            connection -> new PlanWriter(connection, settings, date, now).planNewUsers())
        : new PlanResult(date, 0, 0, 0);
  }

  /** Drops the plans of the days that are not kept any longer. */
  public void dropOld(LocalDate today) throws SQLException {
    LocalDate kept = today.minusDays(settings.keepPlans().toDays());
    runExclusively(
        connection -> {
          PlanPartitions.drop(connection, kept);
          return null;
        });
  }

  private boolean hasNewUsers() throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      return new Statements(connection)
          .rows("select exists (select 1 from unplanned_users)", row -> row.getBoolean(1))
          .get(0);
    }
  }

  /**
   * The lock comes before the transaction, whose snapshot must be newer than it. A row that another
   * transaction changed meanwhile is a reason to look again.
   */
  private <T> T runExclusively(Transaction.TransactionBody<T> work) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        Statement sql = connection.createStatement()) {
      sql.execute("select pg_advisory_lock(" + LOCK + ")");
      try {
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        return Transaction.run(connection, TRIES, work);
      } finally {
        connection.setAutoCommit(true);
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        sql.execute("select pg_advisory_unlock(" + LOCK + ")");
      }
    }
  }
}
