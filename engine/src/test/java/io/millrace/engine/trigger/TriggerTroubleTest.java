package io.millrace.engine.trigger;

import static io.millrace.engine.trigger.TriggerExamples.daily;
import static io.millrace.engine.trigger.TriggerExamples.day;
import static io.millrace.engine.trigger.TriggerExamples.days;
import static io.millrace.engine.trigger.TriggerExamples.every;
import static org.assertj.core.api.Assertions.assertThat;

import akka.Done;
import akka.actor.CoordinatedShutdown;
import akka.actor.testkit.typed.javadsl.LoggingTestKit;
import io.millrace.engine.database.TestSql;
import io.millrace.engine.job.CatchUpMode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The processor when a part does not answer, fails or interferes. */
class TriggerTroubleTest extends TriggerTestBase {

  /** Expects the warning at least once: it repeats each second, and time passes during the wait. */
  private static LoggingTestKit said(String warning) {
    return LoggingTestKit.warn(warning).withCheckExcess(false);
  }

  @Test
  void whatDoesNotArriveIsSentAgainAndCountsOnce() throws Exception {
    jobs.put(1, false, day(1), every("PT1H", NOON));
    arrivals.away(token -> true);
    said("1 fires were not acknowledged and are sent again")
        .expect(
            kit.actors.system(),
            () -> {
              spawn();
              until(() -> arrivals.calls().size() == 1);
              kit.time.timePasses(Duration.ofSeconds(1));
              return null;
            });
    clock.pass(Duration.ofSeconds(1));
    until(() -> arrivals.calls().size() == 2);
    arrivals.away(token -> false);
    clock.pass(Duration.ofSeconds(2));
    until(() -> isDone(1, NOON));
    assertThat(arrivals.times(1)).containsExactly(NOON, NOON, NOON);
    assertThat(stored(1).orElseThrow().progress().fired()).isEqualTo(1);
  }

  @Test
  void whatIsNeverAcknowledgedIsSentAgainAndHoldsUpNobody() throws Exception {
    jobs.put(1, false, day(1), every("PT10S", NOON));
    jobs.put(2, false, day(1), every("PT10S", NOON));
    arrivals.deaf(token -> token.job() == 1);
    spawn();
    until(() -> isDone(2, NOON));
    for (int i = 1; i <= 9; i++) {
      clock.pass(Duration.ofSeconds(10));
      Instant now = clock.instant();
      until(() -> isDone(2, now));
    }
    // The first fire has failed for more than a minute by now, and is caught up later.
    until(() -> stored(1).filter(row -> row.waiting() > 0).isPresent());
    arrivals.deaf(token -> false);
    clock.pass(Duration.ofSeconds(10));
    until(() -> isDone(1, NOON.plusSeconds(100)));
    assertThat(arrivals.times(1).stream().distinct()).hasSize(11);
    TriggerProgress progress = stored(1).orElseThrow().progress();
    assertThat(progress.fired() + progress.caughtUp()).isEqualTo(11);
    assertThat(progress.missed()).isZero();
  }

  @Test
  void aDatabaseThatCannotBeReadOrWrittenLosesNothing() throws Exception {
    jobs.put(1, false, day(1), daily(CatchUpMode.EARLIEST));
    TestSql.execute(kit.database, "alter table triggers rename to gone");
    said("Could not load the triggers")
        .expect(
            kit.actors.system(),
            () -> {
              spawn();
              return null;
            });
    TestSql.execute(kit.database, "alter table gone rename to triggers");
    until(() -> isDone(1, day(5)));
    TestSql.execute(kit.database, "alter table triggers rename to gone");
    clockAt(day(6));
    said("Could not store what has fired")
        .expect(
            kit.actors.system(),
            () -> {
              until(() -> arrivals.times(1).size() == 6);
              return null;
            });
    TestSql.execute(kit.database, "alter table gone rename to triggers");
    until(() -> isDone(1, day(6)));
    TestSql.execute(kit.database, "alter table catch_up rename to gone");
    jobs.put(2, false, day(1), daily(CatchUpMode.LATEST));
    said("Could not store what has fired")
        .expect(
            kit.actors.system(),
            () -> {
              kit.time.timePasses(Duration.ofSeconds(1));
              return null;
            });
    TestSql.execute(kit.database, "alter table gone rename to catch_up");
    until(() -> isDone(2, day(6)));
    assertThat(arrivals.times(2)).isEqualTo(days(6, 5, 4, 3, 2, 1));
    assertThat(arrivals.times(1)).isEqualTo(days(1, 2, 3, 4, 5, 6));
  }

