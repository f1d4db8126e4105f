package io.millrace.bench;

import io.millrace.engine.database.DatabaseUrl;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Tasks that are all due now: how many a second, beside db-scheduler? */
final class DrainBench {
  private final DatabaseUrl database;
  private final int tasks;
  private final Path dataDir;

  DrainBench(DatabaseUrl database, int tasks, Path dataDir) {
    this.database = database;
    this.tasks = tasks;
    this.dataDir = dataDir;
    System.out.printf(
        "Drain of %,d no-op tasks that are due now; %d cores, PostgreSQL on the same machine,"
            + " fsync and synchronous_commit on%n",
        tasks, Runtime.getRuntime().availableProcessors());
  }

  void run(int rounds) throws Exception {
    DbSchedulerDrain peer = new DbSchedulerDrain(database, tasks);
    List<Double> peers = new ArrayList<>();
    List<Double> cold = new ArrayList<>();
    List<Double> warm = new ArrayList<>();
    try (MillraceDrain millrace = new MillraceDrain(database, tasks, dataDir)) {
      for (int round = 1; round <= rounds; round++) {
        System.out.printf("%nround %d%n", round);
        double peerRate = 0;
        for (DbSchedulerDrain.Tuning tuning : DbSchedulerDrain.Tuning.values()) {
          peerRate = Math.max(peerRate, print("db-scheduler " + tuning.text(), peer.run(tuning)));
        }
        peers.add(peerRate);
        cold.add(print("Millrace, entities cold", millrace.runCold()));
        warm.add(print("Millrace, entities warm", millrace.runWarm()));
      }
    }
    print("best of %d rounds".formatted(rounds), best(peers), best(warm), best(cold));
    if (rounds > 1) {
      print(
          "means of rounds 2 to %d".formatted(rounds),
          meanAfterFirst(peers),
          meanAfterFirst(warm),
          meanAfterFirst(cold));
    }
  }

  /** The same with a transaction that is held open: what it has seen cannot be vacuumed away. */
  void runWithHeldTransaction(int rounds, int minutes) throws Exception {
    try (MillraceDrain millrace = new MillraceDrain(database, tasks, dataDir);
        Connection holder = database.connect();
        Statement held = holder.createStatement()) {
      List<Double> before = new ArrayList<>();
      for (int round = 1; round <= rounds; round++) {
        before.add(print("warm, round " + round, millrace.runWarm()));
      }
      holder.setAutoCommit(false);
      holder.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      held.execute("select pg_current_xact_id()");
      long began = System.nanoTime();
      List<Double> during = new ArrayList<>();
      while (System.nanoTime() - began < Duration.ofMinutes(minutes).toNanos()) {
        double rate = print("warm, a transaction is held open", millrace.runWarm());
        during.add(rate);
      }
      holder.rollback();
      double mean = during.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
      double last = during.get(during.size() - 1);
      double free = rounds > 1 ? meanAfterFirst(before) : before.get(0);
      System.out.printf(
          "%nwithout %,.0f/s; held for %d min %,.0f/s, loss %.0f %%; its last round %,.0f/s,"
              + " loss %.0f %%%n",
          free, minutes, mean, 100 - 100 * mean / free, last, 100 - 100 * last / free);
    }
  }

  /** Prints it, and returns how many a second. */
  static double print(String name, DrainCost measured) {
    System.out.printf("  %-58s %s%n", name, measured);
    return measured.rate();
  }

  private static void print(String what, double peer, double warm, double cold) {
    System.out.printf(
        "%n%s: db-scheduler %,.0f/s; Millrace warm %,.0f/s, ratio %.2f; cold %,.0f/s, ratio %.2f%n",
        what, peer, warm, warm / peer, cold, cold / peer);
  }

  static double best(List<Double> rates) {
    return rates.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
  }

  /** The first round is left out: the code is not compiled yet. */
  static double meanAfterFirst(List<Double> rates) {
    return rates.stream().skip(1).mapToDouble(Double::doubleValue).average().orElseThrow();
  }
}
