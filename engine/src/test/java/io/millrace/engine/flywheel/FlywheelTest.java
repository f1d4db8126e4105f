package io.millrace.engine.flywheel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.pattern.StatusReply;
import io.millrace.engine.directory.ConnectionStatus;
import io.millrace.engine.directory.UserSiteFacts;
import io.millrace.engine.flywheel.PlanOverviewStore.PlannedMinute;
import io.millrace.engine.flywheel.PlanStore.PlanResult;
import io.millrace.engine.flywheel.RecordedRefreshes.Call;
import io.millrace.engine.task.TaskReason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The flywheel on a real database; its clock and its timers stand still unless moved. */
class FlywheelTest extends FlywheelTestBase {
  @Test
  void todayIsPlannedAtTheStartAndTheNextDayAtMidnight() throws Exception {
    userWithSite("u");
    spawn();
    allRun();
    assertThat(reader.day(DAY).orElseThrow().minutes()).hasSize(1380);
    clockAt("23:59:59");
    allRun();
    assertThat(reader.day(DAY.plusDays(1))).isEmpty();
    clock.pass(Duration.ofSeconds(1));
    allRun();
    assertThat(reader.day(DAY.plusDays(1)).orElseThrow().minutes()).hasSize(1380);
    assertThat(reader.slots("u", DAY.plusDays(1))).hasSize(1);
  }

  @Test
  void theCurrentMinuteRunsOnceHoweverOftenItTicks() throws Exception {
    userWithSite("u");
    planAllInto(600);
    clockAt("09:59:59");
    spawn("catchUpWindow = 10h");
    allRun();
    assertThat(refreshes.calls).isEmpty();
    clockAt("10:00:00");
    for (int i = 0; i < 20; i++) {
      assertThat(tick().enabled()).isTrue();
    }
    allRun();
    for (int i = 0; i < 20; i++) {
      tick();
      kit.time.timePasses(Duration.ofSeconds(1));
    }
    clockAt("10:01:00");
    allRun();
    assertThat(refreshes.calls)
        .containsExactly(new Call("bank/u-1", TaskReason.PLAN, Pass.at(DAY, 600)));
    PlannedMinute minute = minute(600);
    assertThat(minute.state()).isEqualTo(MinuteState.DONE);
    assertThat(
            List.of(minute.tally().users(), minute.tally().userSites(), minute.tally().started()))
        .containsExactly(1, 1, 1);
    assertThat(counted("millrace.flywheel.minutes", "state", "done")).isEqualTo(542);
    assertThat(registry.get("millrace.flywheel.started").counter().count()).isEqualTo(1);
  }

  @Test
  void minutesThatWereNotRunInTimeAreCaughtUpOldestFirst() throws Exception {
    directory.users("acme", 0, 1380);
    directory.execute(
        "insert into user_sites select 's' || id, id, 'bank', 'CONNECTED', false from users");
    new PlanStore(kit.dataSource(), PlanStoreTest.settings("")).plan(DAY, clock.instant());
    clockAt("01:30:15");
    spawn();
    allRun();
    assertThat(refreshes.calls).hasSize(31);
    assertThat(refreshes.calls).isSortedAccordingTo(Comparator.comparing(Call::plannedAt));
    assertThat(refreshes.calls.subList(0, 30))
        .allMatch(call -> call.reason() == TaskReason.CATCH_UP);
    assertThat(refreshes.calls.get(30))
        .isEqualTo(new Call("bank/sacme-0000030", TaskReason.PLAN, Pass.at(DAY, 90)));
  }

