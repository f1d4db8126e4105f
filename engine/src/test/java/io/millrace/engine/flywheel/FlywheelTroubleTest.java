package io.millrace.engine.flywheel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import akka.actor.testkit.typed.javadsl.LoggingTestKit;
import io.millrace.engine.flywheel.PlanOverviewStore.PlannedMinute;
import io.millrace.engine.flywheel.RecordedRefreshes.Call;
import io.millrace.engine.refresh.RefreshRule;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The flywheel when a part does not answer, dies or interferes. */
class FlywheelTroubleTest extends FlywheelTestBase {
  @Test
  void aMinuteThatWasLeftHalfDoneIsFinishedByTheNextOneAndTheSumsAgree() throws Exception {
    for (int i = 0; i < 20; i++) {
      userWithSite("u%02d".formatted(i));
    }
    directory.user("blocked", "acme", "BLOCKED", null);
    refreshes.skipped.put("bank/u03-1", RefreshRule.RECENTLY_REFRESHED.text());
    refreshes.deaf.add("bank/u11-1");
    planAllInto(60);
    clockAt("01:00:30");
    spawn();
    await().atMost(WAIT).until(() -> refreshes.calls.size() == 20);
    assertThat(minute(60).state()).isEqualTo(MinuteState.WAITING);
    kit.actors.stop(flywheel);
    refreshes.deaf.clear();
    clockAt("01:01:10");
    spawn();
    allRun();
    assertThat(refreshes.calls).hasSize(40);
    assertThat(refreshes.started).hasSize(19).doesNotHaveDuplicates();
    PlannedMinute minute = minute(60);
    assertThat(minute.state()).isEqualTo(MinuteState.DONE);
    assertThat(minute.tally().users()).isEqualTo(21);
    assertThat(minute.tally().skippedUsers()).isEqualTo(Map.of("user-blocked", 1));
    assertThat(minute.tally().userSites()).isEqualTo(20);
    assertThat(minute.tally().started()).isEqualTo(19);
    assertThat(minute.tally().skippedUserSites()).isEqualTo(Map.of("recently-refreshed", 1));
  }

  @Test
  void aRefreshThatWasNotAnsweredIsAskedAgainAndCountsOnce() throws Exception {
    for (int i = 0; i < 5; i++) {
      userWithSite("u" + i);
    }
    refreshes.faulty.add("bank/u2-1");
    planAllInto(60);
    clockAt("01:00:00");
    spawn();
    allRun();
    assertThat(refreshes.calls).hasSize(10);
    assertThat(refreshes.started).hasSize(5).doesNotHaveDuplicates();
    assertThat(minute(60).tally().started()).isEqualTo(5);
  }

  @Test
  void aUserSiteThatNeverAnswersHoldsUpNeitherItsMinuteNorTheNext() throws Exception {
    for (int i = 0; i < 5; i++) {
      userWithSite("u" + i);
    }
    userWithSite("next");
    planAllInto(60);
    directory.execute("update plan set minute = 61 where user_id = 'next'");
    refreshes.broken.addAll(List.of("bank/u1-1", "bank/u3-1"));
    clockAt("01:01:00");
    spawn();
    LoggingTestKit.warn(
            "Skipped in 2026-03-01T01:00:00Z: no answer from 2 user-sites, the first is bank/u1-1")
        .expect(
            kit.actors.system(),
            () -> {
              allRun();
              return null;
            });
    assertThat(refreshes.calls).filteredOn(call -> call.owner().equals("bank/u1-1")).hasSize(3);
    PlannedMinute minute = minute(60);
    assertThat(minute.state()).isEqualTo(MinuteState.DONE);
    assertThat(
            List.of(minute.tally().users(), minute.tally().userSites(), minute.tally().started()))
        .containsExactly(5, 5, 3);
    assertThat(minute.tally().skippedUserSites()).isEqualTo(Map.of("no-answer", 2));
    assertThat(minute(61).tally().started()).isEqualTo(1);
    assertThat(counted("millrace.flywheel.usersites.skipped", "reason", "no-answer")).isEqualTo(2);
  }

  @Test
  void aUserSiteWhoseSiteIsNotKnownIsSkippedAtOnce() throws Exception {
    userWithSite("a");
    userWithSite("b");
    refreshes.skipped.put("bank/a-1", RefreshGateway.PlannedRefreshReply.SITE_NOT_KNOWN);
    planAllInto(60);
    clockAt("01:00:00");
    spawn();
    allRun();
    assertThat(refreshes.calls).hasSize(2);
    assertThat(minute(60).tally().skippedUserSites()).isEqualTo(Map.of("site-not-known", 1));
    assertThat(counted("millrace.flywheel.usersites.skipped", "reason", "site-not-known"))
        .isEqualTo(1);
  }

