package io.millrace.bench;

import io.millrace.engine.store.DatabaseUrl;
import io.millrace.engine.store.EmbeddedDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * {@code ./sbt "bench/run drain 20000"}: Millrace and db-scheduler do the same work, in turn.
 * {@code ./sbt "bench/run plan 1000000"}: how long the plan of a day takes, and how much memory.
 */
public final class Bench {
  private static final int DEFAULT_TASKS = 20_000;
  private static final int DEFAULT_USERS = 1_000_000;
  private static final int DEFAULT_ROUNDS = 3;

  private Bench() {}

  public static void main(String[] args) {
    try {
      run(args);
      System.exit(0);
    } catch (Exception fault) {
      fault.printStackTrace();
      System.exit(1); // a node that was started would keep the program alive
    }
  }

  private static void run(String[] args) throws Exception {
    String what = args.length > 0 ? args[0] : "drain";
    boolean plan = what.equals("plan");
    if (!plan && !what.equals("drain") || args.length > (plan ? 2 : 3)) {
      System.err.println(
          """
usage: bench/run [drain [TASKS [ROUNDS]] | plan [USERS]]
  drain   TASKS no-op tasks, all due now (20000), in ROUNDS rounds (3): how many a second?
  plan    the plan of a day for 10000 users, and ten times as many, up to USERS (1000000)
""");
      System.exit(2);
    }
    int size = args.length > 1 ? Integer.parseInt(args[1]) : plan ? DEFAULT_USERS : DEFAULT_TASKS;
    int rounds = args.length > 2 ? Integer.parseInt(args[2]) : DEFAULT_ROUNDS;
    Path dataDir = Files.createTempDirectory("millrace-bench");
    String url = System.getenv("MILLRACE_DB_URL");
    if (url != null) {
      String user = System.getenv("MILLRACE_DB_USER");
      DatabaseUrl database = new DatabaseUrl(url, user, System.getenv("MILLRACE_DB_PASSWORD"));
      run(plan, database, size, rounds, dataDir);
    } else {
      try (EmbeddedDatabase database = EmbeddedDatabase.start(dataDir)) {
        run(plan, database.url(), size, rounds, dataDir);
      }
    }
    delete(dataDir);
  }

  private static void run(boolean plan, DatabaseUrl database, int size, int rounds, Path dataDir)
      throws Exception {
    if (plan) {
      try (PlanBench bench = new PlanBench(database)) {
        bench.run(size);
      }
    } else {
      drain(database, size, rounds, dataDir);
    }
  }

  private static void drain(DatabaseUrl database, int tasks, int rounds, Path dataDir)
      throws Exception {
    System.out.printf(
        "Drain of %,d no-op tasks that are due now; %d cores, PostgreSQL on the same machine,"
            + " fsync and synchronous_commit on%n",
        tasks, Runtime.getRuntime().availableProcessors());
    DbSchedulerDrain peer = new DbSchedulerDrain(database, tasks);
    try (MillraceDrain millrace = new MillraceDrain(database, tasks, dataDir)) {
      double best = 0;
      double warm = 0;
      double cold = 0;
      for (int round = 1; round <= rounds; round++) {
        System.out.printf("%nround %d%n", round);
        double peerRate = 0;
        for (DbSchedulerDrain.Tuning tuning : DbSchedulerDrain.Tuning.values()) {
          peerRate = Math.max(peerRate, print("db-scheduler " + tuning.text(), peer.run(tuning)));
        }
        best = Math.max(best, peerRate);
        cold = Math.max(cold, print("Millrace, entities cold", millrace.runCold()));
        warm = Math.max(warm, print("Millrace, entities warm", millrace.runWarm()));
      }
      System.out.printf(
          "%nbest of %d rounds: db-scheduler %,.0f/s; Millrace warm %,.0f/s, ratio %.2f;"
              + " cold %,.0f/s, ratio %.2f%n",
          rounds, best, warm, warm / best, cold, cold / best);
    }
  }

  private static double print(String name, Measured measured) {
    System.out.printf("  %-58s %s%n", name, measured);
    return measured.rate();
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
