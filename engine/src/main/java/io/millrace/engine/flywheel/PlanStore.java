package io.millrace.engine.flywheel;

import io.millrace.engine.message.Message;
import io.millrace.engine.sql.FenceCheck;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.sql.Transaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDate;
import javax.sql.DataSource;

/**
 * Makes the plan of a day. Each call is one transaction on one snapshot; calls exclude each other
 * in the whole cluster. No user passes through here: the database assigns the minutes.
 */
public final class PlanStore {

  /**
   * The changes of a call.
   *
   * @param users how many users got places in the plan
   * @param refreshes how many places they got
   * @param removed places that were removed, because the refreshes per day of a client changed
   */
  public record PlanResult(LocalDate date, long users, long refreshes, long removed)
      implements Message {}

  /** Any fixed number that no other program on the same database uses. */
  private static final long LOCK = 0x4d696c6c506c616eL; // "MillPlan"

  private static final int TRIES = 5;

  private final DataSource dataSource;
  private final FlywheelSettings settings;

  public PlanStore(DataSource dataSource, FlywheelSettings settings) {
    this.dataSource = dataSource;
    this.settings = settings;
  }

  /**
   * Plans a day, or the rest of it. If the day has a plan, it only adds users without a place and
   * replans clients whose refreshes per day have changed.
   */
  public PlanResult plan(LocalDate date, Instant now) throws SQLException {
    return runExclusively(
        connection -> {
          PlanWriter writer = new PlanWriter(connection, settings, date, now);
          return writer.isPlanned() ? writer.planAgain() : writer.planDay();
        });
  }

  /** Adds users who are newer than the plan to the rest of the day. */
  public PlanResult planNewUsers(LocalDate date, Instant now) throws SQLException {
    return hasNewUsers()
        ? runExclusively(
            connection -> new PlanWriter(connection, settings, date, now).planNewUsers())
        : new PlanResult(date, 0, 0, 0);
  }

  /** Drops plans that are older than {@code keepPlans}. */
  public void dropOld(LocalDate today) throws SQLException {
    LocalDate oldestKept = today.minusDays(settings.keepPlans().toDays());
    runExclusively(
        connection -> {
          PlanPartitions.drop(connection, oldestKept);
          return true;
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
   * Takes the lock before the transaction, so that the snapshot is newer than the lock. If another
   * transaction changed a row meanwhile, the work starts over.
   */
  private <T> T runExclusively(Transaction.TransactionBody<T> work) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        Statement sql = connection.createStatement()) {
      sql.execute("select pg_advisory_lock(" + LOCK + ")");
      try {
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        return Transaction.run(connection, TRIES, FenceCheck.before(work));
      } finally {
        connection.setAutoCommit(true);
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        sql.execute("select pg_advisory_unlock(" + LOCK + ")");
      }
    }
  }
}