  @Test
  void aMinuteOfWhichNobodyAnswersWaitsAndLeavesNobodyOut() throws Exception {
    userWithSite("a");
    userWithSite("b");
    planAllInto(60);
    refreshes.broken.addAll(List.of("bank/a-1", "bank/b-1"));
    clockAt("01:00:00");
    spawn();
    await()
        .atMost(WAIT)
        .until(
            () -> {
              kit.time.timePasses(Duration.ofSeconds(1));
              return refreshes.calls.size() > 2 * 2 * FlywheelOperations.TRIES;
            });
    assertThat(minute(60).state()).isEqualTo(MinuteState.WAITING);
    refreshes.broken.clear();
    allRun();
    assertThat(refreshes.started).hasSize(2);
    assertThat(minute(60).tally().started()).isEqualTo(2);
    assertThat(minute(60).tally().skippedUserSites()).isEmpty();
  }

  @Test
  void whoPassesWhenAMinuteIsRunAgainIsNotMarkedAnyMore() throws Exception {
    userWithSite("u");
    planAllInto(60);
    directory.execute("update plan set skipped = 'user-blocked'");
    clockAt("01:00:00");
    spawn();
    allRun();
    assertThat(reader.slots("u", DAY).get(0).skipped()).isNull();
    assertThat(refreshes.started).hasSize(1);
  }

  @Test
  void aMinuteIntoWhichUsersWereLaidMeanwhileIsNotDoneYet() throws Exception {
    userWithSite("a");
    planAllInto(60);
    MinuteStore store = new MinuteStore(kit.dataSource());
    clockAt("01:00:00");
    Instant minute = store.next(clock.instant()).orElseThrow();
    userWithSite("late");
    directory.execute("insert into plan values ('%s', 60, 'late', 1)", DAY);
    directory.execute("update plan_minutes set users = users + 1 where at = '%s'", minute);
    assertThat(store.markDone(minute, MinuteTally.passed(), clock.instant())).isFalse();
    spawn();
    allRun();
    assertThat(refreshes.started).hasSize(2);
    assertThat(minute(60).tally().users()).isEqualTo(2);
    assertThat(store.markDone(minute, MinuteTally.passed(), clock.instant())).isFalse();
  }

  @Test
  void aMinuteThatIsNeverAnsweredIsMissedInTheEndAndHoldsUpTheOthersNoLonger() throws Exception {
    userWithSite("a");
    userWithSite("b");
    userWithSite("c");
    planAllInto(60);
    directory.execute("update plan set minute = 120 where user_id = 'b'");
    clockAt("01:00:00");
    refreshes.broken.add("bank/a-1");
    refreshes.broken.add("bank/c-1");
    spawn("catchUpWindow = 10m");
    await().atMost(WAIT).until(() -> !refreshes.calls.isEmpty());
    clockAt("02:00:00");
    allRun();
    assertThat(minute(60).state()).isEqualTo(MinuteState.MISSED);
    assertThat(minute(120).state()).isEqualTo(MinuteState.DONE);
    assertThat(refreshes.started).extracting(Call::owner).containsExactly("bank/b-1");
  }

  @Test
  void aUserSiteThatIsAloneInItsMinuteAndDoesNotAnswerIsLeftOutToo() throws Exception {
    userWithSite("a");
    planAllInto(60);
    clockAt("01:00:00");
    refreshes.broken.add("bank/a-1");
    spawn();
    allRun();
    assertThat(minute(60).state()).isEqualTo(MinuteState.DONE);
    assertThat(minute(60).tally().skippedUserSites())
        .isEqualTo(Map.of(RefreshGateway.PlannedRefreshReply.NO_ANSWER, 1));
  }

  @Test
  void aDatabaseThatCannotBeReadIsReadAgain() throws Exception {
    userWithSite("a");
    planAllInto(60);
    clockAt("01:00:00");
    directory.execute("alter table plan_minutes rename to gone");
    LoggingTestKit.warn("Could not plan 2026-03-01")
        .expect(
            kit.actors.system(),
            () -> {
              spawn();
              return null;
            });
    directory.execute("alter table gone rename to plan_minutes");
    allRun();
    assertThat(refreshes.started).hasSize(1);
  }

  @Test
  void aClockThatStepsBackAndForthRunsNoMinuteTwice() throws Exception {
    userWithSite("u");
    planAllInto(600);
    clockAt("10:00:30");
    spawn();
    allRun();
    for (String time : List.of("09:58:00", "10:00:10", "09:59:59", "10:00:00", "10:05:00")) {
      clockAt(time);
      tick();
      allRun();
    }
    assertThat(refreshes.calls).hasSize(1);
  }

  @Test
  void withAClockThatIsNotRightNothingRunsAndNothingIsMissed() throws Exception {
    userWithSite("u");
    planAllInto(600);
    clockIsRight.set(false);
    clockAt("20:00:00");
    spawn();
    tick();
    kit.time.timePasses(Duration.ofSeconds(3));
    clockAt("10:00:00");
    clockIsRight.set(true);
    allRun();
    assertThat(refreshes.calls).hasSize(1);
    assertThat(minute(600).state()).isEqualTo(MinuteState.DONE);
  }
}
