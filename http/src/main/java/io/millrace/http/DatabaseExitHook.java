package io.millrace.http;

import io.millrace.engine.database.EmbeddedDatabase;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

/**
 * Stops an embedded database with the process, also if that is told to end while the server is only
 * just starting.
 */
final class DatabaseExitHook {
  private final CompletableFuture<EmbeddedDatabase> started = new CompletableFuture<>();
  private final Thread hook = new Thread(this::stopDatabase, "database-at-exit");

  /**
   * @param restarts how often a server that ends again and again is started again
   */
  EmbeddedDatabase start(Path dataDir, int restarts) {
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      EmbeddedDatabase database = EmbeddedDatabase.start(dataDir, restarts);
      started.complete(database);
      return database;
    } finally {
      started.complete(null); // if it did not start
    }
  }

  private void stopDatabase() {
    EmbeddedDatabase database = started.join();
    if (database != null) {
      database.close();
    }
  }

  /** From now on somebody else stops it. */
  void remove() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException ending) {
      // The process is about to end already: the hook stops it.
    }
  }
}
