package io.millrace.bench;

import io.millrace.engine.check.Finding;
import io.millrace.engine.database.DatabaseUrl;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Busy days one after the other, what is there after each hour, and whether every rule held. */
final class BusyDayBench {
  private static final Path CURVE = Path.of("docs", "performance", "busy-day.svg");

  private final DatabaseUrl database;
  private final Path dataDir;

  BusyDayBench(DatabaseUrl database, Path dataDir) {
    this.database = database;
    this.dataDir = dataDir;
  }

  void run(long seed, int days, int users) throws Exception {
    System.out.printf(
        Locale.ROOT,
        "%d busy days of %,d user-sites, %d refreshes a day each, and jobs, feeds and people"
            + " beside them; all of it is kept for a day; seed %d%n%n",
        days,
        users,
        BusyDayLoad.REFRESHES_PER_DAY,
        seed);
    long began = System.nanoTime();
    boolean fine;
    try (BenchSchema schema = new BenchSchema(database)) {
      BusyDay day = new BusyDay(schema, dataDir);
      List<BusyDaySample> samples = day.run(seed, days, users);
      fine = days < 2 || BusyDayTable.growth(samples);
      fine &= say(day, samples, Duration.ofNanos(System.nanoTime() - began));
      Files.createDirectories(CURVE.getParent());
      Files.writeString(CURVE, BusyDayChart.of(samples));
      System.out.println("the curve is in " + CURVE);
    }
    System.out.printf("verdict: %s (seed %d)%n", fine ? "ok" : "BROKEN", seed);
    if (!fine) {
      throw new IllegalStateException("not as it should be, see above");
    }
  }

  private static boolean say(BusyDay day, List<BusyDaySample> samples, Duration took)
      throws Exception {
    long done = samples.stream().mapToLong(sample -> sample.work().ended()).sum();
    long missed = samples.get(samples.size() - 1).work().missed();
    System.out.printf(
        Locale.ROOT,
        "%n%,d tasks have ended, %,d of them failed, %,d requests came through the API, %,d minutes"
            + " or fires were missed; %d h took %d s%n%n",
        done,
        samples.stream().mapToLong(sample -> sample.work().failed()).sum(),
        day.requests(),
        missed,
        samples.size(),
        took.toSeconds());
    List<Finding> findings = day.check();
    findings.forEach(System.out::println);
    return missed == 0 && findings.stream().allMatch(Finding::isFine);
  }
}
