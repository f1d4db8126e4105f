package io.millrace.bench;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerBuilder;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.typesafe.config.ConfigFactory;
import com.zaxxer.hikari.HikariDataSource;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.store.Migrations;
import io.millrace.engine.task.TaskReason;
import io.millrace.http.Node;
import io.millrace.http.settings.Settings;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** From asking for a task to its start, at a pace that leaves both systems room. */
final class LatencyBench {
  private static final int UNMEASURED = 10;
  private static final int COLLECTIONS = 1_000;

  private final BenchSchema schema;
  private final Path dataDir;

  LatencyBench(BenchSchema schema, Path dataDir) {
    this.schema = schema;
    this.dataDir = dataDir;
  }

  void run(int rate, int seconds) throws Exception {
    Migrations.migrate(schema.url()); // into a schema that is still empty
    System.out.printf(
        "%d tasks a second for %d s, after %d s to get warm: from asking to its start%n",
        rate, seconds, UNMEASURED);
    double peer =
        Math.min(
            LatencyProbe.print(
                "db-scheduler, immediate execution, 10 threads",
                dbScheduler(new LatencyProbe(rate, seconds, UNMEASURED), true)),
            LatencyProbe.print(
                "db-scheduler, lock-and-fetch every 100 ms, 10 threads",
                dbScheduler(new LatencyProbe(rate, seconds, UNMEASURED), false)));
    double millrace =
        LatencyProbe.print("Millrace", millrace(new LatencyProbe(rate, seconds, UNMEASURED)));
    System.out.printf("p50: Millrace / the better of db-scheduler = %.2f%n", millrace / peer);
  }

  private double[] millrace(LatencyProbe latencies) throws Exception {
    Node node =
        Node.start(
            Settings.load(
                ConfigFactory.parseMap(
                    Map.of(
                        "millrace.http.port", 0,
                        "millrace.http.admin-token", "bench-bench-bench-bench",
                        "millrace.data-dir", dataDir.toString(),
                        "millrace.db.url", schema.url().url(),
                        "millrace.db.user", schema.url().user(),
                        "millrace.db.password", schema.url().password()))),
            Clock.systemUTC(),
            System::nanoTime);
    try (node) {
      String document =
          IntStream.range(0, COLLECTIONS)
              .mapToObj(i -> "  - {name: c" + i + ", run: {stamp: {}}}\n")
              .collect(Collectors.joining("", "sources:\n bench:\n  collections:\n", ""));
      node.engine()
          .refreshes()
          .sourceKeeper()
          .put(document, "bench")
          .toCompletableFuture()
          .get(1, TimeUnit.MINUTES);
      int[] asked = new int[COLLECTIONS];
      StampRunner.started =
          collection -> latencies.started(asked[Integer.parseInt(collection.substring(1))]);
      return latencies.run(
          task -> {
            asked[task % COLLECTIONS] = task;
            node.engine()
                .tasks()
                .refresh(new CollectionId("bench", "c" + task % COLLECTIONS), TaskReason.MANUAL);
          });
    }
  }

  private double[] dbScheduler(LatencyProbe latencies, boolean immediate) throws Exception {
    DbSchedulerDrain.createTable(schema.url());
    try (HikariDataSource pool = new HikariDataSource()) {
      pool.setJdbcUrl(schema.url().url());
      pool.setUsername(schema.url().user());
      pool.setPassword(schema.url().password());
      pool.setMaximumPoolSize(14);
      OneTimeTask<Void> stamp =
          Tasks.oneTime("stamp")
              .execute(
                  (instance, context) -> latencies.started(Integer.parseInt(instance.getId())));
      SchedulerBuilder builder =
          Scheduler.create(pool, stamp).pollingInterval(Duration.ofMillis(100));
      Scheduler scheduler =
          (immediate ? builder.enableImmediateExecution() : builder.pollUsingLockAndFetch(0.5, 4.0))
              .build();
      scheduler.start();
      double[] sorted =
          latencies.run(
              task -> scheduler.schedule(stamp.instance(Integer.toString(task)), Instant.now()));
      scheduler.stop();
      return sorted;
    }
  }
}
