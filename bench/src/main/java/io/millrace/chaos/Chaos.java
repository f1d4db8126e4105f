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

  /** For so many seconds nothing may have been late. */
  private static final int CALM = 5;

  /** In the place of faults: a trial in which no node may be fenced. */
  private static final String NO_DEATH = "NO_FALSE_DEATH";

  /** Among the faults: more of them in the same time. */
  private static final String BRISK = "BRISK";

  private final ChaosCluster scene;
  private final Random random;
  private final Path began;
  private final ChaosLoad load;
  private final ChaosCallers callers;
  private final TaskStarts starts;
  private final FaultResults results = new FaultResults();
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
    List<String> words =
        Arrays.stream(args).skip(2).map(word -> word.toUpperCase(Locale.ROOT)).toList();
    Path home = Files.createTempDirectory("millrace-chaos");
    ChaosCluster.FaultPace pace =
        words.contains(BRISK) ? ChaosCluster.FaultPace.BRISK : ChaosCluster.FaultPace.USUAL;
    boolean fine = run(home, seed, Duration.ofMinutes(minutes), faults(words), pace);
    System.exit(fine ? 0 : 1);
  }

  private static List<ChaosFault> faults(List<String> words) {
    if (words.contains(NO_DEATH)) {
      return List.of();
    }
    List<ChaosFault> named =
        words.stream().filter(word -> !word.equals(BRISK)).map(ChaosFault::valueOf).toList();
    return named.isEmpty() ? List.of(ChaosFault.values()) : named;
  }

  /**
   * Each fault once, then as they are drawn, until the time is over. Without faults, nobody may die
   * of what looks like one.
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
        ChaosNetwork network = ChaosNetwork.open(SIZE, ChaosNode.NODE_PORT, ChaosNode.REAL_PORT)) {
      Random random = new Random(seed);
      List<String> hosts = IntStream.rangeClosed(1, SIZE).mapToObj(network::host).toList();
      List<ChaosNode> nodes =
          IntStream.rangeClosed(1, SIZE)
              .mapToObj(i -> new ChaosNode(i, hosts, pace.patience(), home, database.url()))
              .toList();
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
    scene.pause(5);
    if (faults.isEmpty()) {
      say("%s", new FalseDeathTrial(scene, random).run((int) duration.toMinutes()));
    } else {
      strikeAll(begin.plus(duration), faults);
    }
    callers.stop();
    load.end(scene.nodes().get(0), begin, CLOCK.instant().truncatedTo(ChronoUnit.SECONDS));
    return report(begin, awaitDone(Duration.ofMinutes(5)));
  }

  private void strikeAll(Instant end, List<ChaosFault> faults) throws Exception {
    for (int i = 0; i < faults.size() || CLOCK.instant().isBefore(end); i++) {
      strike(i < faults.size() ? faults.get(i) : faults.get(random.nextInt(faults.size())));
      if (CLOCK.instant().isBefore(end)) {
        int calm = scene.pace().calm();
        scene.pause(calm + random.nextInt(2 * calm + 1));
      }
    }
  }

  /** A fault shows what it costs only if everything is in time before it. */
  private void awaitCalm() throws Exception {
    for (int second = 0; second < scene.pace().calm() * 3; second++) {
      Instant now = CLOCK.instant();
      if (starts.lateness(now.minusSeconds(CALM), now).compareTo(Duration.ofSeconds(1)) < 0) {
        return;
      }
      ChaosLoad.pause(1_000);
    }
    say("  tasks are late already: the machine is busy, and the times below count that, too");
  }

  private void strike(ChaosFault fault) throws Exception {
    awaitCalm();
    Instant at = CLOCK.instant();
    ChaosCallers.CallCount before = callers.count();
    int fenced = starts.fenced();
    callers.lastWords();
    say("%s %s", at.truncatedTo(ChronoUnit.SECONDS), fault.text());
    fault.strike(scene);
    Instant struck = CLOCK.instant();
    while (starts.firstAfter(at).isEmpty()) {
      scene.mend();
      ChaosLoad.pause(200);
      if (CLOCK.instant().isAfter(at.plusSeconds(300))) {
        throw new IllegalStateException("Nothing was started for five minutes");
      }
    }
    scene.awaitWhole(Duration.ofMinutes(5));
    Instant whole = CLOCK.instant();
    FaultResults.FaultResult result =
        new FaultResults.FaultResult(
            starts.dueWork(at, struck, whole),
            starts.lostAttempts(at, whole),
            starts.longestPause(at, whole),
            starts.lateness(at, whole),
            Duration.between(at, whole),
            callers.count().since(before),
            starts.fenced() - fenced);
    results.add(fault, result);
    List<String> words = callers.lastWords();
    if (fault.isDeploy()) {
      failedInADeploy.addAll(words);
    }
    say(
        "  due work starts after %s; lost attempts end after %s; longest without a start %s;"
            + " lateness at most %s; whole again after %s; fenced %d; %s",
        FaultResults.text(result.dueWork()),
        FaultResults.text(result.lostAttempts()),
        FaultResults.text(result.longestPause()),
        FaultResults.text(result.lateness()),
        FaultResults.text(result.whole()),
        result.fenced(),
        result.calls());
    words.stream().limit(3).forEach(word -> say("    failed: %s", word));
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
    List<String> inVain = new ArrayList<>(results.fencedInVain());
    if (results.size() == 0 && starts.fenced() > 0) {
      inVain.add(starts.fenced() + " nodes were fenced, and none had died");
    }
    findings.add(new Finding("no living node is fenced", results.size(), inVain.size(), inVain));
    findings.forEach(System.out::println);
    results.lines().forEach(line -> say("%s", line));
    say(
        "%d faults in %d s; %s; %s",
        results.size(),
        Duration.between(begin, CLOCK.instant()).toSeconds(),
        callers.count(),
        done ? "all done at the end" : "NOT ALL WAS DONE at the end");
    return done && findings.stream().allMatch(Finding::isFine);
  }

  /** In one piece: others print, too. */
  private static void say(String text, Object... values) {
    System.out.println(text.formatted(values));
  }
}