  @Test
  void minutesBeyondTheWindowAreMissedAndOneNotificationSaysSo() throws Exception {
    directory.users("acme", 0, 1380);
    directory.execute(
        "insert into user_sites select 's' || id, id, 'bank', 'CONNECTED', false from users");
    new PlanStore(kit.dataSource(), PlanStoreTest.settings("")).plan(DAY, clock.instant());
    clockAt("03:00:00");
    spawn("catchUpWindow = 60m");
    allRun();
    // 02:00 is exactly as old as the window is long.
    assertThat(refreshes.calls.get(0).plannedAt()).isEqualTo(Pass.at(DAY, 120));
    assertThat(refreshes.calls).hasSize(61);
    assertThat(minute(119).state()).isEqualTo(MinuteState.MISSED);
    assertThat(minute(120).state()).isEqualTo(MinuteState.DONE);
    assertThat(directory.number("select count(*) from plan_minutes where state = 'missed'"))
        .isEqualTo(60);
    assertThat(directory.number("select count(*) from notifications")).isEqualTo(1);
    assertThat(directory.value("select kind || ' ' || subject from notifications"))
        .isEqualTo("minutes-missed 2026-03-01T01:00:00Z");
    assertThat(
            directory.value(
                """
                select concat_ws(' ', d ->> 'minutes', d ->> 'users', d ->> 'first', d ->> 'last')
                from (select details::json as d from notifications) as n
                """))
        .isEqualTo("60 60 2026-03-01T01:00:00Z 2026-03-01T01:59:00Z");
    assertThat(counted("millrace.flywheel.minutes", "state", "missed")).isEqualTo(60);
  }

  @Test
  void aMinuteOfManyPagesIsRunToItsEndAndNoUserIsCountedTwice() throws Exception {
    directory.users("acme", 0, 700);
    directory.execute(
        "insert into user_sites select 's' || id, id, 'bank', 'CONNECTED', false from users");
    directory.execute(
        """
        insert into user_sites select 't' || i, 'acme-0000100', 'bank', 'CONNECTED', false
        from generate_series(1, 1200) as i
        """);
    planAllInto(60);
    clockAt("01:00:00");
    spawn();
    allRun();
    assertThat(refreshes.started).hasSize(1900).doesNotHaveDuplicates();
    assertThat(refreshes.calls).hasSize(1900);
    assertThat(minute(60).tally().users()).isEqualTo(700);
    assertThat(minute(60).tally().started()).isEqualTo(1900);
  }

  @Test
  void whoMayNotBeRefreshedIsSkippedAndTheRestOfTheMinuteRuns() throws Exception {
    directory.client("strict", 1, true);
    userWithSite("deleted");
    userWithSite("fine");
    directory.user("no-sites", "acme", "ACTIVE", null);
    for (String[] user :
        List.of(
            new String[] {"blocked", "BLOCKED", "2026-03-01T00:00:00Z"},
            new String[] {"never", "ACTIVE", null},
            new String[] {"in-time", "ACTIVE", "2025-12-01T01:00:00Z"},
            new String[] {"too-late", "ACTIVE", "2025-12-01T00:59:59Z"})) {
      directory.user(user[0], "strict", user[1], user[2]);
      directory.userSite(user[0] + "-1", user[0], "bank");
    }
    planAllInto(60);
    directory.execute("delete from user_sites where user_id = 'deleted'");
    directory.execute("delete from users where id = 'deleted'");
    clockAt("01:00:00");
    spawn();
    allRun();
    assertThat(refreshes.calls)
        .extracting(Call::owner)
        .containsExactlyInAnyOrder("bank/fine-1", "bank/in-time-1");
    assertThat(refreshes.facts.get("bank/fine-1"))
        .isEqualTo(new UserSiteFacts(ConnectionStatus.CONNECTED, false, null, null));
    PlannedMinute minute = minute(60);
    assertThat(minute.tally().users()).isEqualTo(7);
    assertThat(minute.tally().skippedUsers())
        .isEqualTo(
            Map.of(
                "unknown-user", 1,
                "user-blocked", 1,
                "never-logged-in", 1,
                "not-logged-in-recently", 1,
                "no-user-sites", 1));
    assertThat(minute.tally().started()).isEqualTo(2);
    assertThat(reader.slots("too-late", DAY).get(0).skipped()).isEqualTo("not-logged-in-recently");
    assertThat(reader.slots("deleted", DAY).get(0).skipped()).isEqualTo("unknown-user");
    assertThat(reader.slots("fine", DAY).get(0).skipped()).isNull();
    assertThat(counted("millrace.flywheel.users.skipped", "reason", "user-blocked")).isEqualTo(1);
  }

