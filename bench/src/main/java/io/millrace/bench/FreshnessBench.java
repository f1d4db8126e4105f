package io.millrace.bench;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.flywheel.FlywheelSettings;
import io.millrace.engine.freshness.FreshnessCountStore;
import io.millrace.engine.freshness.FreshnessMeters;
import io.millrace.engine.freshness.FreshnessRounds;
import io.millrace.engine.freshness.FreshnessRounds.KnownDefinitions;
import io.millrace.engine.freshness.FreshnessSettings;
import io.millrace.engine.source.Sources;
import io.millrace.engine.store.Migrations;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/**
 * Hours of many promises on a virtual clock, second by second: what part of a core does the keeper
 * use, and how long does it take to read the freshness of all clients? In the last hours the
 * refreshes of one site fail.
 */
final class FreshnessBench {
  private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
  private static final int SECONDS = 3_600;
  private static final int MINUTE = 60;
  private static final int READS = 50;

  /**
   * The CPU of the keeper, in seconds.
   *
   * @param node of its thread
   * @param database of the process that serves its connection
   */
  private record KeeperCpu(double node, double database) {}

  private final BenchSchema schema;
  private final FreshnessSettings settings;

  FreshnessBench(BenchSchema schema) {
    this.schema = schema;
    Config config = ConfigFactory.load().getConfig("millrace");
    this.settings =
        FreshnessSettings.of(
            config.getConfig("freshness"),
            FlywheelSettings.of(config.getConfig("flywheel.internal")));
  }

  void run(int userSites, int hours) throws Exception {
    Migrations.migrate(schema.url());
    System.out.printf(
        "%,d user-sites of %d clients at %d sites, refreshed once a day; %d cores%n",
        userSites,
        FreshnessWorld.CLIENTS,
        FreshnessWorld.SITES,
        Runtime.getRuntime().availableProcessors());
    try (HikariDataSource keeper = pool(schema.url());
        HikariDataSource others = pool(schema.url());
        Connection successes = others.getConnection()) {
      FreshnessRounds rounds =
          new FreshnessRounds(
              keeper,
              settings,
              new KnownDefinitions(() -> Sources.NONE, () -> 0, List::of),
              new FreshnessMeters(new SimpleMeterRegistry()));
      FreshnessCountStore counts = new FreshnessCountStore(keeper, settings);
      drain(rounds, START); // before there is anything to judge
      FreshnessWorld world = new FreshnessWorld(schema, userSites, START);
      long began = System.nanoTime();
      world.fill();
      System.out.printf("  the tables are filled after %.1f s%n", secondsSince(began));
      KeeperCpu before = cpu(keeper);
      began = System.nanoTime();
      drain(rounds, START);
      print("first judgement of all", userSites, secondsSince(began), before, cpu(keeper));
      schema.execute("vacuum analyze");
      for (int hour = 0; hour < hours; hour++) {
        boolean outage = hour > 0;
        before = cpu(keeper);
        for (int second = 1; second <= SECONDS; second++) {
          Instant now = START.plusSeconds((long) hour * SECONDS + second);
          world.succeed(successes, now, outage);
          drain(rounds, now);
          if (second % MINUTE == 0) { // the clock is faster than autovacuum
            schema.execute("vacuum freshness_delta, freshness_total");
          }
        }
        Instant now = START.plus(Duration.ofHours(hour + 1));
        String what = "hour " + (hour + 1) + (outage ? ", one site fails" : "");
        print(what, 0, SECONDS, before, cpu(keeper));
        read(counts, now);
      }
    }
  }

  private static void drain(FreshnessRounds rounds, Instant now) throws SQLException {
    while (rounds.run(now)) {
      // there is more
    }
  }

  private static void print(
      String what, int objects, double seconds, KeeperCpu before, KeeperCpu after) {
    double node = after.node() - before.node();
    double database = after.database() - before.database();
    System.out.printf(
        "  %-26s keeper: %.2f s of a core here, %.2f s in PostgreSQL: %s%n",
        what,
        node,
        database,
        objects == 0
            ? "%.2f %% of a core".formatted(100 * (node + database) / seconds)
            : "%.3f ms for each, in %.1f s"
                .formatted(1_000 * (node + database) / objects, seconds));
  }

  private static void read(FreshnessCountStore counts, Instant now) throws SQLException {
    double[] millis = new double[READS];
    String stands = "";
    for (int i = 0; i < READS; i++) {
      long began = System.nanoTime();
      stands = counts.counts(List.of("client"), now).get(0).counts().toString();
      millis[i] = 1_000 * secondsSince(began);
    }
    Arrays.sort(millis);
    System.out.printf(
        "    freshness by client: p50 %.1f ms, at most %.1f ms; the worst client: %s%n",
        millis[READS / 2], millis[READS - 1], stands);
  }

  private static KeeperCpu cpu(HikariDataSource keeper) throws Exception {
    try (Connection connection = keeper.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("select pg_backend_pid()")) {
      row.next();
      return new KeeperCpu(
          ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1e9,
          CpuTime.of(List.of(row.getLong(1))));
    }
  }

  /** One connection, so that one process of PostgreSQL serves it. */
  private static HikariDataSource pool(DatabaseUrl url) {
    HikariDataSource pool = new HikariDataSource();
    pool.setJdbcUrl(url.url());
    pool.setUsername(url.user());
    pool.setPassword(url.password());
    pool.setMaximumPoolSize(1);
    pool.setMaxLifetime(0);
    return pool;
  }

  private static double secondsSince(long began) {
    return (System.nanoTime() - began) / 1e9;
  }
}
