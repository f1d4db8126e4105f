package io.millrace.bench;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.millrace.engine.check.DatabaseChecker;
import io.millrace.engine.check.Finding;
import io.millrace.engine.serialization.EventSerializer;
import io.millrace.http.Node;
import io.millrace.http.settings.Settings;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Busy days on a clock that runs several hundred times as fast as ours, on a node that keeps
 * everything for a day: what is there must not grow once that is full. The clock waits for any part
 * that is behind.
 */
final class BusyDay {
  private static final Instant BEGIN = Instant.parse("2026-03-01T00:00:00Z");
  private static final Duration STEP = Duration.ofSeconds(15);
  private static final long STEP_TAKES_MS = 25; // at least
  private static final Duration BEHIND = Duration.ofMinutes(15);
  private static final Duration STUCK = Duration.ofMinutes(5);
  private static final int CHANNELS = 200;

  /** Whatever takes its time in real life takes as much less here. */
  private static final String SETTINGS =
      """
      millrace {
        http { port = 0, admin-token = "%s" }
        worker.slots = %2$d
        flow { max-concurrency = %2$d, missed-heartbeats = 1000000 }
        clock.max-offset = 0s
        history { keep = 1d, keep-logs = 1d, keep-runs = 3 }
        flywheel.internal.keepPlans = 1d
        webhooks.keep = 1d
        trigger.catch-up-after = 30m
      }
      akka.cluster.sharding.passivation.longest-idle.idle-entity.timeout = 5s
      akka.actor.typed.extensions = ["io.millrace.bench.AwakeEntities"]
      """
          .formatted(BusyDayLoad.TOKEN, CHANNELS);

  private final BenchSchema schema;
  private final Path dataDir;
  private final ManualClock clock = new ManualClock(BEGIN.minusSeconds(30));
  private final List<BusyDaySample> samples = new ArrayList<>();

  @SuppressWarnings("NullAway.Init") // its run sets it before anything else
  private BusyDayLoad load;

  BusyDay(BenchSchema schema, Path dataDir) {
    this.schema = schema;
    this.dataDir = dataDir;
  }

  /** What was found at the end of each hour. */
  List<BusyDaySample> run(long seed, int days, int users) throws Exception {
    BusyRunner.seed = seed;
    try (Node node = Node.start(Settings.load(config()), clock.withZone(ZoneOffset.UTC), () -> 0)) {
      load = new BusyDayLoad(node.address(), users, seed);
      load.define(BEGIN);
      AtomicBoolean over = new AtomicBoolean();
      CompletableFuture<Void> people = CompletableFuture.runAsync(() -> people(over));
      BusyDayTable.head();
      for (int hour = 1; hour <= days * 24; hour++) {
        runUntil(BEGIN.plus(Duration.ofHours(hour)), people);
        Instant since = clock.instant().minus(Duration.ofHours(1));
        samples.add(BusyDaySample.now(schema, since, clock.instant()));
        BusyDayTable.line(hour, samples.get(samples.size() - 1));
        schema.execute("vacuum analyze"); // in a real hour autovacuum comes around sixty times
      }
      over.set(true);
      people.get(1, TimeUnit.MINUTES);
      awaitNothingDue();
    }
    return samples;
  }

  private Config config() {
    return ConfigFactory.parseMap(
            Map.of(
                "millrace.db.url", schema.url().url(),
                "millrace.db.user", schema.url().user(),
                "millrace.db.password", schema.url().password(),
                "millrace.data-dir", dataDir.toString()))
        .withFallback(ConfigFactory.parseString(SETTINGS));
  }

  private volatile Instant peopleAt = BEGIN;

  /** Minute after minute; they are late if the node is slow. */
  private void people(AtomicBoolean over) {
    try {
      while (!over.get()) {
        if (peopleAt.isAfter(clock.instant())) {
          TimeUnit.MILLISECONDS.sleep(5);
          continue;
        }
        long minute = peopleAt.getEpochSecond() / 60;
        load.minute(minute);
        if (minute % 60 == 0) {
          load.save(disabled());
        }
        peopleAt = peopleAt.plus(Duration.ofMinutes(1));
      }
    } catch (Exception fault) {
      throw new IllegalStateException(fault);
    }
  }

  private List<String> disabled() throws SQLException {
    List<String> ids = new ArrayList<>();
    try (Connection connection = schema.url().connect();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "select split_part(owner, '/', 2) from due"
                    + " where disabled_reason is not null and owner like 'bank/%'")) {
      while (row.next()) {
        ids.add(row.getString(1));
      }
    }
    return ids;
  }

  private void runUntil(Instant end, CompletableFuture<Void> people) throws Exception {
    long step = 0;
    while (clock.instant().isBefore(end)) {
      clock.put(clock.instant().plus(STEP));
      TimeUnit.MILLISECONDS.sleep(STEP_TAKES_MS);
      if (++step % 4 == 0) {
        awaitNobodyBehind(clock.instant().minus(BEHIND), people);
      }
    }
  }

  private void awaitNobodyBehind(Instant since, CompletableFuture<Void> people) throws Exception {
    long began = System.nanoTime();
    while (isBehind(since) || peopleAt.isBefore(since)) {
      if (people.isCompletedExceptionally()) {
        people.get();
      }
      if (System.nanoTime() - began > STUCK.toNanos()) {
        throw new IllegalStateException("nothing has moved for " + STUCK + " at " + since);
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  private boolean isBehind(Instant since) throws SQLException {
    return schema.exists(
        """
        select from plan_minutes where state = 'waiting' and at < '%1$s'
        union all select from due where at < '%1$s'
        union all select from triggers where fired_until < '%1$s'
        """
            .formatted(since));
  }

  /** Waits, with a stopped clock, until all due work has ended, except for tasks that hang. */
  private void awaitNothingDue() throws Exception {
    Instant now = clock.instant();
    long began = System.nanoTime();
    while (schema.exists("select from due where at <= '%s'".formatted(now))
        || schema.exists(
            "select from plan_minutes where state = 'waiting' and at <= '%s'".formatted(now))) {
      if (System.nanoTime() - began > STUCK.toNanos()) {
        throw new IllegalStateException("work is left over at " + now);
      }
      TimeUnit.MILLISECONDS.sleep(100);
    }
  }

  /** What the checker says of all of it. */
  List<Finding> check() throws SQLException {
    return new DatabaseChecker(
            schema.url().dataSource(), CHANNELS, new EventSerializer()::fromBinary)
        .check(clock.instant());
  }

  long requests() {
    return load.requests();
  }
}
