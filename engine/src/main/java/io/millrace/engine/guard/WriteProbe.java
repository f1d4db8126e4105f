package io.millrace.engine.guard;

import io.millrace.engine.sql.Statements;
import io.millrace.engine.sql.Transaction;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Writes something, to learn whether the database can. A truncated table begins a new file, so the
 * write needs room on the disk: a row that takes the place of another one would not.
 */
public record WriteProbe(DataSource dataSource) {
  private static final String LOCK_NOT_AVAILABLE = "55P03";

  /**
   * False if somebody else has the table now, such as another node or a backup: then nothing was
   * learned.
   *
   * @throws SQLException if the database does not answer, or cannot write
   */
  public boolean write() throws SQLException {
    try {
      return Transaction.run(
          dataSource,
          connection -> {
            Statements sql = new Statements(connection);
            sql.update("lock table write_probe in access exclusive mode nowait");
            sql.update("truncate write_probe");
            sql.update("insert into write_probe default values");
            return true;
          });
    } catch (SQLException fault) {
      if (LOCK_NOT_AVAILABLE.equals(fault.getSQLState())) {
        return false;
      }
      throw fault;
    }
  }

  /** Whether such a fault says that the database is away, and nothing about writes. */
  public static boolean isAway(SQLException fault) {
    String state = fault.getSQLState();
    return state == null
        || state.startsWith("08") // no connection
        || state.startsWith("57P") // it stops, or starts
        || state.equals("53300"); // too many connections
  }
}
