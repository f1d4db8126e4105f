package io.millrace.hostile;

import io.millrace.engine.check.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * Tries one attack after the other, and watches the node meanwhile.
 *
 * @param said hears of each as soon as it is over
 */
record AttackRunner(
    AttackTarget target,
    ApiClient admin,
    SuiteResources belongings,
    HostileOptions options,
    HealthProbe probe,
    Consumer<AttackReport> said) {

  /** In the short form, attacks that mostly wait run at the same time. */
  List<AttackReport> run() throws Exception {
    List<Attack> all =
        AttackList.ALL.stream()
            .filter(attack -> options.isChosen(attack) && attack.hindrance(options).isEmpty())
            .toList();
    boolean together = options.size() == AttackSize.SHORT;
    List<AttackReport> reports = new ArrayList<>();
    for (Attack attack : all) {
      if (!together || !attack.waits()) {
        reports.add(run(attack));
      }
    }
    if (together) {
      reports.addAll(together(all.stream().filter(Attack::waits).toList()));
    }
    return reports;
  }

  private List<AttackReport> together(List<Attack> attacks) throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      List<Callable<AttackReport>> work = new ArrayList<>();
      attacks.forEach(attack -> work.add(() -> run(attack)));
      List<AttackReport> reports = new ArrayList<>();
      for (Future<AttackReport> report : threads.invokeAll(work)) {
        reports.add(report.get());
      }
      return reports;
    } finally {
      threads.shutdownNow();
    }
  }

  private AttackReport run(Attack attack) throws Exception {
    AttackTally tally = new AttackTally();
    NodeLog log = new NodeLog(options.log());
    Random random = new Random(options.seed() * 31 + attack.name().hashCode());
    List<Finding> findings = new ArrayList<>();
    long began = System.nanoTime();
    try {
      AttackContext arena = new AttackContext(target, admin, belongings, options, tally);
      findings.addAll(attack.run(arena, options.size(), random));
    } catch (Exception broken) {
      findings.add(new Finding("the attack came to its end", 1, 1, List.of(broken.toString())));
    }
    long ended = System.nanoTime();
    findings.addAll(log.findings());
    findings.addAll(probe.findings(began, ended));
    AttackReport report =
        new AttackReport(
            attack.name(), tally, (ended - began) / 1e9, probe.worstAlive(began, ended), findings);
    said.accept(report);
    return report;
  }
}
