package io.millrace.engine.simulate;

import static io.millrace.engine.simulate.SimulationKit.DAY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.millrace.engine.flow.PoolConfig;
import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.YamlDocument;
import io.millrace.engine.job.JobDocument;
import io.millrace.engine.job.JobReader;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.policy.PolicyReader;
import io.millrace.engine.simulate.BackTest.Difference;
import io.millrace.engine.simulate.BackTest.DifferenceKind;
import io.millrace.engine.simulate.Outage.OutageKind;
import io.millrace.engine.task.RunSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SimulatorTest {
  private static final Policy PLAN_ONLY = Policy.of(null, Duration.ofMinutes(10));

  private static Policy policy(String yaml) {
    FieldErrors errors = new FieldErrors();
    Policy policy = PolicyReader.read(InputNode.root(YamlDocument.read(yaml, errors), errors));
    errors.throwIfAny();
    return policy;
  }

  private static RunProfile failing(double part) {
    return new RunProfile(List.of(1_000L), List.of(500L), part, 0);
  }

  private static RunProfiles profiles(RunProfile all) {
    return new RunProfiles(Map.of(), all, 100);
  }

  @Test
  void aDayOfThePlanStartsEveryUserSiteOnceAndEvenly() {
    SimulationResult day = new SimulationKit().client("a", 1_001, 1).site("bank", PLAN_ONLY).run();
    assertThat(day.started()).isEqualTo(1_001);
    assertThat(Arrays.stream(day.minutes().started()).max()).hasValue(1);
    assertThat(day.minutes().started()[59]).isZero();
    assertThat(day.reasons().ends()).isEqualTo(Map.of("success", 1_001L));
  }

  @Test
  void theSameSeedGivesTheSameDayAndAnotherOneDoesNot() {
    SimulationKit kit = new SimulationKit().client("a", 500, 2).site("bank", PLAN_ONLY);
    kit.profiles = profiles(failing(0.5));
    SimulationResult first = kit.run();
    assertThat(kit.run().reasons()).isEqualTo(first.reasons());
    kit.seed = 2;
    assertThat(kit.run().reasons()).isNotEqualTo(first.reasons());
  }

  @Test
  void retriesFollowTheDelaysOfThePolicy() {
    SimulationKit kit =
        new SimulationKit()
            .client("a", 10, 1)
            .site("bank", policy("{timeout: 10m, retry: {delays: [0s, 5m]}}"));
    kit.profiles = profiles(failing(1));
    SimulationResult day = kit.run();
    assertThat(day.started()).isEqualTo(30);
    assertThat(day.reasons().ends()).isEqualTo(Map.of("failure", 30L));
    assertThat(day.minutes().planned()[60]).isEqualTo(1);
    assertThat(day.minutes().started()[60]).isEqualTo(2); // the first retry has no delay
    assertThat(day.minutes().started()[65]).isEqualTo(1);
  }

  @Test
  void aRunThatTakesTooLongEndsAtItsDeadline() {
    SimulationKit kit =
        new SimulationKit()
            .collection("feed", "slow", policy("{schedule: '0 0 6 * * ?', timeout: 1m}"));
    kit.profiles = profiles(RunProfile.ofMillis(120_000));
    assertThat(kit.run().reasons().ends()).isEqualTo(Map.of("timeout", 1L));
  }

  @Test
  void aScheduleFiresFromTheFirstMomentOn() {
    SimulationResult day =
        new SimulationKit().collection("feed", "hourly", policy("{schedule: every 1h}")).run();
    assertThat(day.started()).isEqualTo(24);
    assertThat(day.minutes().started()[0]).isEqualTo(1);
  }

  @Test
  void tasksWaitForChannels() {
    SimulationKit kit = new SimulationKit().client("a", 1, 1);
    for (int site = 0; site < 5; site++) {
      kit.site("bank" + site, PLAN_ONLY);
    }
    kit.channels = 1;
    kit.profiles = profiles(RunProfile.ofMillis(60_000));
    SimulationResult day = kit.run();
    WaitingTimes waited = day.pools().get(0).waiting().get("DEFAULT");
    assertThat(waited.count()).isEqualTo(5);
    assertThat(waited.max()).isEqualTo(240_000);
    assertThat(waited.percentile(0.5)).isBetween(118_000L, 122_000L);
    assertThat(day.late()).isEqualTo(3);
    assertThat(day.pools().get(0).running()[61]).isEqualTo(1);
    assertThat(day.minutes().waiting()[60]).isEqualTo(4);
    kit.pools.put("default", PoolConfig.ofChannels(5).withEnabled(false));
    assertThat(kit.run().started()).as("paused").isZero();
  }

  @Test
  void stepsFollowTheirTriggers() {
    String job =
        """
        {"id": "0a6f0000-0000-4000-8000-000000000001", "project": "reports", "name": "daily",
         "triggers": [{"name": "often", "start": "2026-01-01T00:00:00Z", "period": "1h",
           "offset": "5m"}],
         "steps": [
           {"name": "extract", "depends": ["trigger/often"], "run": {"noop": {}}},
           {"name": "load", "depends": ["step/extract"], "run": {"noop": {}}}]}
        """;
    SimulationKit kit = new SimulationKit();
    JobReader reader = new JobReader(RunSpec.RunValidator.ACCEPTED);
    kit.jobs.add(
        JobReader.preview(
                reader.read(new JobDocument(job, "application/json")), false, DAY.minusSeconds(1))
            .withNumber(1));
    SimulationResult day = kit.run();
    assertThat(day.started()).isEqualTo(48);
    assertThat(day.minutes().jobs()[5]).isEqualTo(2);
    assertThat(day.figures().sources().get("reports.daily").runs()).isEqualTo(48);
  }

  @Test
  void whatIsDownFailsAndIsCaughtUp() {
    SimulationKit kit =
        new SimulationKit().client("a", 1_380, 1).site("bank", policy("{retry: {delays: [30m]}}"));
    kit.outages.add(
        new Outage(
            OutageKind.SITE,
            "bank",
            DAY.plus(Duration.ofHours(6)),
            DAY.plus(Duration.ofMinutes(390))));
    SimulationResult day = kit.run();
    assertThat(day.reasons().ends()).isEqualTo(Map.of("success", 1_380L, "failure", 30L));
    CatchUpBurst burst = day.bursts().get(0);
    assertThat(burst.usual()).isEqualTo(1);
    assertThat(burst.peak()).isEqualTo(2);
    assertThat(burst.recoveredAt()).isEqualTo(DAY.plus(Duration.ofMinutes(390)));
  }

  @Test
  void withoutAnyNodeTheMinutesAreCaughtUpWithinTheirWindow() {
    SimulationKit kit = new SimulationKit().client("a", 1_380, 1).site("bank", PLAN_ONLY);
    kit.nodes.put("one", 16);
    kit.outages.add(
        new Outage(
            OutageKind.NODE,
            Outage.ALL_NODES,
            DAY.plus(Duration.ofHours(6)),
            DAY.plus(Duration.ofHours(8))));
    SimulationResult day = kit.run();
    assertThat(day.totals().missedMinutes()).isEqualTo(60);
    assertThat(day.started()).isEqualTo(1_320);
    assertThat(day.minutes().startedBetween(360, 480)).isZero();
    assertThat(day.bursts().get(0).peak()).isGreaterThan(50);
  }

  @Test
  void theAttemptsOfALostNodeEndAndAreRetried() {
    SimulationKit kit =
        new SimulationKit()
            .collection(
                "feed",
                "c",
                policy("{schedule: '0 0 6 * * ?', timeout: 1h, retry: {delays: [1m]}}"));
    kit.profiles = profiles(RunProfile.ofMillis(600_000));
    kit.nodes.put("one", 1);
    kit.outages.add(
        new Outage(
            OutageKind.NODE,
            "one",
            DAY.plus(Duration.ofMinutes(365)),
            DAY.plus(Duration.ofMinutes(380))));
    SimulationResult day = kit.run();
    assertThat(day.reasons().ends()).isEqualTo(Map.of("timeout", 1L, "success", 1L));
    assertThat(day.minutes().started()[380]).isEqualTo(1);
  }

  @Test
  void aNodeThatWasDownBeforeLosesNothing() {
    SimulationKit kit =
        new SimulationKit().collection("feed", "c", policy("{schedule: every 1h, timeout: 1h}"));
    kit.profiles = profiles(RunProfile.ofMillis(600_000));
    kit.nodes.put("one", 1);
    Instant hourBefore = DAY.minus(Duration.ofHours(1));
    kit.outages.add(new Outage(OutageKind.NODE, "one", hourBefore.minusSeconds(60), hourBefore));
    kit.resume(0, "one", DAY.minusSeconds(60));
    assertThat(kit.run().reasons().ends()).isEqualTo(Map.of("success", 24L));
  }

  @Test
  void dataThatIsOlderThanPromisedIsCountedByClientAndSite() {
    SimulationKit kit =
        new SimulationKit().client("a", 10, 1).client("b", 10, 4).site("bank", PLAN_ONLY);
    kit.fresh = Duration.ofHours(12);
    SimulationResult day = kit.run();
    assertThat(day.freshness().clients())
        .extracting(MissedFreshness::name, MissedFreshness::promised)
        .containsExactly(tuple("a", 10L), tuple("b", 10L));
    assertThat(day.freshness().clients().get(0).missed()).isEqualTo(10);
    assertThat(day.freshness().clients().get(1).missed()).isZero();
    assertThat(day.freshness().sites().get(0).missed()).isEqualTo(10);
  }

  @Test
  void aListenerCanStopIt() {
    SimulationKit kit = new SimulationKit().client("a", 5_000, 4).site("bank", PLAN_ONLY);
    SimulationListener stop =
        new SimulationListener() {
          @Override
          public boolean progress(double part) {
            return part < 0.5;
          }
        };
    assertThat(Simulator.run(kit.world(), stop)).isEqualTo(Optional.empty());
  }

  private static SimulationKit usual() {
    SimulationKit kit = new SimulationKit().client("a", 3_000, 2).client("b", 2_000, 1);
    kit.site("fast", PLAN_ONLY).site("slow", PLAN_ONLY);
    kit.nodes.put("one", 16);
    kit.nodes.put("two", 16);
    kit.channels = 24;
    RunProfile varied =
        new RunProfile(List.of(500L, 1_000L, 2_000L, 10_000L), List.of(700L), 0.05, 0);
    kit.profiles = new RunProfiles(Map.of("fast", varied, "slow", varied), varied, 1_000);
    return kit;
  }

  private static BackTest compare(SimulationKit expected, SimulationKit actual) {
    return BackTest.of(expected.run().figures(), actual.run().figures());
  }

  @Test
  void aBackTestOfAnotherSeedIsNearlyRight() {
    SimulationKit other = usual();
    other.seed = 77;
    BackTest test = compare(usual(), other);
    assertThat(test.total()).isBetween(-0.05, 0.05);
    assertThat(test.perMinute()).isLessThan(0.05);
    assertThat(test.differences()).isEmpty();
  }

  @Test
  void aSiteThatIsTwiceAsSlowIsDetected() {
    SimulationKit slower = usual();
    slower.profiles = slower.profiles.withSlower("slow", 2);
    assertThat(compare(usual(), slower).differences())
        .singleElement()
        .matches(it -> it.kind() == DifferenceKind.SLOWER && it.name().equals("slow"));
  }

  @Test
  void aLostNodeIsDetected() {
    SimulationKit lost = usual();
    lost.outages.add(
        new Outage(
            OutageKind.NODE, "two", DAY.plus(Duration.ofHours(9)), DAY.plus(Duration.ofHours(12))));
    assertThat(compare(usual(), lost).differences())
        .extracting(Difference::kind, Difference::name)
        .containsExactly(tuple(DifferenceKind.NODE_LOST, "two"));
  }

  @Test
  void aDoubledClientIsDetected() {
    SimulationKit doubled = new SimulationKit().client("a", 6_000, 2).client("b", 2_000, 1);
    doubled.site("fast", PLAN_ONLY).site("slow", PLAN_ONLY);
    doubled.nodes.putAll(usual().nodes);
    doubled.channels = 24;
    doubled.profiles = usual().profiles;
    BackTest test = compare(usual(), doubled);
    assertThat(test.differences())
        .extracting(Difference::kind, Difference::name)
        .containsExactly(tuple(DifferenceKind.GROWN, "a"));
    assertThat(test.total()).isLessThan(-0.3);
  }
}
