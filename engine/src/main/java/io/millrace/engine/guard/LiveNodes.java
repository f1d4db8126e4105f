package io.millrace.engine.guard;

import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/** The nodes of a running cluster, by the locks that they hold. */
public final class LiveNodes {
  /**
   * A node looks several times a second by the session that has its lock. A session that was silent
   * for longer is what is left of a machine that lost its power, or of a node behind a pooler.
   */
  private static final Duration LONGEST_SILENCE = Duration.ofMinutes(1);

  private static final String LOCKS =
      """
      select count(*) from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and mode = 'ExclusiveLock' and granted and objsubid = 1
        and datname = current_database()
        and application_name = 'millrace#' || (classid::bigint << 32 | objid::bigint)
        and coalesce(state_change > clock_timestamp() - ? * interval '1 second', true)
      """;

  private LiveNodes() {}

  /**
   * Whether there is a cluster. A node that starts must not begin a second one beside it, even if
   * the nodes are too busy to answer. This blocks.
   */
  public static boolean exist(DatabaseUrl url) throws SQLException {
    try (Connection connection = url.connect()) {
      return exist(connection, LONGEST_SILENCE);
    }
  }

  static boolean exist(Connection connection, Duration longestSilence) throws SQLException {
    return new Statements(connection).number(LOCKS, longestSilence.toSeconds()) > 0;
  }
}
