package io.millrace.engine.trigger;

import static io.millrace.engine.trigger.TriggerExamples.daily;
import static io.millrace.engine.trigger.TriggerExamples.day;
import static io.millrace.engine.trigger.TriggerExamples.days;
import static io.millrace.engine.trigger.TriggerExamples.every;
import static io.millrace.engine.trigger.TriggerExamples.named;
import static io.millrace.engine.trigger.TriggerExamples.with;
import static io.millrace.engine.trigger.TriggerExamples.withEnd;
import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.LoggingTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.pattern.StatusReply;
import io.millrace.engine.database.TestSql;
import io.millrace.engine.job.CatchUpMode;
import io.millrace.engine.job.DownstreamStep;
import io.millrace.engine.job.JobPriority;
import io.millrace.engine.task.TaskOrder;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.token.Arrival;
import io.millrace.engine.token.TokenId;
import io.millrace.engine.trigger.RecordedArrivals.Call;
import io.millrace.engine.trigger.TriggerCommand.FireByHand;
import io.millrace.engine.trigger.TriggerCommand.FiresQueued;
import io.millrace.engine.trigger.TriggerCommand.JobsInForce;
import io.millrace.engine.trigger.TriggerCommand.JobsUpdated;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The processor on a real database; its clock and its timers stand still unless moved. */
class TriggerProcessorTest extends TriggerTestBase {

  @Test
  void whatWasMissedIsCaughtUpAndWhatComesFiresInTime() throws Exception {
    jobs.put(1, false, day(1), daily(CatchUpMode.EARLIEST));
    spawn();
    until(() -> isDone(1, day(5)));
    assertThat(arrivals.times(1)).isEqualTo(days(1, 2, 3, 4, 5));
    assertThat(arrivals.calls().get(0))
        .isEqualTo(
            new Call(
                new TokenId(1, "s", day(1)),
                new Arrival(
                    "trigger/t",
                    TaskReason.CATCH_UP,
                    JobPriority.BACKFILL,
                    null,
                    1,
                    new TaskOrder("1/t", day(1).toEpochMilli()))));
    arrivals.clear();
    clockAt(day(6).minusMillis(1));
    updated();
    assertThat(arrivals.calls()).isEmpty();
    clockAt(day(6).plusMillis(30));
    until(() -> isDone(1, day(6)));
    assertThat(arrivals.calls())
        .containsExactly(
            new Call(
                new TokenId(1, "s", day(6)),
                new Arrival(
                    "trigger/t",
                    TaskReason.TRIGGER,
                    JobPriority.NORMAL,
                    null,
                    1,
                    new TaskOrder("1/t", day(6).toEpochMilli()))));
    TriggerProgress progress = stored(1).orElseThrow().progress();
    assertThat(progress.fired()).isEqualTo(1);
    assertThat(progress.caughtUp()).isEqualTo(5);
    assertThat(progress.lastFired()).isEqualTo(day(6));
    assertThat(progress.lastFiredAt()).isEqualTo(day(6).plusMillis(30));
    assertThat(counted("millrace.triggers.fires", "reason", "trigger")).isEqualTo(1);
    assertThat(counted("millrace.triggers.fires", "reason", "catch-up")).isEqualTo(5);
    assertThat(registry.get("millrace.triggers.lateness").timer().totalTime(TimeUnit.MILLISECONDS))
        .isEqualTo(30);
  }

  @Test
  void itSleepsUntilTheFirstIsDue() throws Exception {
    jobs.put(1, false, NOON, every("PT10S", NOON.plusMillis(700)));
    spawn();
    updated();
    kit.time.expectNoMessageFor(Duration.ofMillis(699));
    clock.pass(Duration.ofMillis(700));
    kit.time.timePasses(Duration.ofMillis(1));
    updated();
    assertThat(arrivals.times(1)).containsExactly(NOON.plusMillis(700));
  }

  @Test
  void everyStepThatWaitsForItIsReachedAtItsOwnTimeAndNoneIsFine() throws Exception {
    jobs.put(1, false, day(1), withEnd(daily(CatchUpMode.EARLIEST), day(2)));
    jobs.put(2, false, day(1), daily(CatchUpMode.EARLIEST));
    jobs.setOff(
        1,
        "t",
        new DownstreamStep(1, "a", Duration.ZERO, "trigger/t"),
        new DownstreamStep(7, "b", Duration.ofHours(-1), "reports/job1/trigger/t@-1h"));
    jobs.setOff(2, "t");
    spawn();
    until(() -> isDone(1, day(1)) && isDone(2, day(5)));
    assertThat(arrivals.calls())
        .extracting(Call::token)
        .containsExactly(
            new TokenId(1, "a", day(1)), new TokenId(7, "b", day(1).minus(Duration.ofHours(1))));
    assertThat(stored(2).orElseThrow().progress().caughtUp()).isEqualTo(5);
  }

