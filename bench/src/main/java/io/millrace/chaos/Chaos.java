package io.millrace.chaos;

import io.millrace.engine.check.Finding;
import io.millrace.engine.database.EmbeddedDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * {@code ./sbt "chaos [MINUTES [SEED [FAULT...]]]"}: three real nodes under load; faults, drawn by
 * the seed, one after the other; then everything that was stored is checked.
 */
public final class Chaos {
  private static final int SIZE = 3;
  private static final Clock CLOCK = Clock.systemUTC();

  private final ChaosCluster scene;
  private final Random random;
  private final Path began;
  private final ChaosLoad load;
  private final ChaosCallers callers;
  private final TaskStarts starts;
  private final List<Duration> untilNewStart = new ArrayList<>();
  private final List<Duration> pauses = new ArrayList<>();
  private final List<String> failedInADeploy = new ArrayList<>();

  private Chaos(ChaosCluster scene, Random random, Path home) throws Exception {
    this.scene = scene;
    this.random = random;
    this.began = Files.createFile(home.resolve("began"));
    this.load = new ChaosLoad(began);
    this.callers = new ChaosCallers(scene.nodes());
    this.starts = new TaskStarts(scene.database().url());
  }

  public static void main(String[] args) throws Exception {
    int minutes = args.length > 0 ? Integer.parseInt(args[0]) : 20;
    long seed = args.length > 1 ? Long.parseLong(args[1]) : CLOCK.millis();
    List<ChaosFault> faults =
        args.length > 2
            ? Arrays.stream(args)
                .skip(2)
                .map(f -> ChaosFault.valueOf(f.toUpperCase(Locale.ROOT)))
                .toList()
            : List.of(ChaosFault.values());
    Path home = Files.createTempDirectory("millrace-chaos");
    boolean fine =
        run(home, seed, Duration.ofMinutes(minutes), faults, ChaosCluster.FaultPace.USUAL);
    System.exit(fine ? 0 : 1);
  }

  /**
   * Each fault once, then as they are drawn, until the time is over.
   *
   * @return whether every rule held
   */
  static boolean run(
      Path home, long seed, Duration duration, List<ChaosFault> faults, ChaosCluster.FaultPace pace)
      throws Exception {
    say("chaos: %s, seed %d, faults %s", duration, seed, faults);
    say("chaos: logs in %s", home);
    boolean fine;
    try (EmbeddedDatabase database = EmbeddedDatabase.start(home.resolve("database"));
        ChaosNetwork network = new ChaosNetwork()) {
      Random random = new Random(seed);
      List<ChaosNode> nodes =
          IntStream.rangeClosed(1, SIZE)
              .mapToObj(i -> new ChaosNode(i, SIZE, pace.patience(), home, database.url()))
              .toList();
      for (ChaosNode node : nodes) {
        network.serve(node.number(), ChaosNode.NODE_PORT, ChaosNode.REAL_PORT);
      }
      try {
        ChaosCluster scene = new ChaosCluster(nodes, network, database, random, pace);
        fine = new Chaos(scene, random, home).run(duration, faults);
      } finally {
        for (ChaosNode node : nodes) {
          node.kill();
        }
      }
    }
    say("chaos: seed %d: %s", seed, fine ? "ok" : "BROKEN");
    return fine;
  }

  private boolean run(Duration duration, List<ChaosFault> faults) throws Exception {
    for (ChaosNode node : scene.nodes()) {
      node.start();
      ChaosLoad.pause(1_000);
    }
    scene.awaitWhole(Duration.ofMinutes(3));
    Instant begin = CLOCK.instant().truncatedTo(ChronoUnit.SECONDS);
    load.define(scene.nodes().get(0), begin);
    callers.start(random);
    Instant end = begin.plus(duration);
    scene.pause(5);
    for (int i = 0; i < faults.size() || CLOCK.instant().isBefore(end); i++) {
      strike(i < faults.size() ? faults.get(i) : faults.get(random.nextInt(faults.size())));
      if (CLOCK.instant().isBefore(end)) {
        int calm = scene.pace().calm();
        scene.pause(calm + random.nextInt(2 * calm + 1));
      }
    }
    callers.stop();
    load.end(scene.nodes().get(0), begin, CLOCK.instant().truncatedTo(ChronoUnit.SECONDS));
    return report(begin, awaitDone(Duration.ofMinutes(5)));
  }

  private void strike(ChaosFault fault) throws Exception {
    Instant at = CLOCK.instant();
    ChaosCallers.CallCount before = callers.count();
    callers.lastWords();
    say("%s %s", at.truncatedTo(ChronoUnit.SECONDS), fault.text());
    fault.strike(scene);
    while (starts.firstAfter(at).isEmpty()) {
      scene.mend();
      ChaosLoad.pause(200);
      if (CLOCK.instant().isAfter(at.plusSeconds(300))) {
        throw new IllegalStateException("Nothing was started for five minutes");
      }
    }
    Duration until = Duration.between(at, starts.firstAfter(at).orElseThrow());
    untilNewStart.add(until);
    scene.awaitWhole(Duration.ofMinutes(5));
    Instant whole = CLOCK.instant();
    Duration pause = starts.longestPause(at, whole);
    pauses.add(pause);
    ChaosCallers.CallCount count = callers.count().since(before);
    if (fault.isDeploy() && count.failed() > 0) {
      failedInADeploy.addAll(callers.lastWords());
    }
    say(
        "  first new start after %s; whole again after %s; longest without a start %s; lateness at"
            + " most %s; %s",
        seconds(until),
        seconds(Duration.between(at, whole)),
        seconds(pause),
        seconds(starts.lateness(at, whole)),
        count);
  }

  private boolean awaitDone(Duration most) throws Exception {
    for (long second = 0; second < most.toSeconds(); second++) {
      scene.mend();
      if (starts.isAllDone()) {
        return true;
      }
      ChaosLoad.pause(1_000);
    }
    return false;
  }

  private boolean report(Instant begin, boolean done) throws Exception {
    List<Finding> findings =
        new ArrayList<>(
            new ChaosVerdict(scene.database().url(), callers.acknowledged(), began)
                .findings(CLOCK.instant()));
    findings.add(
        new Finding(
            "in a deploy, no request failed twice",
            callers.count().calls(),
            failedInADeploy.size(),
            failedInADeploy.subList(0, Math.min(6, failedInADeploy.size()))));
    findings.forEach(System.out::println);
    say(
        "%d faults in %d s; until the first new start: %s; longest without a start: %s; %s; %s",
        pauses.size(),
        Duration.between(begin, CLOCK.instant()).toSeconds(),
        spread(untilNewStart),
        spread(pauses),
        callers.count(),
        done ? "all done at the end" : "NOT ALL WAS DONE at the end");
    return done && findings.stream().allMatch(Finding::isFine);
  }

  /** In one piece: others print, too. */
  private static void say(String text, Object... values) {
    System.out.println(text.formatted(values));
  }

  private static String spread(List<Duration> durations) {
    List<Duration> sorted = durations.stream().sorted().toList();
    return "p50 %s, max %s"
        .formatted(seconds(sorted.get(sorted.size() / 2)), seconds(sorted.get(sorted.size() - 1)));
  }

  private static String seconds(Duration duration) {
    return "%.1f s".formatted(duration.toMillis() / 1000.0);
  }
}
