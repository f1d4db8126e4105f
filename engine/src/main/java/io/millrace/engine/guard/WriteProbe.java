package io.millrace.engine.guard;

import io.millrace.engine.sql.Statements;
import io.millrace.engine.sql.Transaction;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Writes a row to find out whether the database can write. The table is truncated first, which
 * begins a new file, so the write needs free disk space. Replacing a row would not.
 */
public record WriteProbe(DataSource dataSource) {
  private static final String LOCK_NOT_AVAILABLE = "55P03";

  /**
   * Returns false if another node or a backup has locked the table, so that nothing is known.
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

  /** Whether the fault means that the database is unavailable, and says nothing about writes. */
  public static boolean isAway(SQLException fault) {
    String state = fault.getSQLState();
    return state == null
        || state.startsWith("08") // no connection
        || state.startsWith("57P") // it is stopping or starting
        || state.equals("53300"); // too many connections
  }
}