  @Test
  void whoKnowsOnlyOldJobsWaitsForTheNewOnesBeforeItTakesAnythingForRemoved() throws Exception {
    jobs.put(1, false, day(1), daily(CatchUpMode.EARLIEST));
    spawn();
    until(() -> isDone(1, day(5)));
    stopProcessor();
    TestSql.execute(kit.database, "update jobs_version set version = 7");
    jobs = new TriggerTestJobs(kit.database);
    arrivals.clear();
    spawn();
    for (int i = 0; i < 5; i++) {
      kit.time.timePasses(Duration.ofSeconds(1));
    }
    assertThat(isDone(1, day(5))).isTrue();
    TestSql.execute(kit.database, "delete from jobs_version");
    TestSql.execute(kit.database, "insert into jobs_version values (0)");
    TestSql.execute(kit.database, "update jobs set deleted = true");
    until(() -> stored(1).isEmpty());
    assertThat(arrivals.calls()).isEmpty();
  }

  @Test
  void aFireThatIsStoredTooLateIsFiredAgainAndCountsOnce() throws Exception {
    jobs.put(1, false, day(1), every("PT1H", NOON));
    spawn();
    until(() -> isDone(1, NOON));
    TestSql.execute(kit.database, "alter table triggers rename to gone");
    clock.pass(Duration.ofHours(1));
    until(() -> arrivals.times(1).size() == 2);
    stopProcessor();
    TestSql.execute(kit.database, "alter table gone rename to triggers");
    spawn();
    until(() -> isDone(1, NOON.plusSeconds(3600)));
    assertThat(arrivals.times(1)).hasSize(3);
    assertThat(arrivals.counted()).isEqualTo(2);
    assertThat(stored(1).orElseThrow().progress().fired()).isEqualTo(2);
  }

  @Test
  void withAClockThatIsNotRightNothingFiresAndNothingIsMissed() throws Exception {
    jobs.put(1, false, day(1), daily(CatchUpMode.NONE));
    spawn();
    until(() -> isDone(1, day(5)));
    clockIsRight.set(false);
    clockAt(day(25));
    kit.time.timePasses(Duration.ofSeconds(3));
    clockAt(day(6));
    clockIsRight.set(true);
    until(() -> isDone(1, day(6)));
    assertThat(arrivals.times(1)).isEqualTo(days(6));
    assertThat(stored(1).orElseThrow().progress().missed())
        .as("those before it began")
        .isEqualTo(5);
  }

  @Test
  void aNodeThatLeavesFiresNothingAtTokensThatLeaveWithIt() throws Exception {
    jobs.put(1, false, day(1), every("PT1S", NOON));
    spawn();
    until(() -> isDone(1, NOON));
    CompletableFuture<List<Instant>> fired = new CompletableFuture<>();
    CoordinatedShutdown shutdown = CoordinatedShutdown.get(kit.actors.system());
    shutdown.addTask(
        CoordinatedShutdown.PhaseClusterShardingShutdownRegion(),
        "time passes",
        () -> {
          clock.pass(Duration.ofSeconds(5));
          for (int i = 0; i < 5; i++) {
            kit.time.timePasses(Duration.ofSeconds(1));
          }
          updated(); // processed after everything that the test has started
          fired.complete(arrivals.times(1));
          return CompletableFuture.completedFuture(Done.getInstance());
        });
    shutdown.run(CoordinatedShutdown.unknownReason());
    assertThat(fired.get(30, TimeUnit.SECONDS)).containsExactly(NOON);
  }
}
