package io.millrace.engine.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import javax.sql.DataSource;

/** Runs all of its statements or none. After a conflict with another transaction it starts over. */
public final class Transaction {
  private static final String SERIALIZATION_FAILURE = "40001";
  private static final Set<String> RETRYABLE_STATES = Set.of(SERIALIZATION_FAILURE, "40P01");
  private static final int MAX_TRIES = 10;

  private Transaction() {}

  /** The statements of one transaction. */
  @FunctionalInterface
  public interface TransactionBody<T> {
    T run(Connection connection) throws SQLException;
  }

  /** The statements of a transaction without a result. */
  @FunctionalInterface
  public interface TransactionUpdate {
    void run(Connection connection) throws SQLException;
  }

  public static void update(DataSource database, TransactionUpdate body) throws SQLException {
    run(
        database,
        connection -> {
          body.run(connection);
          return true;
        });
  }

  public static <T> T run(DataSource database, TransactionBody<T> body) throws SQLException {
    try (Connection connection = database.getConnection()) {
      return run(connection, MAX_TRIES, body);
    }
  }

  /** Switches off auto-commit on the connection; it stays off afterwards. */
  public static <T> T run(Connection connection, int maxTries, TransactionBody<T> body)
      throws SQLException {
    connection.setAutoCommit(false);
    for (int tries = 1; ; tries++) {
      try {
        return once(connection, body);
      } catch (SQLException fault) {
        if (tries == maxTries || !RETRYABLE_STATES.contains(String.valueOf(fault.getSQLState()))) {
          throw fault;
        }
      }
    }
  }

  private static <T> T once(Connection connection, TransactionBody<T> body) throws SQLException {
    try {
      T result = body.run(connection);
      connection.commit();
      return result;
    } catch (SQLException | RuntimeException | Error fault) {
      try {
        connection.rollback();
      } catch (SQLException rollbackFault) {
        fault.addSuppressed(rollbackFault);
      }
      throw fault;
    }
  }

  /**
   * The state that a decision was based on has changed meanwhile, so the decision is made again.
   */
  public static SQLException raced(String what) {
    return new SQLException(
        what + " was changed by someone else at the same time", SERIALIZATION_FAILURE);
  }
}
