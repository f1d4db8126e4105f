package io.millrace.engine.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.policy.Policy;
import io.millrace.engine.refresh.UserSiteEvent.Defined;
import io.millrace.engine.refresh.UserSiteEvent.Ended;
import io.millrace.engine.refresh.UserSiteEvent.Queued;
import io.millrace.engine.refresh.UserSiteEvent.Skipped;
import io.millrace.engine.schedule.IntervalSchedule;
import io.millrace.engine.schedule.Schedule;
import io.millrace.engine.source.Collection;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.Priority;
import io.millrace.engine.task.Reason;
import java.time.Duration;
import java.time.Instant;
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
  private static final Collection BY_HAND = collection(null);
  private static final Collection SCHEDULED = collection(TWO_HOURLY);

  private static Collection collection(Schedule schedule) {
    return new Collection(
        new CollectionId("bank", "accounts"),
        Policy.of(schedule, Duration.ofMinutes(10)),
        Collection.Work.NOOP);
  }

  private static UserSite after(UserSite site, Optional<UserSiteEvent> event) {
    return event.map(happened -> happened.applyTo(site)).orElse(site);
  }

  private static UserSite queued(UUID uid) {
    return after(UserSite.NEW, UserSite.NEW.queue(BY_HAND, Reason.MANUAL, Priority.NOW, uid, NOON));
  }

  private static UserSite scheduled() {
    return after(UserSite.NEW, UserSite.NEW.define(TWO_HOURLY, NOON.minusSeconds(1)));
  }

  @Test
  void aRequestWhileIdleMakesTheFirstAttempt() {
    UUID uid = UUID.randomUUID();
    assertThat(queued(uid).attempt().uid()).isEqualTo(uid);
    assertThat(queued(uid).attempt().no()).isEqualTo(1);
  }

  @Test
  void aSecondRequestMeetsTheFirstOnesAttempt() {
    UserSite site = queued(UUID.randomUUID());
    assertThat(site.queue(BY_HAND, Reason.MANUAL, Priority.NOW, UUID.randomUUID(), NOON)).isEmpty();
  }

  @Test
  void aReportOfTheCurrentAttemptEndsIt() {
    UUID uid = UUID.randomUUID();
    assertThat(queued(uid).finish(uid, Outcome.success(), NOON))
        .contains(new Ended(uid, NOON, Outcome.success()));
  }

  @Test
  void aReportOfAnotherAttemptChangesNothing() {
    UserSite site = queued(UUID.randomUUID());
    assertThat(site.finish(UUID.randomUUID(), Outcome.success(), NOON)).isEmpty();
    assertThat(UserSite.NEW.finish(UUID.randomUUID(), Outcome.success(), NOON)).isEmpty();
  }

  @Test
  void aLateSuccessDoesNotOverwriteACancel() {
    UUID uid = UUID.randomUUID();
    UserSite canceled = after(queued(uid), queued(uid).finish(uid, Outcome.canceled(""), NOON));
    assertThat(canceled.finish(uid, Outcome.success(), NOON)).isEmpty();
  }

  @Test
  void aScheduleBooksItsFirstTimeWhenItIsSaved() {
    assertThat(UserSite.NEW.define(TWO_HOURLY, NOON))
        .contains(new Defined(TWO_HOURLY.text(), NOON.plus(Duration.ofHours(2))));
  }

  @Test
  void theSameScheduleSavedAgainChangesNothing() {
    assertThat(scheduled().define(TWO_HOURLY, NOON.plusSeconds(5_000))).isEmpty();
  }

  @Test
  void aScheduleThatIsGoneLeavesNoDueTime() {
    UserSite site = after(scheduled(), scheduled().define(null, NOON));
    assertThat(site.refreshAt()).isNull();
    assertThat(site.wake(BY_HAND, UUID.randomUUID(), NOON.plusSeconds(99_999))).isEmpty();
  }

  @Test
  void anEarlyWakeUpChangesNothing() {
    assertThat(scheduled().wake(SCHEDULED, UUID.randomUUID(), NOON.minusMillis(1))).isEmpty();
  }

  @Test
  void aWakeUpAtTheDueTimeQueuesAndBooksTheNext() {
    Queued queued = (Queued) scheduled().wake(SCHEDULED, UUID.randomUUID(), NOON).orElseThrow();
    assertThat(queued.refreshAt()).isEqualTo(NOON.plus(Duration.ofHours(2)));
    assertThat(queued.attempt().reason()).isEqualTo(Reason.SCHEDULE);
    assertThat(queued.attempt().priority()).isEqualTo(Priority.HIGH.value());
  }

  @Test
  void aWakeUpByAScheduleThatWasChangedFollowsTheNewOneAndFiresNothing() {
    assertThat(scheduled().wake(BY_HAND, UUID.randomUUID(), NOON))
        .contains(new UserSiteEvent.Removed());
    Schedule daily = new IntervalSchedule(Duration.ofDays(1), NOON);
    assertThat(scheduled().wake(collection(daily), UUID.randomUUID(), NOON))
        .contains(new Defined(daily.text(), NOON.plus(Duration.ofDays(1))));
  }

  @Test
  void aDoubledWakeUpQueuesOnce() {
    UserSite woken = after(scheduled(), scheduled().wake(SCHEDULED, UUID.randomUUID(), NOON));
    assertThat(woken.wake(SCHEDULED, UUID.randomUUID(), NOON)).isEmpty();
  }

  @Test
  void aDueTimeWhileItStillRunsIsSkippedWithAReason() {
    UserSite woken = after(scheduled(), scheduled().wake(SCHEDULED, UUID.randomUUID(), NOON));
    Instant two = NOON.plus(Duration.ofHours(2));
    assertThat(woken.wake(SCHEDULED, UUID.randomUUID(), two))
        .contains(
            new Skipped(two, two, "already queued or running", two.plus(Duration.ofHours(2))));
  }

  @Test
  void timesMissedWhileAsleepMakeOneRefresh() {
    Instant late = NOON.plus(Duration.ofHours(9));
    Queued queued = (Queued) scheduled().wake(SCHEDULED, UUID.randomUUID(), late).orElseThrow();
    assertThat(queued.refreshAt()).isEqualTo(NOON.plus(Duration.ofHours(10)));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void whateverComesInWhateverOrderThereIsAtMostOneAttemptAndEachEndsOnce(long seed) {
    Random random = new Random(seed);
    UserSite site = scheduled();
    Instant now = NOON;
    int queued = 0;
    int ended = 0;
    UUID last = UUID.randomUUID();
    for (int i = 0; i < 5_000; i++) {
      now = now.plusSeconds(random.nextInt(3_600));
      UUID fresh = new UUID(random.nextLong(), random.nextLong());
      Optional<UserSiteEvent> event =
          switch (random.nextInt(4)) {
            case 0 -> site.queue(SCHEDULED, Reason.MANUAL, Priority.NOW, fresh, now);
            case 1 -> site.wake(SCHEDULED, fresh, now);
            case 2 -> site.finish(last, Outcome.failure("no"), now);
            default -> site.finish(fresh, Outcome.success(), now);
          };
      UserSite next = after(site, event);
      if (event.orElse(null) instanceof Queued) {
        assertThat(site.attempt()).isNull();
        queued++;
        last = next.attempt().uid();
      } else if (event.orElse(null) instanceof Ended end) {
        assertThat(end.uid()).isEqualTo(site.attempt().uid());
        ended++;
      }
      assertThat(next.refreshAt()).as("always booked").isNotNull();
      site = next;
    }
    assertThat(queued - ended).isEqualTo(site.attempt() == null ? 0 : 1);
    assertThat(queued).isGreaterThan(500);
  }
}
