package io.millrace.hostile;

import io.millrace.engine.check.Finding;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The attacks on one node, one after the other, while bystanders use it and a probe watches it. */
final class AttackSuite {
  private static final Duration LONGEST_RUN = Duration.ofHours(1);
  private static final int CHANNELS = 64;
  private static final int PER_SECOND = 10;

  private final HostileOptions options;
  private final AttackTarget target;
  private final PrintStream out;
  private final ApiClient admin;
  private final SuiteResources belongings;

  AttackSuite(HostileOptions options, Clock clock, PrintStream out) throws IOException {
    this.options = options;
    this.target = AttackTarget.of(options.url());
    this.out = out;
    this.admin = target.client(options.token());
    String name = "hostile-" + Long.toString(clock.millis(), 36);
    this.belongings = new SuiteResources(admin, name, clock.instant().plus(LONGEST_RUN));
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
    ApiClient.ApiAnswer session = admin.get("/session");
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
        "It makes tokens, a pool, a secret and jobs that are called %s, and deletes them at the"
            + " end.",
        belongings.name());
    say("Its tasks stay in the history. It changes nothing else, and speaks to no other host.");
    say("It will try:");
    for (Attack attack : AttackList.ALL) {
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

  /** The short form is run beside others, who may leave it little of its machine. */
  private Duration patience() {
    return Duration.ofSeconds(options.size().of(60, 5));
  }

  /**
   * @return whether everything held
   */
  boolean run() throws Exception {
    Thread atExit = new Thread(belongings::close, "clean-up");
    Runtime.getRuntime().addShutdownHook(atExit);
    List<AttackReport> reports = new ArrayList<>();
    List<Finding> findings = new ArrayList<>();
    try (belongings;
        HealthProbe probe = new HealthProbe(target, patience());
        Bystanders bystanders = new Bystanders(target, belongings, "fair")) {
      belongings.pool(CHANNELS);
      bystanders.start(options.size().of(2, 4), PER_SECOND, new Random(options.seed()));
      probe.start();
      NodeVitals before = NodeVitals.least(admin, Duration.ofSeconds(options.size().of(2, 10)));
      reports.addAll(
          new AttackRunner(target, admin, belongings, options, probe, report -> say("  %s", report))
              .run());
      NodeVitals after =
          NodeVitals.back(admin, before, Duration.ofSeconds(options.size().of(20, 180)));
      findings.addAll(bystanders.end(admin, Duration.ofSeconds(60)));
      long requests = reports.stream().mapToLong(report -> report.tally().requests()).sum();
      findings.addAll(after.since(before, requests + bystanders.requests().number()));
      say("before: %s; after: %s; bystanders: %s", before, after, bystanders.requests());
    } catch (IOException away) {
      findings.add(new Finding("the node answers to the end", 1, 1, List.of(away.toString())));
    }
    findings.add(cleanUp());
    Runtime.getRuntime().removeShutdownHook(atExit);
    return verdict(reports, findings);
  }

  private Finding cleanUp() {
    List<String> left = new ArrayList<>(belongings.left());
    try {
      long tokens = belongings.tokensLeft();
      if (tokens > 0) {
        left.add(tokens + " tokens called " + belongings.name());
      }
    } catch (IOException away) {
      left.add("tokens called " + belongings.name() + ": " + away);
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
