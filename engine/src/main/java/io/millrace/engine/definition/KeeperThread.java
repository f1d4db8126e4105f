package io.millrace.engine.definition;

import io.millrace.engine.sql.AsyncSql;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A thread of its own for who keeps something up to date: it looks every second, or when asked. */
final class KeeperThread implements AutoCloseable {
  private static final long EVERY_MS = 1_000;

  private final ScheduledExecutorService thread;
  private final AsyncSql sql;

  KeeperThread(String name) {
    this.thread =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread made = new Thread(work, name);
              made.setDaemon(true);
              return made;
            });
    this.sql = new AsyncSql(thread);
  }

  <T> CompletionStage<T> run(AsyncSql.SqlCall<T> call) {
    return sql.run(call);
  }

  /**
   * @param look never fails
   */
  CompletionStage<Void> runOnce(Runnable look) {
    return sql.run(
        () -> {
          look.run();
          return null;
        });
  }

  /**
   * @param look never fails
   */
  void everySecond(Runnable look) {
    thread.scheduleWithFixedDelay(look, 0, EVERY_MS, TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
