package io.millrace.engine.check;

import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * Checks the journal and the tables of a database and reports which rules do not hold. It reads a
 * consistent snapshot and changes nothing.
 */
public final class DatabaseChecker {
  private final DataSource dataSource;
  private final int channels;
  private final EventReader events;

  /** Deserializes a stored event or state by its manifest. */
  @FunctionalInterface
  public interface EventReader {
    Object read(byte[] payload, String manifest);
  }

  /**
   * @param channels the default size of a pool whose config was never set
   */
  public DatabaseChecker(DataSource dataSource, int channels, EventReader events) {
    this.dataSource = dataSource;
    this.channels = channels;
    this.events = events;
  }

  public List<Finding> check(Instant now) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      connection.setAutoCommit(false);
      connection.setReadOnly(true);
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      try {
        Statements sql = Statements.plannedAnew(connection);
        List<Finding> findings = new ArrayList<>();
        for (SqlRule rule : SqlRule.values()) {
          findings.add(rule.check(sql, channels, now));
        }
        findings.addAll(new JournalRules(sql, events).check());
        findings.addAll(new StateRules(sql, events).check());
        return findings;
      } finally {
        connection.rollback();
        connection.setReadOnly(false);
      }
    }
  }
}
