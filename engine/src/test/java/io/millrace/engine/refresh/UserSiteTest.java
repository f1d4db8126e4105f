package io.millrace.engine.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.policy.Alignment;
import io.millrace.engine.policy.Booking;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.policy.RetryPolicy;
import io.millrace.engine.policy.UserMessages;
import io.millrace.engine.refresh.UserSiteEvent.Defined;
import io.millrace.engine.refresh.UserSiteEvent.Ended;
import io.millrace.engine.refresh.UserSiteEvent.Queued;
import io.millrace.engine.refresh.UserSiteEvent.Skipped;
import io.millrace.engine.schedule.IntervalSchedule;
import io.millrace.engine.schedule.Schedule;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.source.SourceCollection;
import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskPriority;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.task.TaskStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UserSiteTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final Schedule TWO_HOURLY =
      new IntervalSchedule(Duration.ofHours(2), Instant.parse("2026-01-01T00:00:00Z"));
  private static final SourceCollection SCHEDULED =
      collection(Policy.of(TWO_HOURLY, Duration.ofMinutes(10)));

  private static SourceCollection collection(Policy policy) {
    return new SourceCollection(
        new CollectionId("bank", "accounts"), policy, SourceCollection.Work.NOOP);
  }

  private static RefreshDecisionContext question(UserSite site, Instant now) {
    return new RefreshDecisionContext(site, null, null, UserSiteKit.THROTTLING, now);
  }

  private static RefreshDecision ask(
      UserSite site, SourceCollection collection, UUID uid, Instant now) {
    return site.refresh(collection, question(site, now), TaskReason.MANUAL, null, uid, now);
  }

  private static Optional<UserSiteEvent> wake(
      UserSite site, SourceCollection collection, Instant now) {
    return site.wake(collection, question(site, now), UUID.randomUUID(), now);
  }

  private static UserSite after(UserSite site, Optional<UserSiteEvent> event) {
    return event.map(happened -> happened.applyTo(site)).orElse(site);
  }

  private static UserSite defined() {
    return after(UserSite.NEW, UserSite.NEW.define(SCHEDULED.policy(), NOON.minusSeconds(1)));
  }

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

  /** Refreshes by the plan. */
  private static UserSite planned(UserSite site, SourceCollection collection, Instant minute) {
    return after(
        site,
        site.refresh(
                collection,
                question(site, minute),
                TaskReason.PLAN,
                minute,
                UUID.randomUUID(),
                minute)
            .event());
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

  @Test
  void onlyTheLastDecisionsAreKept() {
    UserSite site = defined();
    for (int i = 0; i < 30; i++) {
      UUID uid = new UUID(0, i);
      site = after(site, ask(site, SCHEDULED, uid, NOON).event());
      site = after(site, site.endAttempt(uid, Outcome.success(), SCHEDULED.policy(), NOON));
    }
    assertThat(site.decisions()).hasSize(10);
    assertThat(site.decisions().get(9).detail()).startsWith("success; next at 2026-03-01T14:00");
  }

  /** Reports that arrive, get lost, come late or come twice, in any order and for any policy. */
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void whateverComesInWhateverOrderThePromisesHold(long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < 60; round++) {
      promisesHold(random, collection(RandomPolicies.random(random)));
    }
  }

  private static void promisesHold(Random random, SourceCollection collection) {
    Policy policy = collection.policy();
    Instant now = NOON.plusSeconds(random.nextInt(100_000));
    UserSite site = after(UserSite.NEW, UserSite.NEW.define(policy, now));
    UUID last = new UUID(1, 1);
    int open = 0;
    for (int i = 0; i < 300; i++) {
      now = now.plusSeconds(random.nextInt(random.nextInt(10) == 0 ? 200_000 : 4_000));
      UUID fresh = new UUID(random.nextLong(), random.nextLong());
      Optional<UserSiteEvent> event =
          switch (random.nextInt(8)) {
            case 0 -> ask(site, collection, fresh, now).event();
            case 1, 2 -> site.wake(collection, question(site, now), fresh, now);
            case 3 -> site.endAttempt(last, Outcome.failure("no"), policy, now);
            case 4 -> site.endAttempt(last, outcome(random), policy, now);
            case 5 -> random.nextInt(10) == 0 ? site.disable("off", now) : Optional.empty();
            case 6 -> site.endAttempt(fresh, Outcome.success(), policy, now); // of some old attempt
            default -> random.nextInt(10) == 0 ? site.save(policy, now) : Optional.empty();
          };
      UserSite next = after(site, event);
      if (event.orElse(null) instanceof Queued queued) {
        assertThat(site.attempt()).as("never a second current attempt").isNull();
        open++;
        last = queued.attempt().uid();
        retryDoesNotOverlap(policy, next.booking(), now.plus(policy.timeout()));
      } else if (event.orElse(null) instanceof Ended end) {
        assertThat(end.uid()).isEqualTo(site.attempt().uid());
        open--;
        retryDoesNotOverlap(policy, next.booking(), now);
      }
      assertThat(open).isEqualTo(next.attempt() == null ? 0 : 1);
      if (next.disabled() == null && policy.plannedAfter(now) != null) {
        assertThat(next.refreshAt()).as("always booked").isNotNull();
      }
      if (next.disabled() != null) {
        assertThat(next.refreshAt()).isNull();
      }
      site = next;
    }
  }

  /** With the default alignment, a booked retry ends before the next planned time. */
  private static void retryDoesNotOverlap(Policy policy, Booking booking, Instant from) {
    Instant planned = policy.plannedAfter(from);
    if (policy.align() == Alignment.PLANNED
        && booking.at() != null
        && booking.reason() == TaskReason.RETRY
        && planned != null) {
      assertThat(booking.at().plus(policy.timeout())).isBefore(planned);
    }
  }

  private static Outcome outcome(Random random) {
    List<Outcome> ways =
        List.of(
            Outcome.success(),
            Outcome.timeout("late"),
            Outcome.canceled("by hand"),
            new Outcome(
                Outcome.Kind.FAILURE, "busy", "", true, Duration.ofMinutes(random.nextInt(600))),
            random.nextInt(8) == 0 ? Outcome.rejected("no") : Outcome.error("lost"));
    return ways.get(random.nextInt(ways.size()));
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
