package io.millrace.engine.store;

import io.millrace.engine.sql.Transaction;
import java.sql.SQLException;
import java.time.Instant;
import javax.sql.DataSource;

/** Writes successes as the states of owners do. */
public final class TestSuccesses {
  private TestSuccesses() {}

  public static void write(DataSource database, String owner, Instant at) throws SQLException {
    Transaction.update(
        database,
        connection -> {
          HistoryBatch batch = new HistoryBatch();
          batch.succeeded(owner, at);
          batch.write(connection);
        });
  }

  /** The owner was disabled, or enabled again. */
  public static void disable(DataSource database, String owner, boolean disabled)
      throws SQLException {
    Transaction.update(
        database,
        connection -> {
          HistoryBatch batch = new HistoryBatch();
          if (disabled) {
            batch.disabled(owner, "a reason");
          } else {
            batch.enabled(owner);
          }
          batch.write(connection);
        });
  }
}
