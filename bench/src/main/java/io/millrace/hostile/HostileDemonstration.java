package io.millrace.hostile;

import io.millrace.engine.check.Finding;
import io.millrace.engine.database.EmbeddedDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A node of its own with 512 MB of heap, 50 requests a second and 20 workers: a quiet minute, then
 * the whole suite beside them.
 */
final class HostileDemonstration {
  private static final Duration WARM_UP = Duration.ofSeconds(45);
  private static final Duration QUIET = Duration.ofSeconds(60);
  private static final int WORKERS = 20;

  /**
   * G1 collects old garbage only when the heap is about half full. These options make it collect
   * earlier, so the used heap shows what the node keeps.
   */
  private static final List<String> JVM =
      List.of("-Xmx512m", "-XX:-G1UseAdaptiveIHOP", "-XX:InitiatingHeapOccupancyPercent=15");

  private static final int PER_SECOND = 50;

  private final HostileOptions options;
  private final Clock clock;

  HostileDemonstration(HostileOptions options, Clock clock) {
    this.options = options;
    this.clock = clock;
  }

  boolean run() throws Exception {
    Path home = Files.createTempDirectory("millrace-hostile");
    say("hostile: a node with 512 MB of heap and 4,096 files; its log is in %s", home);
    try (EmbeddedDatabase database = EmbeddedDatabase.start(home.resolve("database"));
        AttackedNode node = AttackedNode.start(home, database.url(), "", JVM)) {
      ApiClient admin = node.target().client(AttackedNode.TOKEN);
      try (SuiteResources belongings =
              new SuiteResources(admin, "load", clock.instant().plus(Duration.ofHours(2)));
          Bystanders load = new Bystanders(node.target(), belongings, "usual")) {
        belongings.pool(64);
        load.start(WORKERS, PER_SECOND, new Random(options.seed()));
        return run(node, admin, load);
      }
    }
  }

  private boolean run(AttackedNode node, ApiClient admin, Bystanders load) throws Exception {
    say(
        "%d workers and %d requests a second: %d s to get warm, then a quiet minute",
        WORKERS, PER_SECOND, WARM_UP.toSeconds());
    BoundedWait.millis(WARM_UP.toMillis());
    NodeVitals before = NodeVitals.least(admin, Duration.ofSeconds(10));
    long quiet = System.nanoTime();
    BoundedWait.millis(QUIET.toMillis());
    SuiteProcess suite = SuiteProcess.start(node.arguments(), options);
    long attacked = System.nanoTime();
    boolean held = suite.await();
    long over = System.nanoTime();
    NodeVitals after = NodeVitals.back(admin, before, Duration.ofMinutes(3));
    List<Finding> findings = new ArrayList<>(load.end(admin, Duration.ofMinutes(2)));
    LatencyRecord took = load.requests().latencies();
    say("%n%-14s requests   p50 ms   p99 ms  most ms", "the load");
    say("%-14s %s", "quiet", row(took, quiet, attacked));
    say("%-14s %s", "under attack", row(took, attacked, over));
    for (Map.Entry<String, SuiteProcess.AttackSpan> attack : suite.attacks().entrySet()) {
      say(
          "  %-12s %s",
          attack.getKey(), row(took, attack.getValue().from(), attack.getValue().to()));
    }
    say("with claims: %s", load.requests());
    say("before: %s; after: %s", before, after);
    Checklist checklist = new Checklist();
    checklist.check("the suite held", held, "see above");
    double usual = took.percentile(99, quiet, attacked);
    double then = took.percentile(99, attacked, over);
    checklist.check(
        "p99 at most doubles",
        then <= 2 * usual,
        "%.1f ms, and %.1f ms in the quiet minute".formatted(then, usual));
    findings.addAll(checklist.findings());
    findings.addAll(after.since(before, load.requests().number()));
    findings.forEach(finding -> say("%s", finding));
    boolean fine = findings.stream().allMatch(Finding::isFine);
    say("demonstration: %s", fine ? "ok" : "BROKEN");
    return fine;
  }

  private static String row(LatencyRecord took, long from, long to) {
    return "%,8d %8.1f %8.1f %8.1f"
        .formatted(
            took.number(from, to),
            took.percentile(50, from, to),
            took.percentile(99, from, to),
            took.worst(from, to));
  }

  private static void say(String text, Object... values) {
    System.out.println(text.formatted(values));
  }
}
