package io.millrace.bench;

import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.EmbeddedDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;

/**
 * {@code ./sbt "bench/run drain 20000"}: Millrace and db-scheduler do the same work, in turn.
 * {@code ./sbt "bench/run floor"}: the same rows without Millrace. {@code ./sbt "bench/run plan
 * 1000000"}: how long the plan of a day takes, and how much memory. {@code ./sbt "bench/run dormant
 * 10000 1000000"}: user-sites that sleep are woken and refreshed. {@code ./sbt "bench/run
 * admissions|grants|latency"}: flow control, from a pool's rules alone to the time a task waits for
 * its start. {@code ./sbt "bench/run lateness"}: how late schedules are. {@code ./sbt "bench/run
 * triggers"} and {@code "bench/run trigger-load"}: triggers of jobs, how late they fire and what
 * they weigh. {@code ./sbt "bench/run busy-day"}: whether anything grows with the days. {@code
 * ./sbt "bench/run scale 20000"}: the drain on one to three nodes. {@code ./sbt "bench/run
 * partition"}: the drain with the states divided. {@code ./sbt "bench/run containers 500"}:
 * containers whose node is killed, and their cost. {@code ./sbt "bench/run simulate 1000000"}: a
 * day on the virtual clock. {@code ./sbt "bench/run start"}: how long the program takes to start.
 * {@code ./sbt "bench/run page"}: the page of a node that has much. {@code ./sbt "bench/run
 * back-test"}: how right simulations are. {@code ./sbt "bench/run freshness 1000000"}: the keeper
 * of freshness.
 */
public final class Bench {
  private static final String USAGE =
      """
usage: bench/run [drain [TASKS [ROUNDS]] | held-transaction [TASKS [ROUNDS [MINUTES]]] | floor [TASKS [ROUNDS]]
                 | plan [USERS] | dormant [USERS...]
                 | admissions [TASKS [WAITING [ROUNDS]]] | grants [TASKS [ROUNDS [CHANNELS]]] | latency [RATE [SECONDS]]
                 | lateness [COLLECTIONS [SECONDS]]
                 | triggers [TRIGGERS [SECONDS]] | trigger-load [TRIGGERS] | busy-day [SEED [DAYS [USERS]]]
                 | scale [TASKS [ROUNDS]] | partition [TASKS [ROUNDS]] | containers [TASKS [SEED [ROUNDS]]]
                 | simulate [USER_SITES [ROUNDS]] | back-test [SEED [USERS]] | start [TASKS [ROUNDS]]
                 | page [USER_SITES [TASKS [LINES [SECONDS]]]]
                 | freshness [USER_SITES [HOURS]]]
  drain    TASKS no-op tasks, all due now (20000), in ROUNDS rounds (3): how many a second?
  held-transaction  the drain of TASKS (20000), ROUNDS (5) as usual, then for MINUTES (10) beside an open transaction
  floor    the drain of TASKS (20000) in ROUNDS (3), then the same rows with plain JDBC: what is Millrace's own part?
  plan     the plan of a day for 10000 users, and ten times as many, up to USERS (1000000)
  dormant  a day of USERS (10000 100000) whose user-sites sleep: how many a second, what memory?
  admissions  TASKS (3000000) are granted by a pool's rules alone while WAITING (10000) wait; ROUNDS (6)
  grants      the same with a pool's actor, each step stored: TASKS (100000), ROUNDS (3), CHANNELS (256)
  latency     RATE (100) tasks a second for SECONDS (60), beside db-scheduler: when does each start?
  lateness    COLLECTIONS (2000) every 10 s for SECONDS (60), beside db-scheduler: how late does each start?
  triggers      TRIGGERS (10000) fire every 10 s for SECONDS (60): all of them, once, and how late?
  trigger-load  a node starts with TRIGGERS (100000): when does the first fire, what memory?
  busy-day      DAYS (4) of USERS (1000) and jobs on a fast clock, all kept for a day: does anything grow?
  scale         the drain of TASKS (20000) on 1, 2 and 3 nodes, each a process, in ROUNDS (3): what limits it?
  partition     the drain of TASKS (20000) with the states as one table, and divided, in ROUNDS (3)
  containers    TASKS (500) containers while their node is killed; then what one costs beside podman run, ROUNDS (40)
  start         the staged program, with TASKS (20000) in its past, in ROUNDS (3): how many seconds until it is ready?
  simulate      a day of USER_SITES (1000000) on the virtual clock, in ROUNDS (2): how many seconds, what memory?
  back-test     six hours of USERS (200) on two nodes and a fast clock, four times: how right is a simulation of them?
  page          USER_SITES (100000), TASKS (1000000), a log of LINES (100000), in Chromium: first content, longest
                task, and what an idle tab receives in SECONDS (30)
  freshness     USER_SITES (1000000) for HOURS (3) on a virtual clock: what does the keeper use, how long does a read take?
""";

