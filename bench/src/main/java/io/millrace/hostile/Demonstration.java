package io.millrace.hostile;

import io.millrace.engine.check.Finding;
import io.millrace.engine.store.EmbeddedDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * A node of its own with 512 MB of heap, 50 requests a second and 20 workers: a quiet minute, then
 * the whole suite beside them, in a process of its own that gives way to all others.
 */
final class Demonstration {
  private static final Duration WARM_UP = Duration.ofSeconds(30);
  private static final Duration QUIET = Duration.ofSeconds(60);
  private static final int WORKERS = 20;
  private static final int PER_SECOND = 50;
  private static final int LONGEST_MINUTES = 20;

  private final HostileOptions options;
  private final Clock clock;

  Demonstration(HostileOptions options, Clock clock) {
    this.options = options;
    this.clock = clock;
  }

  boolean run() throws Exception {
    Path home = Files.createTempDirectory("millrace-hostile");
    say("hostile: a node with 512 MB of heap and 4,096 files; its log is in %s", home);
    try (EmbeddedDatabase database = EmbeddedDatabase.start(home.resolve("database"));
        OwnNode node = OwnNode.start(home, database.url(), "", List.of("-Xmx512m"))) {
      ApiClient admin = node.target().client(OwnNode.TOKEN);
      try (Belongings belongings =
              new Belongings(admin, "load", clock.instant().plus(Duration.ofHours(2)));
          Bystanders load = new Bystanders(node.target(), belongings, "usual")) {
        belongings.pool(64);
        load.start(WORKERS, PER_SECOND, new Random(options.seed()));
        return run(node, admin, load);
      }
    }
  }

  private boolean run(OwnNode node, ApiClient admin, Bystanders load) throws Exception {
    say(
        "%d workers and %d requests a second: %d s to get warm, then a quiet minute",
        WORKERS, PER_SECOND, WARM_UP.toSeconds());
    Pause.millis(WARM_UP.toMillis());
    long quiet = System.nanoTime();
    Vitals before = Vitals.least(admin, QUIET);
    long attacked = System.nanoTime();
    boolean held = attack(node);
    long over = System.nanoTime();
    Vitals after = Vitals.back(admin, before, Duration.ofMinutes(3));
    List<Finding> findings = new ArrayList<>(load.end(admin, Duration.ofMinutes(2)));
    LatencyRecord took = load.requests().latencies();
    double p99 = took.percentile(99, quiet, attacked);
    double p99Then = took.percentile(99, attacked, over);
    say("%n                 requests   p50 ms   p99 ms  most ms");
    say("quiet            %s", row(took, quiet, attacked));
    say("under attack     %s", row(took, attacked, over));
    say(
        "%,d requests with claims, %,d repeated, %,d failed",
        load.requests().number(), load.requests().repeated(), load.requests().failed());
    say("before: %s; after: %s", before, after);
    Checklist checklist = new Checklist();
    checklist.check("the suite held", held, "see above");
    checklist.check(
        "p99 at most doubles",
        p99Then <= 2 * p99,
        "%.1f ms, %.1f ms before".formatted(p99Then, p99));
    checklist.check(
        "heap, files and threads are as before",
        after.isBackAt(before),
        before + " before, " + after + " after");
    findings.addAll(checklist.findings());
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

  /** The same program once more, against that node. */
  private boolean attack(OwnNode node) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                "nice",
                "-n",
                "10",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx768m",
                "-XX:TieredStopAtLevel=1", // it hardly works itself
                "-cp",
                System.getProperty("java.class.path"),
                Hostile.class.getName()));
    command.addAll(node.arguments());
    options.given().forEach((option, value) -> command.addAll(List.of(option, value)));
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    builder.environment().put("MILLRACE_ADMIN_TOKEN", OwnNode.TOKEN);
    Process suite = builder.start();
    Thread atExit = new Thread(suite::destroy, "end-the-suite");
    Runtime.getRuntime().addShutdownHook(atExit);
    try {
      if (!suite.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES)) {
        suite.destroy();
        return false;
      }
      return suite.exitValue() == 0;
    } finally {
      suite.destroy();
      Runtime.getRuntime().removeShutdownHook(atExit);
    }
  }

  private static void say(String text, Object... values) {
    System.out.println(text.formatted(values));
  }
}
