package io.millrace.bench;

import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/**
 * What was found, hour by hour, and whether the last day has more of anything than the one before.
 */
final class BusyDayTable {
  private static final double MEGABYTE = 1 << 20;
  private static final int DAY = 24;

  /** What varies by itself: a table that grows by less is as large as it was. */
  private static final double ROOM = 1.15;

  private static final long FEW_ROWS = 100;

  private BusyDayTable() {}

  static void head() {
    System.out.printf(
        "%5s %9s %8s %9s %9s %8s %7s %8s %8s %8s %7s %7s %7s %7s %6s%n",
        "hour",
        "journal",
        "states",
        "task",
        "task_log",
        "token",
        "due",
        "database",
        "dead",
        "heap",
        "awake",
        "awake",
        "tasks",
        "failed",
        "late");
    System.out.printf(
        "%5s %9s %8s %9s %9s %8s %7s %8s %8s %8s %7s %7s %7s %7s %6s%n",
        "", "rows", "rows", "rows", "rows", "rows", "rows", "MB", "rows", "MB", "sites", "tokens",
        "in 1 h", "in 1 h", "s");
  }

  static void line(int hour, BusyDaySample found) {
    System.out.printf(
        Locale.ROOT,
        "%5d %,9d %,8d %,9d %,9d %,8d %,7d %8.1f %,8d %8.1f %,7d %,7d %,7d %,7d %6d%n",
        hour,
        found.rows("event_journal"),
        found.rows("owner_state"),
        found.rows("task"),
        found.rows("task_log"),
        found.rows("token"),
        found.rows("due"),
        found.bytes() / MEGABYTE,
        found.dead(),
        found.heap() / MEGABYTE,
        found.awake().userSites(),
        found.awake().tokens(),
        found.work().ended(),
        found.work().failed(),
        found.work().lateSeconds());
  }

  /** Every table at its largest on the last day and on the one before it; true if none grows. */
  static boolean growth(List<BusyDaySample> samples) {
    List<BusyDaySample> last = samples.subList(samples.size() - DAY, samples.size());
    List<BusyDaySample> before = samples.subList(samples.size() - 2 * DAY, samples.size() - DAY);
    System.out.printf(
        "%n%-20s %12s %12s %10s %10s%n",
        "at most", "rows, day " + (samples.size() / DAY - 1), "the last day", "MB", "the last");
    boolean flat = true;
    for (String table : new TreeSet<>(samples.get(0).tables().keySet())) {
      long rows = most(before, table);
      long now = most(last, table);
      boolean grows = now > rows * ROOM + FEW_ROWS;
      flat &= !grows;
      if (rows + now > 0) {
        System.out.printf(
            Locale.ROOT,
            "%-20s %,12d %,12d %10.1f %10.1f%s%n",
            table,
            rows,
            now,
            mostBytes(before, table),
            mostBytes(last, table),
            grows ? "  GROWS" : "");
      }
    }
    double heap = before.stream().mapToLong(BusyDaySample::heap).max().orElseThrow() / MEGABYTE;
    double heapNow = last.stream().mapToLong(BusyDaySample::heap).max().orElseThrow() / MEGABYTE;
    boolean grows = heapNow > heap * ROOM + 5;
    System.out.printf(
        Locale.ROOT,
        "%-20s %25s %10.1f %10.1f%s%n",
        "heap",
        "",
        heap,
        heapNow,
        grows ? "  GROWS" : "");
    return flat && !grows;
  }

  private static long most(List<BusyDaySample> samples, String table) {
    return samples.stream().mapToLong(found -> found.rows(table)).max().orElseThrow();
  }

  private static double mostBytes(List<BusyDaySample> samples, String table) {
    return samples.stream().mapToLong(found -> found.bytes(table)).max().orElseThrow() / MEGABYTE;
  }
}