  @Test
  void aPausedOrRemovedJobFiresNothingOnceThatIsAcknowledged() throws Exception {
    for (long job = 1; job <= 3; job++) {
      jobs.put(job, false, day(1), every("PT1S", NOON));
    }
    spawn();
    until(() -> isDone(3, NOON));
    jobs.put(1, true, day(1), every("PT1S", NOON));
    jobs.remove(2);
    updated();
    arrivals.clear();
    clock.pass(Duration.ofSeconds(30));
    until(() -> isDone(3, NOON.plusSeconds(30)));
    assertThat(arrivals.calls()).hasSize(30).allMatch(call -> call.token().job() == 3);
    assertThat(stored(2)).isEmpty();
    jobs.put(1, false, day(1), every("PT1S", NOON));
    until(() -> isDone(1, NOON.plusSeconds(30)));
    assertThat(arrivals.times(1)).hasSize(30).startsWith(NOON.plusSeconds(1)).isSorted();
  }

  @Test
  void allUpdatesAreInForceBeforeTheNextFire() throws Exception {
    jobs.put(1, false, day(1), withEnd(every("PT1H", NOON.minusSeconds(3600)), null));
    spawn();
    until(() -> isDone(1, NOON));
    arrivals.clear();
    // No message tells the processor. It passes the times of the old and of the new schedule.
    jobs.put(1, true, NOON, every("PT1H", NOON.minusSeconds(3600)));
    jobs.put(1, false, NOON.plusSeconds(1), every("PT25M", NOON));
    clockAt(NOON.plus(Duration.ofMinutes(60)));
    until(() -> isDone(1, NOON.plus(Duration.ofMinutes(50))));
    assertThat(arrivals.times(1))
        .containsExactly(NOON.plus(Duration.ofMinutes(25)), NOON.plus(Duration.ofMinutes(50)));
  }

  @Test
  void anUpdateThatThisNodeHasNotHeardOfIsLookedFor() throws Exception {
    jobs.put(1, false, day(1), daily(CatchUpMode.NONE));
    spawn();
    until(() -> isDone(1, day(5)));
    TestProbe<JobsInForce> probe = kit.actors.createTestProbe();
    CompletableFuture<Void> looked = new CompletableFuture<>();
    look = () -> looked;
    processor.tell(new JobsUpdated(2, probe.ref()));
    updated();
    probe.expectNoMessage(Duration.ofMillis(50));
    jobs.put(2, false, day(1), daily(CatchUpMode.NONE));
    looked.complete(null);
    assertThat(probe.receiveMessage()).isEqualTo(new JobsInForce(2));
  }

  @Test
  void aYearOfMissedMinutesIsCappedAndBatchedAndHoldsUpNobody() throws Exception {
    arrivals.deaf(token -> token.job() == 1);
    jobs.put(1, false, day(1), every("PT1M", NOON.minus(Duration.ofDays(365))));
    jobs.put(2, false, day(1), every("PT10S", NOON));
    LoggingTestKit.warn(
            "Missed 524601 fires of reports/job1/trigger/t, from 2021-01-05T12:00:00Z to"
                + " 2022-01-04T19:20:00Z: more than millrace.trigger.catch-up-cap = 1000 at once."
                + " To fire them after all: POST /jobs/00000000-0000-0000-0000-000000000001/"
                + "triggers/t/fire")
        .expect(
            kit.actors.system(),
            () -> {
              spawn();
              return null;
            });
    until(() -> arrivals.times(1).size() == 1);
    for (int i = 1; i <= 5; i++) {
      clock.pass(Duration.ofSeconds(1));
      updated();
    }
    clockAt(NOON.plusSeconds(10));
    until(() -> isDone(2, NOON.plusSeconds(10)));
    // The other trigger waits at most for one fire in flight.
    assertThat(arrivals.times(1).stream().distinct()).hasSize(1);
    assertThat(counted("millrace.triggers.missed", "reason", "over-the-cap")).isEqualTo(524_601);
    assertThat(registry.get("millrace.triggers.waiting").gauge().value()).isEqualTo(1000);
    assertThat(TestSql.value(kit.database, "select kind || ' ' || subject from notifications"))
        .isEqualTo("fires-missed reports/job1/trigger/t");
    arrivals.deaf(token -> false);
    arrivals.answer();
    until(() -> isDone(1, NOON));
    assertThat(arrivals.times(1).stream().distinct()).hasSize(1000);
    TriggerProgress progress = stored(1).orElseThrow().progress();
    assertThat(progress.caughtUp()).isEqualTo(1000);
    assertThat(progress.missed()).isEqualTo(524_601);
    assertThat(registry.get("millrace.triggers.waiting").gauge().value()).isZero();
  }

