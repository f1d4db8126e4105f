package io.millrace.bench;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariDataSource;
import io.millrace.engine.database.DatabaseUrl;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** db-scheduler at its fastest: one-time tasks, fetched and locked in one statement. */
final class DbSchedulerDrain {

  /** The two settings that its own performance page reports for a machine of few cores. */
  enum Tuning {
    FEW_THREADS(20, 4.0, 20.0),
    MANY_THREADS(50, 0.5, 4.0);

    private final int threads;
    private final double lower;
    private final double upper;

    Tuning(int threads, double lower, double upper) {
      this.threads = threads;
      this.lower = lower;
      this.upper = upper;
    }

    String text() {
      return "lock-and-fetch, %d threads, %.1f to %.1f".formatted(threads, lower, upper);
    }
  }

  private final DatabaseUrl database;
  private final int tasks;

  DbSchedulerDrain(DatabaseUrl database, int tasks) {
    this.database = database;
    this.tasks = tasks;
  }

  DrainCost run(Tuning tuning) throws SQLException, InterruptedException {
    createTable(database);
    try (HikariDataSource pool = new HikariDataSource()) {
      pool.setJdbcUrl(database.url());
      pool.setUsername(database.user());
      pool.setPassword(database.password());
      pool.setMaximumPoolSize(tuning.threads + 4);
      AtomicLong started = new AtomicLong();
      OneTimeTask<Void> noop =
          Tasks.oneTime("noop")
              .execute((instance, context) -> started.compareAndSet(0, System.nanoTime()));
      Scheduler scheduler =
          Scheduler.create(pool, noop)
              .threads(tuning.threads)
              .pollUsingLockAndFetch(tuning.lower, tuning.upper)
              .pollingInterval(Duration.ofSeconds(1))
              .build();
      Stream<TaskInstance<?>> all =
          IntStream.range(0, tasks).mapToObj(i -> noop.instance("task-" + i));
      scheduler.scheduleBatch(all, Instant.now());
      execute(database, "vacuum analyze scheduled_tasks");
      DrainCost.Counters before = DrainCost.Counters.now(database);
      scheduler.start();
      while (remaining() > 0) {
        TimeUnit.MILLISECONDS.sleep(5);
      }
      Duration took = Duration.ofNanos(System.nanoTime() - started.get());
      scheduler.stop();
      TimeUnit.SECONDS.sleep(1); // the server reports its counters with a delay
      return new DrainCost(tasks, took, DrainCost.Counters.now(database).since(before));
    }
  }

  static void createTable(DatabaseUrl database) throws SQLException {
    execute(
        database,
        """
        drop table if exists scheduled_tasks;
        create table scheduled_tasks (
          task_name text not null,
          task_instance text not null,
          task_data bytea,
          execution_time timestamp with time zone not null,
          picked boolean not null,
          picked_by text,
          last_success timestamp with time zone,
          last_failure timestamp with time zone,
          consecutive_failures int,
          last_heartbeat timestamp with time zone,
          version bigint not null,
          priority smallint,
          primary key (task_name, task_instance)
        );
        create index execution_time_idx on scheduled_tasks (execution_time);
        create index last_heartbeat_idx on scheduled_tasks (last_heartbeat);
        """);
  }

  /** Done is deleted: whether any row is left costs one look at the index. */
  private long remaining() throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "select count(*) from (select 1 from scheduled_tasks limit 1) as any_left")) {
      row.next();
      return row.getLong(1);
    }
  }

  private static void execute(DatabaseUrl database, String sql) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
