package io.millrace.engine.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.policy.Alignment;
import io.millrace.engine.policy.Booking;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.policy.RetryPolicy;
import io.millrace.engine.policy.UserMessages;
import io.millrace.engine.refresh.UserSiteEvent.Ended;
import io.millrace.engine.schedule.IntervalSchedule;
import io.millrace.engine.schedule.Schedule;
import io.millrace.engine.source.SourceCollection;
import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskReason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class UserSiteRetryTest extends UserSiteTestBase {

  @Test
  void aWarningComesAtHalfOfTheTimeUntilGivingUpAndOnlyOnce() {
    Policy policy =
        new Policy(
            TWO_HOURLY,
            Duration.ofHours(1),
            RetryPolicy.NONE,
            Alignment.PLANNED,
            false,
            Duration.ofHours(8),
            UserMessages.NONE);
    UserSite site = after(UserSite.NEW, UserSite.NEW.define(policy, NOON));
    int warnings = 0;
    for (int hours = 2; site.disabled() == null; hours += 2) {
      Instant now = NOON.plus(Duration.ofHours(hours));
      site = after(site, wake(site, collection(policy), now));
      Ended ended =
          (Ended)
              site.endAttempt(site.attempt().uid(), Outcome.failure("no"), policy, now)
                  .orElseThrow();
      if (ended.next().warning()) {
        warnings++;
        assertThat(hours).isEqualTo(6); // the first failure was at 2
      }
      site = ended.applyTo(site);
      assertThat(hours).isLessThanOrEqualTo(10);
    }
    assertThat(warnings).isEqualTo(1);
    assertThat(site.disabled().reason()).isEqualTo(FailureKind.GAVE_UP.sentence());
    assertThat(site.disabled().message()).isEqualTo("Nothing succeeded for 8h: no");
  }

  /** No failure ends between half of the time and the whole of it. */
  @Test
  void theWarningComesWithGivingUpIfNoFailureCameBefore() {
    Policy policy =
        new Policy(
            new IntervalSchedule(Duration.ofDays(1), NOON),
            Duration.ofHours(1),
            RetryPolicy.NONE,
            Alignment.PLANNED,
            false,
            Duration.ofDays(1),
            UserMessages.NONE);
    UserSite site = after(UserSite.NEW, UserSite.NEW.define(policy, NOON));
    List<String> told = new ArrayList<>();
    for (int day = 1; day <= 2; day++) {
      Instant now = NOON.plus(Duration.ofDays(day));
      site = after(site, wake(site, collection(policy), now));
      Ended ended =
          (Ended)
              site.endAttempt(site.attempt().uid(), Outcome.failure("no"), policy, now)
                  .orElseThrow();
      told.add((ended.next().warning() ? "warned, " : "") + ended.next().text());
      site = ended.applyTo(site);
    }
    assertThat(told)
        .containsExactly(
            "exhausted; next at 2026-03-03T12:00:00Z", "warned, disabled until it is saved again");
  }

  /** A failure that cannot be retried has nothing to do with giving up. */
  @Test
  void anotherReasonToDisableWarnsOfNothing() {
    Policy policy = retried(TWO_HOURLY, Alignment.PLANNED);
    UserSite site = after(defined(), wake(defined(), collection(policy), NOON));
    Outcome gone = new Outcome(Outcome.Kind.FAILURE, "gone", "", false, null);
    Ended ended = (Ended) site.endAttempt(site.attempt().uid(), gone, policy, NOON).orElseThrow();
    assertThat(ended.next().disabledReason()).isNotNull();
    assertThat(ended.next().warning()).isFalse();
  }

  private static UserSite failed(UserSite site, SourceCollection collection, Instant now) {
    return after(
        site,
        site.endAttempt(site.attempt().uid(), Outcome.failure("no"), collection.policy(), now));
  }

  @Test
  void aMinuteOfThePlanTakesThePlaceOfARetry() {
    SourceCollection collection = collection(retried(null, Alignment.PLANNED));
    UserSite first = failed(planned(UserSite.NEW, collection, NOON), collection, NOON);
    assertThat(first.booking()).isEqualTo(Booking.retry(NOON.plusSeconds(300)));
    UserSite second = planned(first, collection, NOON.plusSeconds(60));
    assertThat(second.attempt().no()).as("it counts as the retry").isEqualTo(2);

    UUID uid = UUID.randomUUID();
    UserSite byHand =
        failed(
            after(UserSite.NEW, ask(UserSite.NEW, collection, uid, NOON).event()),
            collection,
            NOON);
    assertThat(byHand.booking()).isEqualTo(Booking.retry(NOON.plusSeconds(300)));
    UserSite afresh = planned(byHand, collection, NOON.plusSeconds(60));
    assertThat(afresh.attempt().no()).as("a person has taken nothing from it").isEqualTo(1);
  }

  @Test
  void aForcedRunAmidTheRetriesIsAPersonsRun() {
    SourceCollection collection = collection(retried(null, Alignment.PLANNED));
    UserSite booked = failed(planned(UserSite.NEW, collection, NOON), collection, NOON);
    Instant click = NOON.plusSeconds(10);
    UserSite forced =
        after(
            booked,
            booked
                .refresh(
                    collection,
                    question(booked, click),
                    TaskReason.FORCE,
                    null,
                    UUID.randomUUID(),
                    click)
                .event());
    assertThat(forced.attempt().no()).isEqualTo(1);
    assertThat(forced.attemptNo()).isEqualTo(1);
    UserSite again = failed(forced, collection, click.plusSeconds(10));
    assertThat(again.booking()).isEqualTo(booked.booking());
    assertThat(again.attemptNo()).isEqualTo(booked.attemptNo());
  }

  @Test
  void aPlannedTimeThatGivesWayToARetryIsNamed() {
    SourceCollection collection = collection(retried(TWO_HOURLY, Alignment.RETRY));
    UserSite site = after(defined(), wake(defined(), collection, NOON));
    Outcome busy = new Outcome(Outcome.Kind.FAILURE, "busy", "", true, Duration.ofHours(10));
    UserSite booked =
        after(site, site.endAttempt(site.attempt().uid(), busy, collection.policy(), NOON));
    Instant retryAt = NOON.plus(Duration.ofHours(10));
    assertThat(booked.booking()).isEqualTo(Booking.retry(retryAt));
    assertThat(wake(booked, collection, NOON.plus(Duration.ofHours(2)))).isEmpty();
    assertThat(booked.decisions().get(booked.decisions().size() - 1).detail())
        .isEqualTo(
            "failure (busy); retry at 2026-03-01T22:00:00Z;"
                + " it replaces the planned time 2026-03-01T14:00:00Z");
    UserSite retry = after(booked, wake(booked, collection, retryAt));
    assertThat(retry.attempt().no()).isEqualTo(2);
  }

  private static Policy retried(Schedule schedule, Alignment align) {
    Duration delay = Duration.ofMinutes(5);
    return new Policy(
        schedule,
        Duration.ofMinutes(10),
        new RetryPolicy.ListedDelays(List.of(delay, delay)),
        align,
        false,
        Policy.DEFAULT_GIVE_UP_AFTER,
        UserMessages.NONE);
  }

  @Test
  void theReasonForBeingDisabledIsTheOneForPeople() {
    UUID uid = UUID.randomUUID();
    UserSite running = after(UserSite.NEW, ask(UserSite.NEW, SCHEDULED, uid, NOON).event());
    Outcome outcome =
        new Outcome(
            Outcome.Kind.FAILURE, "404 from upstream", "Provided URL is invalid", false, null);
    UserSite site = after(running, running.endAttempt(uid, outcome, SCHEDULED.policy(), NOON));
    assertThat(site.disabled())
        .isEqualTo(new DisabledState(NOON, "Provided URL is invalid", "404 from upstream"));
  }

  /** For a last retry, a failure that lasts too long, and a failure that is not retryable. */
  @Test
  void whoseDataItIsReadsNothingTechnical() {
    Policy policy =
        new Policy(
            TWO_HOURLY,
            Duration.ofMinutes(10),
            RetryPolicy.NONE,
            Alignment.PLANNED,
            true,
            Duration.ofDays(1),
            new UserMessages(Map.of(FailureKind.UNAVAILABLE, "The bank is closed"), null));
    Outcome down = Outcome.failure("HTTP 503: {}").because(FailureKind.UNAVAILABLE);
    SourceCollection collection = collection(policy);
    UserSite site = after(UserSite.NEW, UserSite.NEW.define(policy, NOON.minusSeconds(1)));
    UserSite running = after(site, wake(site, collection, NOON));
    Ended ended =
        (Ended) running.endAttempt(running.attempt().uid(), down, policy, NOON).orElseThrow();
    assertThat(ended.outcome().userMessage()).isEqualTo("The bank is closed");
    assertThat(ended.outcome().message()).isEqualTo("HTTP 503: {}");
    assertThat(ended.applyTo(running).disabled())
        .isEqualTo(
            new DisabledState(
                NOON, FailureKind.EXHAUSTED.sentence(), "Every attempt failed: HTTP 503: {}"));

    Outcome own = down.withUserMessage("Please log in again");
    UserSite told = after(running, running.endAttempt(running.attempt().uid(), own, policy, NOON));
    assertThat(told.disabled().reason()).as("its own words win").isEqualTo("Please log in again");

    Outcome gone = Outcome.rejected("HTTP 404: {}").because(FailureKind.REFUSED);
    UserSite refused =
        after(running, running.endAttempt(running.attempt().uid(), gone, policy, NOON));
    assertThat(refused.disabled())
        .isEqualTo(new DisabledState(NOON, FailureKind.REFUSED.sentence(), "HTTP 404: {}"));
  }
}
