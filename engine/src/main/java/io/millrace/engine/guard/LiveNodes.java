package io.millrace.engine.guard;

import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;

/** The nodes of a running cluster, by the locks that they hold. */
public final class LiveNodes {
  private static final String LOCKS =
      """
      select count(*) from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and mode = 'ExclusiveLock' and granted
        and datname = current_database() and application_name like 'millrace#%'
      """;

  private LiveNodes() {}

  /**
   * Whether there is a cluster. A node that starts must not begin a second one beside it, even if
   * the nodes are too busy to answer. This blocks.
   */
  public static boolean exist(DatabaseUrl url) throws SQLException {
    try (Connection connection = url.connect()) {
      return new Statements(connection).number(LOCKS) > 0;
    }
  }
}
