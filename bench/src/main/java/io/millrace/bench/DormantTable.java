package io.millrace.bench;

import io.millrace.bench.DormantBench.DormantResult;
import io.millrace.bench.DormantUsers.DormantRound;
import java.util.List;

/** What was measured, one line for each number of users, and how it grows. */
final class DormantTable {
  private static final double MEGABYTE = 1 << 20;
  private static final int MINUTES = 1_380;

  private DormantTable() {}

  static void print(List<DormantResult> results) {
    System.out.printf(
        "%n%10s %8s %6s | %-59s | %s%n",
        "", "import", "plan", "first round: never refreshed before", "second round: has a state");
    String columns =
        "%8s %7s %8s %5s %7s %11s %7s"
            .formatted("per s", "ms/min", "commits", "rows", "WAL", "heap MB", "awake");
    System.out.printf("%10s %8s %6s | %s | %s%n", "users", "lines/s", "s", columns, columns);
    for (DormantResult result : results) {
      System.out.printf(
          "%,10d %,8.0f %6.1f | %s | %s%n",
          result.users(),
          result.importRate(),
          result.first().planSeconds(),
          columns(result.first()),
          columns(result.second()));
    }
    System.out.printf(
        """
commits, rows written and bytes of WAL: per refresh; heap: before, and when all sleep again
ms/min: per minute of the plan; they run one after the other, so that with few users a minute
this is what is measured, and the rate grows with the users
""");
    DormantResult most = results.get(results.size() - 1);
    for (DormantResult less : results.subList(0, results.size() - 1)) {
      System.out.printf(
          "rate at %,d to rate at %,d: first round %.2f, second round %.2f%n",
          most.users(),
          less.users(),
          most.first().measured().rate() / less.first().measured().rate(),
          most.second().measured().rate() / less.second().measured().rate());
    }
  }

  private static String columns(DormantRound round) {
    DrainCost measured = round.measured();
    double tasks = measured.tasks();
    return "%,8.0f %7.1f %8.3f %5.2f %,7.0f %11s %,7d"
        .formatted(
            measured.rate(),
            (double) measured.took().toMillis() / MINUTES,
            measured.spent().commits() / tasks,
            measured.spent().rows() / tasks,
            measured.spent().walBytes() / tasks,
            "%.1f %.1f".formatted(round.heapBefore() / MEGABYTE, round.heapAfter() / MEGABYTE),
            round.awakeAtMost());
  }
}
