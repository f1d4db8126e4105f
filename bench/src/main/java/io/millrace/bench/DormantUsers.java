package io.millrace.bench;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.http.Node;
import io.millrace.http.settings.Settings;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** So many users with one user-site each, which all sleep until the plan of a day wakes them. */
final class DormantUsers implements AutoCloseable {
  private static final LocalDate EVE = LocalDate.parse("2026-02-28");
  private static final int PLAN_WITHIN_S = 600;
  private static final int SLEEP_WITHIN_S = 120;
  private static final int LITTLE = 20; // bytes per user-site
  private static final String SETTINGS =
      """
      millrace {
        http.port = 0
        http.admin-token = "bench-bench-bench-bench"
        worker.slots = 1000
        flow { max-concurrency = 1000, missed-heartbeats = 1000000, look-again-after = 10s }
        due.max-unanswered = 2000
        flywheel.internal.catchUpWindow = 1d
        clock.max-offset = 0s
      }
      akka.cluster.sharding.passivation.longest-idle.idle-entity.timeout = 10s
      akka.actor.typed.extensions = ["io.millrace.bench.AwakeEntities"]
      """;

  /**
   * A day of the plan.
   *
   * @param asExpected whether every user-site has had one refresh more, and it succeeded
   * @param heapBefore in bytes, when nothing was left to collect; so is the other
   * @param stillAwake user-sites that did not go back to sleep
   */
  record DormantRound(
      double planSeconds,
      DrainCost measured,
      boolean asExpected,
      int awakeAtMost,
      long heapBefore,
      long heapAfter,
      int stillAwake) {}

  private final int users;
  private final BenchSchema schema;
  private final Config config;
  private final ManualClock clock = new ManualClock(at(EVE, "23:59:30"));
  private LocalDate day = EVE;
  private int rounds;
  private Node node;

  DormantUsers(DatabaseUrl database, int users, Path dataDir) throws Exception {
    this.users = users;
    this.schema = new BenchSchema(database);
    this.config =
        ConfigFactory.parseMap(
                Map.of(
                    "millrace.db.url", schema.url().url(),
                    "millrace.db.user", schema.url().user(),
                    "millrace.db.password", schema.url().password(),
                    "millrace.data-dir", dataDir.toString()))
            .withFallback(ConfigFactory.parseString(SETTINGS));
    start();
  }

  private static Instant at(LocalDate day, String time) {
    return Instant.parse(day + "T" + time + "Z");
  }

  private void start() {
    node = Node.start(Settings.load(config), clock.withZone(ZoneOffset.UTC), () -> 0);
  }

  /** A node that has just started has never woken anybody. */
  void restart() {
    node.close();
    start();
  }

  /** Lines per second. */
  double importAll() throws Exception {
    return new UsersImport(node.engine().refreshes().directory()).run(users);
  }

  /** The flywheel plans the next day by itself; how long that took, in seconds. */
  double planNextDay() throws Exception {
    day = day.plusDays(1);
    long began = System.nanoTime();
    clock.put(at(day, "00:00:30"));
    tick();
    while (!schema.exists("select from plan_days where date = '%s'".formatted(day))) {
      if (seconds(began) > PLAN_WITHIN_S) {
        throw new IllegalStateException(day + " is still not planned");
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
    return seconds(began);
  }

  /** The day that was planned. */
  DormantRound runDay(double planSeconds) throws Exception {
    await(
        node.engine()
            .refreshes()
            .plans()
            .plan(day)); // a flywheel that has just started plans first: now it has
    schema.execute("vacuum analyze");
    int notAsleep = awaitSleep();
    if (notAsleep > 0) {
      throw new IllegalStateException(notAsleep + " user-sites are awake, and should be cold");
    }
    long heapBefore = heapInUse();
    DayRun run = new DayRun(schema, day, users);
    DrainCost measured = run.run(clock, this::tick);
    rounds++;
    boolean asExpected = everyUserSiteWasRefreshed();
    sayBytes();
    clock.put(at(day, "23:59:40")); // the pool forgets what moved when it next looks for it
    int stillAwake = awaitSleep();
    return new DormantRound(
        planSeconds, measured, asExpected, run.awakeAtMost(), heapBefore, heapInUse(), stillAwake);
  }

  /** The stored bytes of each user-site, with indexes, after a number of refreshes. */
  private void sayBytes() throws SQLException {
    System.out.printf("    bytes per user-site after %d refreshes:", rounds);
    BusyDaySample.tables(schema)
        .forEach(
            (table, size) -> {
              if (size.bytes() > LITTLE * users) {
                System.out.printf(" %s %,d", table, size.bytes() / users);
              }
            });
    System.out.println();
  }

  private boolean everyUserSiteWasRefreshed() throws Exception {
    long[] found =
        schema.numbers(
            """
            select count(*), coalesce(sum(tasks), 0), coalesce(sum(successes), 0),
              coalesce(max(tasks), 0)
            from (select count(*) as tasks, count(*) filter (where status = 'SUCCESS') as successes
              from task group by source, collection) as by_user_site
            """);
    long all = (long) users * rounds;
    return found[0] == users && found[1] == all && found[2] == all && found[3] == rounds;
  }

  /** How many are awake still when it has waited for long enough. */
  private static int awaitSleep() throws Exception {
    int awake = await(AwakeEntities.countAwake());
    for (int waited = 0; awake > 0 && waited < SLEEP_WITHIN_S; waited++) {
      TimeUnit.SECONDS.sleep(1);
      awake = await(AwakeEntities.countAwake());
    }
    return awake;
  }

  private static long heapInUse() {
    System.gc();
    System.gc(); // what the first one has found to be cleaned up is gone after the second
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private void tick() {
    node.engine().refreshes().plans().tick();
  }

  private static double seconds(long began) {
    return (System.nanoTime() - began) / 1e9;
  }

  static <T> T await(CompletionStage<T> stage)
      throws ExecutionException, InterruptedException, TimeoutException {
    return stage.toCompletableFuture().get(10, TimeUnit.MINUTES);
  }

  @Override
  public void close() throws SQLException {
    try (schema) {
      node.close();
    }
  }
}