  @Test
  void aFlywheelThatIsSwitchedOffAnswersAndStartsNothing() throws Exception {
    userWithSite("u");
    planAllInto(60);
    clockAt("01:00:00");
    spawn("enabled = false");
    for (int i = 0; i < 5; i++) {
      assertThat(tick().enabled()).isFalse();
      kit.time.timePasses(Duration.ofSeconds(1));
    }
    // A requested plan is made, after everything that came before it.
    assertThat(plan(DAY.plusDays(1)).refreshes()).isEqualTo(1);
    assertThat(refreshes.calls).isEmpty();
    assertThat(minute(60).state()).isEqualTo(MinuteState.WAITING);
    spawn("enabled = true");
    allRun();
    assertThat(refreshes.started).hasSize(1);
  }

  @Test
  void aPlanCanBeAskedForAndASecondOneChangesNothing() throws Exception {
    userWithSite("a");
    userWithSite("b");
    spawn("enabled = false");
    assertThat(plan(DAY)).isEqualTo(new PlanResult(DAY, 2, 2, 0));
    assertThat(plan(DAY)).isEqualTo(new PlanResult(DAY, 0, 0, 0));
    List<TestProbe<StatusReply<PlanResult>>> probes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      TestProbe<StatusReply<PlanResult>> probe = kit.actors.createTestProbe();
      flywheel.tell(new Flywheel.PlanDay(DAY.plusDays(1), probe.ref()));
      probes.add(probe);
    }
    assertThat(probes.stream().mapToLong(p -> p.receiveMessage().getValue().refreshes()).sum())
        .isEqualTo(2);
  }

  @Test
  void aUserWhoComesAfterMidnightIsRefreshedTheSameDay() throws Exception {
    spawn();
    allRun();
    clockAt("22:00:30");
    allRun();
    directory.newUsers("acme", 0, 1);
    directory.userSite("s", "acme-0000000", "bank");
    await()
        .atMost(WAIT)
        .until(
            () -> {
              kit.time.timePasses(Duration.ofSeconds(1));
              return directory.number("select count(*) from unplanned_users") == 0;
            });
    Instant at = reader.slots("acme-0000000", DAY).get(0).at();
    assertThat(at).isAfter(clock.instant());
    clock.pass(Duration.between(clock.instant(), at));
    allRun();
    assertThat(refreshes.calls).containsExactly(new Call("bank/s", TaskReason.PLAN, at));
  }

  @Test
  void plansThatAreNotKeptAnyLongerAreDropped() throws Exception {
    planAllInto(60);
    clock.pass(Duration.ofDays(3));
    spawn("keepPlans = 2d");
    allRun();
    await()
        .atMost(WAIT)
        .until(
            () -> {
              kit.time.timePasses(Duration.ofSeconds(1));
              return reader.day(DAY).isEmpty();
            });
    assertThat(directory.number("select count(*) from plan_days")).isEqualTo(1);
  }

  @Test
  void whatIsToldFromOtherNodesTravels() {
    TestProbe<Flywheel.TickReply> ticks = kit.actors.createTestProbe();
    TestProbe<StatusReply<PlanResult>> plans = kit.actors.createTestProbe();
    for (Object message :
        List.of(
            new Flywheel.Tick(ticks.ref()),
            new Flywheel.TickReply(true),
            new Flywheel.PlanDay(DAY, plans.ref()),
            new PlanResult(DAY, 1, 2, 3),
            StatusReply.success(new PlanResult(DAY, 1, 2, 3)))) {
      kit.actors.serializationTestKit().verifySerialization(message, true);
    }
  }
}