  @Test
  void whoDiesInTheMiddleOfACatchUpIsFollowedByOneWhoGoesOn() throws Exception {
    Instant noon = NOON;
    jobs.put(
        1, false, day(1), with(every("PT1H", noon.minusSeconds(3600 * 299)), CatchUpMode.LATEST));
    Instant last = noon.minusSeconds(3600 * 150);
    arrivals.away(token -> token.logicalTime().isBefore(last));
    spawn();
    until(() -> stored(1).filter(row -> row.waiting() <= 150).isPresent());
    stopProcessor();
    assertThat(arrivals.times(1).subList(0, 100)).isSortedAccordingTo((a, b) -> b.compareTo(a));
    arrivals.away(token -> false);
    arrivals.clear();
    clock.pass(Duration.ofHours(2));
    spawn();
    until(() -> isDone(1, noon.plusSeconds(7200)));
    // Finished fires do not repeat. Fires that were missed meanwhile follow after their decision,
    // perhaps after a page of the others.
    assertThat(arrivals.times(1))
        .hasSize(151)
        .contains(noon.plusSeconds(7200), noon.plusSeconds(3600))
        .filteredOn(time -> !time.isAfter(noon))
        .isSortedAccordingTo((a, b) -> b.compareTo(a))
        .endsWith(noon.minusSeconds(3600 * 299));
    assertThat(arrivals.counted()).isEqualTo(302);
    assertThat(stored(1).orElseThrow().progress().caughtUp()).isEqualTo(302);
  }

  @Test
  void tenThousandTriggersAllFireAndEachOnce() throws Exception {
    jobs.putMany(10_000, day(1), every("PT10S", NOON));
    spawn();
    until(() -> number("select count(*) from triggers where fired = 1") == 10_000);
    for (int round = 1; round <= 2; round++) {
      clock.pass(Duration.ofSeconds(10));
      int fired = round + 1;
      until(() -> number("select count(*) from triggers where fired = " + fired) == 10_000);
    }
    assertThat(arrivals.calls()).hasSize(30_000);
    assertThat(arrivals.counted()).isEqualTo(30_000);
    assertThat(number("select count(*) from catch_up")).isZero();
  }

  @Test
  void whatWasMissedCanBeFiredByHand() throws Exception {
    jobs.put(1, false, day(1), named(daily(CatchUpMode.NONE), "nightly load"));
    spawn();
    until(() -> isDone(1, day(5)));
    assertThat(arrivals.calls()).isEmpty();
    // A new trigger that does not catch up causes no notification.
    assertThat(number("select count(*) from notifications")).isZero();
    assertThat(fireByHand(1, "nightly load", day(1), day(9)).getValue())
        .isEqualTo(new FiresQueued(5));
    until(() -> arrivals.times(1).size() == 5);
    assertThat(arrivals.times(1)).isEqualTo(days(1, 2, 3, 4, 5));
    assertThat(arrivals.calls().get(0).arrival().reason()).isEqualTo(TaskReason.CATCH_UP);
    assertThat(number("select count(*) from missed_fires where made_good_at is null")).isZero();
    assertThat(fireByHand(1, "unknown", day(1), day(9)).getError().getMessage())
        .isEqualTo("the trigger is not in force yet");
  }

  private StatusReply<FiresQueued> fireByHand(
      long job, String trigger, Instant first, Instant last) {
    TestProbe<StatusReply<FiresQueued>> probe = kit.actors.createTestProbe();
    processor.tell(new FireByHand(job, trigger, first, last, probe.ref()));
    return probe.receiveMessage();
  }

  @Test
  void whatIsToldFromOtherNodesTravels() {
    TestProbe<JobsInForce> updates = kit.actors.createTestProbe();
    TestProbe<StatusReply<FiresQueued>> fires = kit.actors.createTestProbe();
    for (Object message :
        List.of(
            new JobsUpdated(1, updates.ref()),
            new JobsInForce(1),
            new FireByHand(1, "t", day(1), day(2), fires.ref()),
            new FiresQueued(3),
            StatusReply.success(new FiresQueued(3)))) {
      kit.actors.serializationTestKit().verifySerialization(message, true);
    }
  }
}
