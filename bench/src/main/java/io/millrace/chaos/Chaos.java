package io.millrace.chaos;

import io.millrace.engine.check.Checker;
import io.millrace.engine.check.Finding;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.store.DatabaseUrl;
import io.millrace.engine.store.EmbeddedDatabase;
import io.millrace.engine.store.EventSerializer;
import io.millrace.engine.task.TaskId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * {@code ./sbt "chaos [MINUTES [SEED [FAULT...]]]"}: three real nodes under load; faults, drawn by
 * the seed, one after the other; then everything that was stored is checked.
 */
public final class Chaos {
  private static final int SIZE = 3;
  private static final Clock CLOCK = Clock.systemUTC();

  private final DatabaseUrl url;
  private final Scene scene;
  private final Load load = new Load();
  private final Random random;
  private final List<Duration> untilNewStart = new ArrayList<>();

  private Chaos(DatabaseUrl url, Scene scene, Random random) {
    this.url = url;
    this.scene = scene;
    this.random = random;
  }

  public static void main(String[] args) throws Exception {
    int minutes = args.length > 0 ? Integer.parseInt(args[0]) : 20;
    long seed = args.length > 1 ? Long.parseLong(args[1]) : CLOCK.millis();
    List<Fault> faults =
        args.length > 2
            ? Arrays.stream(args)
                .skip(2)
                .map(f -> Fault.valueOf(f.toUpperCase(Locale.ROOT)))
                .toList()
            : List.of(Fault.values());
    System.out.printf("chaos: %d minutes, seed %d, faults %s%n", minutes, seed, faults);
    Path home = Files.createTempDirectory("millrace-chaos");
    System.out.println("chaos: logs in " + home);
    boolean fine;
    try (EmbeddedDatabase database = EmbeddedDatabase.start(home.resolve("database"));
        Network network = new Network()) {
      Random random = new Random(seed);
      List<ChaosNode> nodes =
          IntStream.rangeClosed(1, SIZE)
              .mapToObj(i -> new ChaosNode(i, SIZE, home, database.url()))
              .toList();
      for (ChaosNode node : nodes) {
        network.serve(node.number(), ChaosNode.NODE_PORT, ChaosNode.REAL_PORT);
      }
      try {
        Scene scene = new Scene(nodes, network, database, random);
        fine = new Chaos(database.url(), scene, random).run(Duration.ofMinutes(minutes), faults);
      } finally {
        for (ChaosNode node : nodes) {
          if (node.isAlive()) {
            node.kill();
          }
        }
      }
    }
    System.out.printf("chaos: seed %d: %s%n", seed, fine ? "ok" : "BROKEN");
    System.exit(fine ? 0 : 1);
  }

  private boolean run(Duration duration, List<Fault> faults) throws Exception {
    for (ChaosNode node : scene.nodes()) {
      node.start();
      Load.pause(3_000);
    }
    scene.awaitWhole(Duration.ofMinutes(3));
    load.define(scene.nodes().get(0), CLOCK.instant().truncatedTo(ChronoUnit.SECONDS));
    Thread asking = new Thread(() -> load.ask(scene.nodes(), new Random(random.nextLong())), "ask");
    asking.setDaemon(true);
    asking.start();
    Instant end = CLOCK.instant().plus(duration);
    for (int i = 0; CLOCK.instant().isBefore(end); i++) {
      scene.pause(20 + random.nextInt(41));
      // Each of them once, then as they are drawn.
      strike(i < faults.size() ? faults.get(i) : faults.get(random.nextInt(faults.size())));
    }
    load.end(scene.nodes().get(0));
    boolean drained = awaitDrained(Duration.ofMinutes(5));
    return report(drained);
  }