  /** What is measured, and the numbers it is given unless told otherwise. */
  private enum Workload {
    DRAIN(2, 20_000, 3),
    HELD_TRANSACTION(3, 20_000, 5, 10),
    FLOOR(2, 20_000, 3),
    PLAN(1, 1_000_000),
    DORMANT(Integer.MAX_VALUE, 10_000, 100_000),
    ADMISSIONS(3, 3_000_000, 10_000, 6),
    GRANTS(3, 100_000, 3, 256),
    LATENCY(2, 100, 60),
    LATENESS(2, 2_000, 60),
    TRIGGERS(2, 10_000, 60),
    TRIGGER_LOAD(1, 100_000),
    BUSY_DAY(3, 1 + new Random().nextInt(999_999), 4, 1_000),
    SCALE(2, 20_000, 3),
    PARTITION(2, 20_000, 3),
    CONTAINERS(3, 500, 1 + new Random().nextInt(999_999), 40),
    SIMULATE(2, 1_000_000, 2),
    BACK_TEST(2, 1 + new Random().nextInt(999_999), 200),
    START(2, 20_000, 3),
    PAGE(4, 100_000, 1_000_000, 100_000, 30),
    FRESHNESS(2, 1_000_000, 3);

    private final int most;
    private final List<Integer> defaults;

    Workload(int most, Integer... defaults) {
      this.most = most;
      this.defaults = List.of(defaults);
    }

    /** The given arguments; missing ones take the defaults, unless any number may be given. */
    List<Integer> numbers(List<String> given) {
      List<Integer> numbers = new ArrayList<>(given.stream().map(Integer::valueOf).toList());
      if (numbers.size() > most || numbers.stream().anyMatch(n -> n < 1)) {
        throw new IllegalArgumentException();
      }
      if (numbers.isEmpty() || this != DORMANT) {
        numbers.addAll(defaults.subList(numbers.size(), defaults.size()));
      }
      return numbers;
    }
  }

  private Bench() {}

  public static void main(String[] args) {
    try {
      Workload what = Workload.DRAIN;
      List<Integer> numbers = List.of();
      try {
        List<String> given = List.of(args);
        what = given.isEmpty() ? what : named(given.get(0));
        numbers = what.numbers(given.subList(Math.min(1, given.size()), given.size()));
      } catch (IllegalArgumentException unknown) {
        System.err.print(USAGE);
        System.exit(2);
      }
      run(what, numbers);
      System.exit(0);
    } catch (Exception fault) {
      fault.printStackTrace();
      System.exit(1); // a node that was started would keep the program alive
    }
  }

  private static Workload named(String text) {
    return Workload.valueOf(text.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  private static void run(Workload what, List<Integer> numbers) throws Exception {
    Path dataDir = Files.createTempDirectory("millrace-bench");
    String url = System.getenv("MILLRACE_DB_URL");
    if (url != null) {
      String user = System.getenv("MILLRACE_DB_USER");
      DatabaseUrl database = new DatabaseUrl(url, user, System.getenv("MILLRACE_DB_PASSWORD"));
      run(what, numbers, database, dataDir);
    } else {
      try (EmbeddedDatabase database = EmbeddedDatabase.start(dataDir)) {
        run(what, numbers, database.url(), dataDir);
      }
    }
    delete(dataDir);
  }

  private static void run(Workload what, List<Integer> numbers, DatabaseUrl database, Path dataDir)
      throws Exception {
    switch (what) {
      case DRAIN -> new DrainBench(database, numbers.get(0), dataDir).run(numbers.get(1));
      case HELD_TRANSACTION ->
          new DrainBench(database, numbers.get(0), dataDir)
              .runWithHeldTransaction(numbers.get(1), numbers.get(2));
      case FLOOR -> new FloorBench(database, dataDir).run(numbers.get(0), numbers.get(1));
      case PLAN -> {
        try (PlanBench bench = new PlanBench(database)) {
          bench.run(numbers.get(0));
        }
      }
      case DORMANT -> new DormantBench(database, dataDir).run(numbers);
      case ADMISSIONS -> AdmissionBench.run(numbers.get(0), numbers.get(1), numbers.get(2));
      case GRANTS -> {
        try (BenchSchema schema = new BenchSchema(database)) {
          new GrantsBench(schema).run(numbers.get(0), numbers.get(1), numbers.get(2));
        }
      }
      case LATENCY -> {
        try (BenchSchema schema = new BenchSchema(database)) {
          new LatencyBench(schema, dataDir).run(numbers.get(0), numbers.get(1));
        }
      }
      case LATENESS -> {
        try (BenchSchema schema = new BenchSchema(database)) {
          new LatenessBench(schema, dataDir).run(numbers.get(0), numbers.get(1));
        }
      }
      case TRIGGERS -> new TriggerBench(database, dataDir).run(numbers.get(0), numbers.get(1));
      case BUSY_DAY ->
          new BusyDayBench(database, dataDir).run(numbers.get(0), numbers.get(1), numbers.get(2));
      case SCALE -> new ScaleBench(database, dataDir).run(numbers.get(0), numbers.get(1));
      case PARTITION -> new PartitionBench(database, dataDir).run(numbers.get(0), numbers.get(1));
      case CONTAINERS ->
          new ContainersBench(dataDir).run(numbers.get(0), numbers.get(1), numbers.get(2));
      case SIMULATE -> SimulateBench.run(numbers.get(0), numbers.get(1));
      case FRESHNESS -> {
        try (BenchSchema schema = new BenchSchema(database)) {
          new FreshnessBench(schema).run(numbers.get(0), numbers.get(1));
        }
      }
      case START -> new StartBench(dataDir).run(numbers.get(0), numbers.get(1));
      case PAGE ->
          new PageBench(database, dataDir)
              .run(numbers.get(0), numbers.get(1), numbers.get(2), numbers.get(3));
      case BACK_TEST -> new BackTestBench(database, dataDir).run(numbers.get(0), numbers.get(1));
      case TRIGGER_LOAD -> new TriggerLoadBench(database, dataDir).run(numbers.get(0));
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
