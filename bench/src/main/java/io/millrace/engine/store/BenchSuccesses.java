package io.millrace.engine.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/** Writes successes as the states of owners do, and books what follows. */
public final class BenchSuccesses {
  private BenchSuccesses() {}

  public static void write(Connection connection, List<String> owners, Instant at, Instant next)
      throws SQLException {
    HistoryBatch batch = new HistoryBatch();
    for (String owner : owners) {
      batch.succeeded(owner, at);
      batch.booked(owner, next, 0);
    }
    batch.write(connection);
  }
}
