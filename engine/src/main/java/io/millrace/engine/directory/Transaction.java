package io.millrace.engine.directory;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import javax.sql.DataSource;

/** All or nothing, and once more from the start if someone else was in the way. */
final class Transaction {
  private static final String RACED = "40001";
  private static final Set<String> TRY_AGAIN = Set.of(RACED, "40P01");
  private static final int MOST_TRIES = 10;

  private Transaction() {}

  /** What is done in one. */
  @FunctionalInterface
  interface Work<T> {
    T on(Connection connection) throws SQLException;
  }

  static <T> T run(DataSource database, Work<T> work) throws SQLException {
    for (int tries = 1; ; tries++) {
      try (Connection connection = database.getConnection()) {
        return once(connection, work);
      } catch (SQLException fault) {
        if (tries == MOST_TRIES || !TRY_AGAIN.contains(String.valueOf(fault.getSQLState()))) {
          throw fault;
        }
      }
    }
  }

  private static <T> T once(Connection connection, Work<T> work) throws SQLException {
    connection.setAutoCommit(false);
    try {
      T result = work.on(connection);
      connection.commit();
      return result;
    } catch (SQLException | RuntimeException fault) {
      try {
        connection.rollback();
      } catch (SQLException lost) {
        fault.addSuppressed(lost);
      }
      throw fault;
    }
  }

  /** What was decided on has changed meanwhile: decide again. */
  static SQLException raced(String what) {
    return new SQLException(what + " was changed by someone else at the same time", RACED);
  }
}