  private void strike(Fault fault) throws Exception {
    Instant at = CLOCK.instant();
    System.out.printf("%s %s%n", at, fault.text());
    fault.strike(scene);
    Instant started = null;
    while (started == null) {
      scene.mend();
      Load.pause(500);
      started = firstStartAfter(at);
      if (started == null && CLOCK.instant().isAfter(at.plusSeconds(300))) {
        throw new IllegalStateException("Nothing was started for five minutes");
      }
    }
    untilNewStart.add(Duration.between(at, started));
    Duration whole = scene.awaitWhole(Duration.ofMinutes(5));
    System.out.printf(
        "  first new start after %.1f s; whole again %d s later%n",
        untilNewStart.get(untilNewStart.size() - 1).toMillis() / 1000.0, whole.toSeconds());
  }

  /** Null while there is none, or the database is away. */
  private Instant firstStartAfter(Instant at) {
    try (Connection connection = url.connect()) {
      return new Statements(connection)
          .first(
              "select min(started_at) from task where started_at > ?",
              row -> Statements.instant(row, 1),
              at)
          .orElse(null);
    } catch (SQLException away) {
      return null;
    }
  }

  private boolean awaitDrained(Duration most) throws Exception {
    for (long second = 0; second < most.toSeconds(); second++) {
      scene.mend();
      try (Connection connection = url.connect()) {
        long open =
            new Statements(connection)
                .number(
                    "select (select count(*) from open_task)"
                        + " + (select count(*) from due where at is not null)");
        if (open == 0) {
          return true;
        }
      }
      Load.pause(1_000);
    }
    return false;
  }

  private boolean report(boolean drained) throws Exception {
    List<Finding> findings =
        new ArrayList<>(
            new Checker(url.dataSource(), Load.CHANNELS, new EventSerializer()::fromBinary)
                .check(CLOCK.instant()));
    findings.add(acknowledged());
    findings.add(steps());
    findings.forEach(System.out::println);
    List<Duration> sorted = untilNewStart.stream().sorted().toList();
    System.out.printf(
        "%d faults; until the first new start: p50 %.1f s, max %.1f s; %d acknowledged, %d not"
            + " taken even by a second node; drained: %s%n",
        sorted.size(),
        sorted.get(sorted.size() / 2).toMillis() / 1000.0,
        sorted.get(sorted.size() - 1).toMillis() / 1000.0,
        load.acknowledged().size(),
        load.refused(),
        drained);
    return drained && findings.stream().allMatch(Finding::isFine);
  }

  /** Every task that a caller was promised is in the history, and final. */
  private Finding acknowledged() throws SQLException {
    UUID[] uids =
        load.acknowledged().stream()
            .map(id -> TaskId.attemptUid(id).orElseThrow())
            .toArray(UUID[]::new);
    return found(
        "what was acknowledged is in the history, and final",
        uids.length,
        """
        select format('%s: %s', uid, coalesce(status, 'lost')) from unnest(?) as asked(uid)
        left join all_tasks on attempt_uid = uid
        where status is null or status not in ('SUCCESS', 'FAILED', 'CANCELED')
        """,
        (Object) uids);
  }

  /** Every logical time that a trigger fired went through all five steps of its job. */
  private Finding steps() throws SQLException {
    return found(
        "every time that fired has run all its steps",
        count("select count(*) from token"),
        """
        select format('job %s at %s: %s', job, logical_time,
          string_agg(step || ' ' || state || ' ' || count, ', '))
        from token group by job, logical_time
        having count(*) filter (where state in ('SUCCESS', 'FAILED') and count = 0) <> 5
          and count(*) filter (where state = 'FAILED') = 0
        union all
        select format('job %s: %s fired, %s tokens', t.job, t.fired + t.caught_up, count(k.*))
        from triggers t left join token k on k.job = t.job and k.step = 'extract'
        group by t.job, t.fired, t.caught_up
        having t.fired + t.caught_up <> count(k.*)
        """);
  }

  private long count(String sql) throws SQLException {
    try (Connection connection = url.connect()) {
      return new Statements(connection).number(sql);
    }
  }

  private Finding found(String rule, long looked, String sql, Object... values)
      throws SQLException {
    try (Connection connection = url.connect()) {
      List<String> rows = new Statements(connection).rows(sql, row -> row.getString(1), values);
      return new Finding(rule, looked, rows.size(), rows.subList(0, Math.min(5, rows.size())));
    }
  }
}
