package io.millrace.bench;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.helper.CustomTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.typesafe.config.ConfigFactory;
import com.zaxxer.hikari.HikariDataSource;
import io.millrace.engine.store.Migrations;
import io.millrace.http.Node;
import io.millrace.http.settings.Settings;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Collections with a schedule, spread evenly: how long after its due time does each start? */
final class LatenessBench {
  private static final Duration PERIOD = Duration.ofSeconds(10);
  private static final Duration POLLING = Duration.ofMillis(10);
  private static final int UNMEASURED = 20;

  private final BenchSchema schema;
  private final Path dataDir;

  LatenessBench(BenchSchema schema, Path dataDir) {
    this.schema = schema;
    this.dataDir = dataDir;
  }

  void run(int collections, int seconds) throws Exception {
    Migrations.migrate(schema.url()); // into a schema that is still empty
    System.out.printf(
        "%,d collections every %d s for %d s, after %d s to get warm: from the due time to the"
            + " start%n",
        collections, PERIOD.toSeconds(), seconds, UNMEASURED);
    double peer =
        LatencyProbe.print(
            "db-scheduler, lock-and-fetch every %d ms, 10 threads".formatted(POLLING.toMillis()),
            dbScheduler(collections, seconds));
    double millrace = LatencyProbe.print("Millrace", millrace(collections, seconds));
    System.out.printf("p50: Millrace / db-scheduler = %.2f%n", millrace / peer);
  }

  private double[] millrace(int collections, int seconds) throws Exception {
    LatenessProbe probe = new LatenessProbe(collections, PERIOD);
    StampRunner.started = collection -> probe.started(Integer.parseInt(collection.substring(1)));
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
          IntStream.range(0, collections)
              .mapToObj(
                  i ->
                      "  - {name: c%d, schedule: {every: %ds, from: '%s'}, run: {stamp: {}}}%n"
                          .formatted(i, PERIOD.toSeconds(), probe.first(i)))
              .collect(Collectors.joining("", "sources:\n bench:\n  collections:\n", ""));
      node.engine()
          .refreshes()
          .sourceKeeper()
          .put(document, "bench")
          .toCompletableFuture()
          .get(1, TimeUnit.MINUTES);
      return probe.run(UNMEASURED, seconds);
    }
  }

  private double[] dbScheduler(int tasks, int seconds) throws Exception {
    LatenessProbe probe = new LatenessProbe(tasks, PERIOD);
    DbSchedulerDrain.createTable(schema.url());
    try (HikariDataSource pool = new HikariDataSource()) {
      pool.setJdbcUrl(schema.url().url());
      pool.setUsername(schema.url().user());
      pool.setPassword(schema.url().password());
      pool.setMaximumPoolSize(14);
      Clock clock = Clock.systemUTC();
      CustomTask<Void> stamp =
          Tasks.custom("stamp", Void.class)
              .execute(
                  (instance, context) -> {
                    int task = Integer.parseInt(instance.getId());
                    probe.started(task);
                    return (complete, operations) ->
                        operations.reschedule(
                            complete, probe.nextAfter(task, complete.getTimeDone()));
                  });
      Scheduler scheduler =
          Scheduler.create(pool, stamp)
              .pollingInterval(POLLING)
              .pollUsingLockAndFetch(0.5, 4.0)
              .build();
      for (int task = 0; task < tasks; task++) {
        scheduler.schedule(
            stamp.instance(Integer.toString(task)), probe.nextAfter(task, clock.instant()));
      }
      scheduler.start();
      double[] sorted = probe.run(UNMEASURED, seconds);
      scheduler.stop();
      return sorted;
    }
  }
}
