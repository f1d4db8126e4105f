package io.millrace.engine.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import javax.sql.DataSource;

/** All or nothing, and once more from the start if someone else was in the way. */
public final class Transaction {
  private static final String RACED = "40001";
  private static final Set<String> RETRYABLE_STATES = Set.of(RACED, "40P01");
  private static final int MOST_TRIES = 10;

  private Transaction() {}

  /** What is done in one. */
  @FunctionalInterface
  public interface TransactionBody<T> {
    T run(Connection connection) throws SQLException;
  }

  public static <T> T run(DataSource database, TransactionBody<T> work) throws SQLException {
    try (Connection connection = database.getConnection()) {
      return run(connection, MOST_TRIES, work);
    }
  }

  /** On a connection that does not commit by itself from then on. */
  public static <T> T run(Connection connection, int mostTries, TransactionBody<T> work)
      throws SQLException {
    connection.setAutoCommit(false);
    for (int tries = 1; ; tries++) {
      try {
        return once(connection, work);
      } catch (SQLException fault) {
        if (tries == mostTries || !RETRYABLE_STATES.contains(String.valueOf(fault.getSQLState()))) {
          throw fault;
        }
      }
    }
  }

  private static <T> T once(Connection connection, TransactionBody<T> work) throws SQLException {
    try {
      T result = work.run(connection);
      connection.commit();
      return result;
    } catch (SQLException | RuntimeException | Error fault) {
      try {
        connection.rollback();
      } catch (SQLException lost) {
        fault.addSuppressed(lost);
      }
      throw fault;
    }
  }

  /** What was decided on has changed meanwhile: decide again. */
  public static SQLException raced(String what) {
    return new SQLException(what + " was changed by someone else at the same time", RACED);
  }
}
