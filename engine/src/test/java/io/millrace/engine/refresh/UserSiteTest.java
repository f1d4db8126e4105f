package io.millrace.engine.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.policy.Policy;
import io.millrace.engine.refresh.UserSiteEvent.Defined;
import io.millrace.engine.refresh.UserSiteEvent.Ended;
import io.millrace.engine.refresh.UserSiteEvent.Queued;
import io.millrace.engine.refresh.UserSiteEvent.Skipped;
import io.millrace.engine.schedule.IntervalSchedule;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskPriority;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.task.TaskStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class UserSiteTest extends UserSiteTestBase {

  @Test
  void aScheduleBooksItsFirstTimeWhenItIsSaved() {
    assertThat(UserSite.NEW.define(SCHEDULED.policy(), NOON))
        .contains(new Defined(TWO_HOURLY.text(), NOON.plus(Duration.ofHours(2)), null));
  }

  @Test
  void aPersonDisablesItUntilItIsSaved() {
    UserSite site = defined();
    UserSite disabled = after(site, site.disable("moving house", NOON));
    assertThat(disabled.refreshAt()).isNull();
    assertThat(disabled.disabled()).isEqualTo(new DisabledState(NOON, "moving house", "by hand"));
    assertThat(disabled.disable("again", NOON)).isEmpty();
    UserSite saved = after(disabled, disabled.save(SCHEDULED.policy(), NOON));
    assertThat(saved.disabled()).isNull();
    assertThat(saved.refreshAt()).isEqualTo(NOON.plus(Duration.ofHours(2)));
  }

  @Test
  void whatIsDisabledWhileItIsRefreshedMayEndAndNothingFollows() {
    for (Outcome outcome :
        List.of(
            Outcome.success(),
            Outcome.failure("no"),
            Outcome.rejected("never"),
            Outcome.canceled("enough"))) {
      UUID uid = UUID.randomUUID();
      UserSite site = defined();
      UserSite queued = after(site, ask(site, SCHEDULED, uid, NOON).event());
      UserSite disabled = after(queued, queued.disable("moving house", NOON.plusSeconds(1)));
      assertThat(disabled.attempt()).isEqualTo(queued.attempt());
      assertThat(disabled.attemptNo()).isEqualTo(1);
      assertThat(disabled.wake(SCHEDULED, question(disabled, NOON), uid, NOON.plusSeconds(9_999)))
          .isEmpty();
      UserSite ended =
          after(
              disabled, disabled.endAttempt(uid, outcome, SCHEDULED.policy(), NOON.plusSeconds(2)));
      assertThat(ended.attempt()).isNull();
      assertThat(ended.refreshAt()).as(outcome.toString()).isNull();
      assertThat(ended.disabled()).isEqualTo(disabled.disabled());
      assertThat(ended.health().isFailing())
          .isEqualTo(outcome.kind().status() == TaskStatus.FAILED);
    }
  }

  @Test
  void whatIsEnabledAgainBeforeItsAttemptEndedGoesOnAsBefore() {
    UUID uid = UUID.randomUUID();
    UserSite site = defined();
    UserSite queued = after(site, ask(site, SCHEDULED, uid, NOON).event());
    UserSite disabled = after(queued, queued.disable("moving house", NOON));
    UserSite saved = after(disabled, disabled.save(SCHEDULED.policy(), NOON));
    assertThat(saved.attemptNo()).isEqualTo(1);
    UserSite ended =
        after(saved, saved.endAttempt(uid, Outcome.success(), SCHEDULED.policy(), NOON));
    assertThat(ended.disabled()).isNull();
    assertThat(ended.refreshAt()).isEqualTo(NOON.plus(Duration.ofHours(2)));
  }

  @Test
  void theSameScheduleSavedAgainChangesNothing() {
    assertThat(defined().define(SCHEDULED.policy(), NOON.plusSeconds(5_000))).isEmpty();
    assertThat(defined().save(SCHEDULED.policy(), NOON.plusSeconds(5_000))).isEmpty();
  }

  @Test
  void aWakeUpByAScheduleThatWasChangedFollowsTheNewOneAndFiresNothing() {
    Policy daily = Policy.of(new IntervalSchedule(Duration.ofDays(1), NOON), Duration.ofHours(1));
    assertThat(wake(defined(), collection(daily), NOON))
        .contains(new Defined(daily.scheduleText(), NOON.plus(Duration.ofDays(1)), null));
  }

  @Test
  void aWakeUpAtTheDueTimeQueuesByTheSchedule() {
    Queued queued = (Queued) wake(defined(), SCHEDULED, NOON).orElseThrow();
    assertThat(queued.refreshAt()).isEqualTo(NOON.plus(Duration.ofHours(2)));
    assertThat(queued.attempt().reason()).isEqualTo(TaskReason.SCHEDULE);
    assertThat(queued.attempt().priority()).isEqualTo(TaskPriority.HIGH.value());
    assertThat(wake(defined(), SCHEDULED, NOON.minusMillis(1))).isEmpty();
  }

  @Test
  void timesMissedWhileAsleepMakeOneRefresh() {
    Instant late = NOON.plus(Duration.ofHours(9));
    Queued queued = (Queued) wake(defined(), SCHEDULED, late).orElseThrow();
    assertThat(queued.refreshAt()).isEqualTo(NOON.plus(Duration.ofHours(10)));
  }

  @Test
  void aPlannedTimeThatPassedWhileItRanIsKnownWhenItEnds() {
    UUID uid = UUID.randomUUID();
    UserSite running = after(defined(), ask(defined(), SCHEDULED, uid, NOON).event());
    Instant late = NOON.plus(Duration.ofHours(5));
    Ended ended =
        (Ended) running.endAttempt(uid, Outcome.success(), SCHEDULED.policy(), late).orElseThrow();
    assertThat(ended.next().passedAt()).isEqualTo(NOON.plus(Duration.ofHours(2)));
    assertThat(ended.next().refreshAt()).isEqualTo(NOON.plus(Duration.ofHours(6)));
  }

  @Test
  void onlyTheLastDecisionsAreKept() {
    UserSite site = defined();
    for (int i = 0; i < 30; i++) {
      UUID uid = new UUID(0, i);
      site = after(site, ask(site, SCHEDULED, uid, NOON).event());
      site = after(site, site.endAttempt(uid, Outcome.success(), SCHEDULED.policy(), NOON));
    }
    assertThat(site.lastDecisions()).hasSize(10);
    assertThat(site.decisions()).hasSizeBetween(10, 16);
    assertThat(site.lastDecisions().get(9).detail())
        .startsWith("success; next at 2026-03-01T14:00");
  }

  @Test
  void aSkipByThePlanLeavesWhatIsBookedAndIsAnsweredTheSameAgain() {
    UserSite site = after(defined(), ask(defined(), SCHEDULED, UUID.randomUUID(), NOON).event());
    RefreshDecision answer =
        site.refresh(
            SCHEDULED, question(site, NOON), TaskReason.PLAN, NOON, UUID.randomUUID(), NOON);
    assertThat(answer.skipped()).isEqualTo(RefreshRule.ALREADY_QUEUED_OR_RUNNING);
    UserSite skipped = after(site, answer.event());
    assertThat(((Skipped) answer.event().orElseThrow()).rebooked()).isFalse();
    assertThat(skipped.booking()).isEqualTo(site.booking());
    assertThat(skipped.attempt()).isEqualTo(site.attempt());
    RefreshDecision again =
        skipped.refresh(
            SCHEDULED, question(skipped, NOON), TaskReason.PLAN, NOON, UUID.randomUUID(), NOON);
    assertThat(again.event()).isEmpty();
    assertThat(again.skipped()).isEqualTo(RefreshRule.ALREADY_QUEUED_OR_RUNNING);
  }
}
