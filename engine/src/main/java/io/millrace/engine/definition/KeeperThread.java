package io.millrace.engine.definition;

import io.millrace.engine.sql.AsyncSql;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** The thread of a keeper. It works every second, and on request. */
final class KeeperThread implements AutoCloseable {
  static final Duration EVERY = Duration.ofSeconds(1);

  private final ScheduledExecutorService thread;
  private final AsyncSql sql;

  KeeperThread(String name) {
    this.thread =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread created = new Thread(work, name);
              created.setDaemon(true);
              return created;
            });
    this.sql = new AsyncSql(thread);
  }

  <T> CompletionStage<T> run(AsyncSql.SqlCall<T> call) {
    return sql.run(call);
  }

  /**
   * @param work must not fail
   */
  CompletionStage<Void> runOnce(Runnable work) {
    return sql.run(
        () -> {
          work.run();
          return null;
        });
  }

  /**
   * @param work must not fail
   */
  void everySecond(Runnable work) {
    thread.scheduleWithFixedDelay(work, 0, EVERY.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
