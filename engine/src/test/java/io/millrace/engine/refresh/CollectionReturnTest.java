package io.millrace.engine.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.policy.Alignment;
import io.millrace.engine.policy.Booking;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.policy.RetryPolicy;
import io.millrace.engine.policy.UserMessages;
import io.millrace.engine.schedule.IntervalSchedule;
import io.millrace.engine.schedule.Schedule;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.source.SourceCollection;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskReason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A collection is removed from the sources and put back later. */
class CollectionReturnTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final Instant GONE = NOON.plusSeconds(60);
  private static final Duration TIMEOUT = Duration.ofMinutes(10);
  private static final UUID UID = new UUID(1, 1);
  private static final Policy SIX_HOURLY = policy(6, Duration.ofMinutes(30), Duration.ofHours(1));

  private static Policy policy(int hours, Duration... delays) {
    Schedule schedule =
        new IntervalSchedule(Duration.ofHours(hours), Instant.parse("2026-01-01T00:00:00Z"));
    return new Policy(
        schedule,
        TIMEOUT,
        new RetryPolicy.ListedDelays(List.of(delays)),
        Alignment.PLANNED,
        false,
        Duration.ofDays(7),
        UserMessages.NONE);
  }

  private static UserSite after(UserSite site, Optional<UserSiteEvent> event) {
    return event.map(happened -> happened.applyTo(site)).orElse(site);
  }

  private static UserSite defined() {
    return after(UserSite.NEW, UserSite.NEW.define(SIX_HOURLY, NOON));
  }

  private static UserSite running(UserSite site, Instant now) {
    SourceCollection collection =
        new SourceCollection(new CollectionId("bank", "c"), SIX_HOURLY, SourceCollection.Work.NOOP);
    RefreshDecisionContext question =
        new RefreshDecisionContext(site, null, null, UserSiteKit.THROTTLING, now);
    return after(
        site, site.refresh(collection, question, TaskReason.MANUAL, null, UID, now).event());
  }

  private static UserSite ended(UserSite site, Outcome outcome, Policy policy, Instant now) {
    return after(site, site.endAttempt(UID, outcome, policy, now));
  }

  /** Its first attempt failed at noon: the retry is at 12:30. */
  private static UserSite failed() {
    return ended(running(defined(), NOON), Outcome.failure("no"), SIX_HOURLY, NOON);
  }

  private static UserSite gone(UserSite site) {
    return after(site, site.undefine(GONE));
  }

  private static UserSite back(UserSite site, Policy policy, Instant now) {
    return after(site, site.define(policy, now));
  }

  @Test
  void whoComesBackInTimeIsAsItWas() {
    UserSite disabled = after(failed(), failed().disable("moving house", NOON));
    for (UserSite before : List.of(defined(), failed(), disabled)) {
      UserSite gone = gone(before);
      assertThat(gone.goneSince()).isEqualTo(GONE);
      UserSite back = back(gone, SIX_HOURLY, GONE.plusSeconds(2));
      assertThat(back.booking()).isEqualTo(before.booking());
      assertThat(back.attemptNo()).isEqualTo(before.attemptNo());
      assertThat(back.disabled()).isEqualTo(before.disabled());
      assertThat(back.health()).isEqualTo(before.health());
      assertThat(back.decisions()).isEqualTo(before.decisions());
      assertThat(back.goneSince()).isNull();
      assertThat(back.define(SIX_HOURLY, GONE.plusSeconds(3))).isEmpty();
    }
  }

  @Test
  void aPlannedTimeThatPassedMeanwhileIsNotMadeUpFor() {
    Instant late = NOON.plus(Duration.ofHours(7));
    assertThat(back(gone(defined()), SIX_HOURLY, late).booking())
        .isEqualTo(Booking.planned(NOON.plus(Duration.ofHours(12))));
  }

  @Test
  void theScheduleInForceNowIsBooked() {
    Policy hourly = policy(1);
    UserSite back = back(gone(defined()), hourly, NOON.plus(Duration.ofHours(7)));
    assertThat(back.schedule()).isEqualTo(hourly.scheduleText());
    assertThat(back.refreshAt()).isEqualTo(NOON.plus(Duration.ofHours(8)));
  }

  @Test
  void aRetryWhoseTimePassedRunsAtOnceUnlessAPlannedTimeTakesItsPlace() {
    Instant late = NOON.plus(Duration.ofHours(5));
    UserSite back = back(gone(failed()), SIX_HOURLY, late);
    assertThat(back.booking()).isEqualTo(Booking.retry(late));
    assertThat(back.attemptNo()).isEqualTo(1);
    Instant tooLate = NOON.plus(Duration.ofHours(6)).minus(TIMEOUT);
    assertThat(back(gone(failed()), SIX_HOURLY, tooLate).booking())
        .isEqualTo(Booking.planned(NOON.plus(Duration.ofHours(6))));
  }

  @Test
  void aRetryThatIsNoneByTheDefinitionInForceNowIsNotMade() {
    UserSite back = back(gone(failed()), policy(6), NOON.plus(Duration.ofMinutes(5)));
    assertThat(back.booking()).isEqualTo(Booking.planned(NOON.plus(Duration.ofHours(6))));
    assertThat(back.attemptNo()).as("the planned one is the first of a new refresh").isZero();
    assertThat(back.health().failingSince()).isEqualTo(NOON);
  }

  @Test
  void anAttemptThatEndsWhileItIsGoneCounts() {
    UserSite gone = gone(running(defined(), NOON));
    assertThat(gone.attempt().uid()).isEqualTo(UID);
    Instant end = GONE.plusSeconds(10);
    Instant later = GONE.plusSeconds(20);

    UserSite good = back(ended(gone, Outcome.success(), null, end), SIX_HOURLY, later);
    assertThat(good.health().lastRefresh()).isEqualTo(end);
    assertThat(good.booking()).isEqualTo(Booking.planned(NOON.plus(Duration.ofHours(6))));

    UserSite bad = back(ended(gone, Outcome.failure("no"), null, end), SIX_HOURLY, later);
    assertThat(bad.health().failingSince()).isEqualTo(end);
    assertThat(bad.attemptNo()).isEqualTo(1);
    assertThat(bad.booking())
        .as("as it was booked at the start, should nothing be heard of it")
        .isEqualTo(Booking.retry(NOON.plus(TIMEOUT).plus(Duration.ofMinutes(30))));

    UserSite rejected =
        back(ended(gone, Outcome.rejected("no account"), null, end), SIX_HOURLY, later);
    assertThat(rejected.disabled().message()).isEqualTo("no account");
    assertThat(rejected.refreshAt()).isNull();
  }

  @Test
  void anAttemptThatStillRunsWhenItIsBackIsNotForgottenShouldItNeverBeHeardOf() {
    Instant now = GONE.plusSeconds(10);
    UserSite back = back(gone(running(defined(), NOON)), SIX_HOURLY, now);
    assertThat(back.attempt().uid()).isEqualTo(UID);
    assertThat(back.booking())
        .isEqualTo(Booking.retry(now.plus(TIMEOUT).plus(Duration.ofMinutes(30))));
    assertThat(back.attemptNo()).isEqualTo(1);
  }

  @Test
  void whoIsGoneOrNeverWasIsNotTakenOutAgainAndNobodyCanDisableIt() {
    assertThat(UserSite.NEW.undefine(GONE)).isEmpty();
    UserSite gone = gone(failed());
    assertThat(gone.undefine(GONE.plusSeconds(1))).isEmpty();
    assertThat(gone.disable("off", GONE)).isEmpty();
  }

  @Test
  void whatIsDeletedLeavesNothing() {
    UserSite forgotten = after(gone(failed()), gone(failed()).forget());
    assertThat(forgotten).isEqualTo(UserSite.NEW);
    assertThat(forgotten.forget()).isEmpty();
  }
}
