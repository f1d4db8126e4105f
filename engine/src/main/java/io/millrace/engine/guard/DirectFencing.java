package io.millrace.engine.guard;

import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.store.FencedNodes;
import java.time.Duration;

/**
 * Fences nodes by a connection and a thread of its own: those of the pool may all be in use, and
 * the dead node's work waits for this.
 */
final class DirectFencing {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final AsyncSql SQL = new AsyncSql(DirectFencing::runApart);

  private DirectFencing() {}

  static FencedNodes nodes(DatabaseUrl url) {
    return new FencedNodes(url.dataSource(PATIENCE));
  }

  static AsyncSql sql() {
    return SQL;
  }

  private static void runApart(Runnable call) {
    Thread thread = new Thread(call, "fence");
    thread.setDaemon(true);
    thread.start();
  }
}
