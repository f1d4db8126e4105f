package io.millrace.bench;

import io.millrace.bench.DormantUsers.DormantRound;
import io.millrace.engine.database.DatabaseUrl;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Cold start and refresh of dormant user-sites, more and more of them; and what stays in memory.
 */
final class DormantBench {
  private static final double MEGABYTE = 1 << 20;
  private static final int WARM_UP = 2_000;

  /**
   * The result for one number of users.
   *
   * @param first nobody had ever been refreshed
   * @param second everybody has a state to be loaded
   */
  record DormantResult(int users, double importRate, DormantRound first, DormantRound second) {}

  private final DatabaseUrl database;
  private final Path dataDir;

  DormantBench(DatabaseUrl database, Path dataDir) {
    this.database = database;
    this.dataDir = dataDir;
  }

  void run(List<Integer> sizes) throws Exception {
    System.out.printf(
        "Dormant user-sites, each refreshed once a day, a whole day at once; %d cores, PostgreSQL"
            + " on the same machine, fsync and synchronous_commit on, heap of %,d MB at most%n",
        Runtime.getRuntime().availableProcessors(), Runtime.getRuntime().maxMemory() / (1 << 20));
    System.out.printf("%n%,d users, not counted: the code is compiled%n", WARM_UP);
    measure(WARM_UP);
    List<DormantResult> results = new ArrayList<>();
    for (int users : sizes.stream().sorted().toList()) {
      System.out.printf("%n%,d users%n", users);
      results.add(measure(users));
    }
    DormantTable.print(results);
    for (DormantResult result : results) {
      check(result.users(), result.first());
      check(result.users(), result.second());
    }
  }

  private DormantResult measure(int users) throws Exception {
    try (DormantUsers dormant = new DormantUsers(database, users, dataDir)) {
      double importRate = dormant.importAll();
      System.out.printf("  imported: %,.0f lines/s%n", importRate);
      double plan = dormant.planNextDay();
      dormant.restart();
      DormantRound first = say("first", dormant.runDay(plan));
      DormantRound second = say("second", dormant.runDay(dormant.planNextDay()));
      return new DormantResult(users, importRate, first, second);
    }
  }

  private static DormantRound say(String name, DormantRound round) {
    System.out.printf(
        "  %s round: planned in %.1f s; %.1f s, %s%n",
        name,
        round.planSeconds(),
        round.measured().took().toMillis() / 1e3,
        round.measured().toString().trim());
    System.out.printf(
        "    %s; %,d awake at most, %,d at the end; heap %.0f MB before, %.0f MB after%n",
        round.asExpected() ? "all are SUCCESS, once each" : "NOT ALL ARE SUCCESS, ONCE EACH",
        round.awakeAtMost(),
        round.stillAwake(),
        round.heapBefore() / MEGABYTE,
        round.heapAfter() / MEGABYTE);
    return round;
  }

  private static void check(int users, DormantRound round) {
    if (!round.asExpected() || round.stillAwake() > 0) {
      throw new IllegalStateException("%,d users: not as it should be, see above".formatted(users));
    }
  }
}
