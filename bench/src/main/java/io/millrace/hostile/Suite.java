package io.millrace.hostile;

import io.millrace.engine.check.Finding;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The attacks on one node, one after the other, while bystanders use it and a probe watches it. */
final class Suite {
  private static final Duration LONGEST_RUN = Duration.ofHours(1);

  private final HostileOptions options;
  private final Target target;
  private final PrintStream out;
  private final ApiClient admin;
  private final Belongings belongings;
  private final HealthProbe probe;

  Suite(HostileOptions options, Clock clock, PrintStream out) throws IOException {
    this.options = options;
    this.target = Target.of(options.url());
    this.out = out;
    this.admin = target.client(options.token());
    String name = "hostile-" + Long.toString(clock.millis(), 36);
    this.belongings = new Belongings(admin, name, clock.instant().plus(LONGEST_RUN));
    this.probe = new HealthProbe(target);
  }

  /**
   * @throws IllegalArgumentException if the target is not what it must be
   */
  void checkTarget() throws IOException {
    must(
        target.isOnThisMachine() || options.mine(),
        target.base() + " is not on this machine: give --mine if the node is yours to attack");
    must(
        !options.token().isEmpty(),
        "Give the node's admin token: MILLRACE_ADMIN_TOKEN, or --token-file");
    must(
        target.client(null).get("/openapi.yaml").body().contains("title: Millrace"),
        target.base() + " is no node of Millrace: its /openapi.yaml does not say so");
    ApiClient.Answer session = admin.get("/session");
    must(
        session.text("role").equals("admin"),
        "The token is not that of an admin of " + target.base() + ": GET /session says " + session);
  }

  private static void must(boolean right, String words) {
    if (!right) {
      throw new IllegalArgumentException(words);
    }
  }

  /** What will be done, before any of it is. */
  void announce() {
    say("hostile: %s, size %s, seed %d", target.base(), options.size(), options.seed());
    say(
        "It makes tokens, a pool and jobs that are called %s, and deletes them at the end.",
        belongings.name());
    say("It changes nothing else, and speaks to no other host. It will try:");
    for (Attack attack : Attacks.ALL) {
      if (options.isChosen(attack)) {
        String hindrance = attack.hindrance(options);
        say(
            "  %-12s %s%s",
            attack.name(),
            attack.story(),
            hindrance.isEmpty() ? "" : " (not here: " + hindrance + ")");
      }
    }
  }

  /**
   * @return whether everything held
   */
  boolean run() throws Exception {
    Thread atExit = new Thread(belongings::close, "clean-up");
    Runtime.getRuntime().addShutdownHook(atExit);
    List<AttackReport> reports = new ArrayList<>();
    List<Finding> findings = new ArrayList<>();
    Random random = new Random(options.seed());
    try (belongings;
        probe;
        Bystanders bystanders = new Bystanders(target, belongings, "fair")) {
      belongings.pool(64);
      bystanders.start(options.size().of(2, 4), 10, random);
      probe.start();
      Vitals before = Vitals.least(admin, Duration.ofSeconds(options.size().of(2, 10)));
      reports.addAll(attack());
      Vitals after = Vitals.back(admin, before, Duration.ofSeconds(options.size().of(20, 180)));
      findings.addAll(bystanders.end(admin, Duration.ofSeconds(60)));
      findings.addAll(vitals(before, after));
      say("before: %s; after: %s; bystanders: %s", before, after, summary(bystanders));
    }
    findings.add(cleanUp());
    Runtime.getRuntime().removeShutdownHook(atExit);
    return verdict(reports, findings);
  }

  /** In the short form, those that mostly wait do so at the same time. */
  private List<AttackReport> attack() throws Exception {
    List<Attack> all =
        Attacks.ALL.stream()
            .filter(attack -> options.isChosen(attack) && attack.hindrance(options).isEmpty())
            .toList();
    List<AttackReport> reports = new ArrayList<>();
    for (Attack attack : all) {
      if (options.size() == Size.FULL || !attack.waits()) {
        reports.add(report(attack));
      }
    }
    if (options.size() == Size.SHORT) {
      List<Attack> waiting = all.stream().filter(Attack::waits).toList();
      ExecutorService threads = Executors.newCachedThreadPool();
      try {
        List<Callable<AttackReport>> work = new ArrayList<>();
        waiting.forEach(attack -> work.add(() -> report(attack)));
        for (Future<AttackReport> report : threads.invokeAll(work)) {
          reports.add(report.get());
        }
      } finally {
        threads.shutdownNow();
      }
    }
    return reports;
  }

  private AttackReport report(Attack attack) throws Exception {
    Tally tally = new Tally();
    NodeLog log = new NodeLog(options.log());
    Random random = new Random(options.seed() * 31 + attack.name().hashCode());
    long began = System.nanoTime();
    List<Finding> findings = new ArrayList<>();
    try {
      Arena arena = new Arena(target, admin, belongings, options, tally);
      findings.addAll(attack.run(arena, options.size(), random));
    } catch (IOException broken) {
      findings.add(new Finding("the attack came to its end", 1, 1, List.of(broken.toString())));
    }
    long ended = System.nanoTime();
    findings.addAll(log.findings());
    findings.addAll(probe.findings(began, ended));
    AttackReport report =
        new AttackReport(
            attack.name(), tally, (ended - began) / 1e9, probe.worstAlive(began, ended), findings);
    say("  %s", report);
    return report;
  }

  private static List<Finding> vitals(Vitals before, Vitals after) {
    Checklist checklist = new Checklist();
    checklist.check(
        "heap, files and threads are as before",
        after.isBackAt(before),
        before + " before, " + after + " after");
    checklist.check(
        "no request of anybody was a 500",
        after.errors() <= before.errors(),
        "%.0f more".formatted(after.errors() - before.errors()));
    return checklist.findings();
  }

  private static String summary(Bystanders bystanders) {
    FairRequests requests = bystanders.requests();
    return "%,d requests, %,d repeated, %,d failed"
        .formatted(requests.number(), requests.repeated(), requests.failed());
  }

  private Finding cleanUp() throws IOException {
    List<String> left = new ArrayList<>(belongings.left());
    if (belongings.tokensLeft() > 0) {
      left.add(belongings.tokensLeft() + " tokens called " + belongings.name());
    }
    return new Finding("what was made is deleted", 1, left.size(), left);
  }

  private boolean verdict(List<AttackReport> reports, List<Finding> findings) {
    say("%n%s", AttackReport.HEADER);
    reports.forEach(report -> say("%s", report));
    reports.forEach(report -> report.tally().notes().forEach(note -> say("note: %s", note)));
    say("");
    findings.forEach(finding -> say("%s", finding));
    for (AttackReport report : reports) {
      report.findings().stream()
          .filter(finding -> !finding.isFine())
          .forEach(finding -> say("%s: %s", report.attack(), finding));
    }
    boolean fine =
        reports.stream().allMatch(AttackReport::isFine)
            && findings.stream().allMatch(Finding::isFine);
    say("verdict: %s", fine ? "ok" : "BROKEN");
    return fine;
  }

  /** In one piece: others print, too. */
  private void say(String text, Object... values) {
    out.println(text.formatted(values));
  }
}
