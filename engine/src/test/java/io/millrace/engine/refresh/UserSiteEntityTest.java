package io.millrace.engine.refresh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import akka.actor.testkit.typed.javadsl.LoggingTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import io.millrace.engine.JournalKit;
import io.millrace.engine.TestClock;
import io.millrace.engine.database.TestSql;
import io.millrace.engine.directory.ConnectionStatus;
import io.millrace.engine.directory.Site;
import io.millrace.engine.directory.UserSiteFacts;
import io.millrace.engine.notify.Notification.Kind;
import io.millrace.engine.notify.NotificationStore;
import io.millrace.engine.policy.Booking;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.refresh.UserSiteCommand.RefreshReply;
import io.millrace.engine.refresh.UserSiteCommand.UserSiteStateReply;
import io.millrace.engine.refresh.UserSiteKit.PoolMessage;
import io.millrace.engine.schedule.IntervalSchedule;
import io.millrace.engine.schedule.Schedule;
import io.millrace.engine.source.SourceCollection;
import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskPriority;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.task.TaskStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The entity on a real journal. */
class UserSiteEntityTest {
  private static final Policy BY_HAND = policy(null);
  private static final Policy HOURLY = policy(IntervalSchedule.every(Duration.ofHours(1)));
  private static final Policy OFTEN = policy(IntervalSchedule.every(Duration.ofMinutes(7)));

  private static JournalKit journal;

  private final TestClock clock = new TestClock();
  private UserSiteKit kit;

  private static Policy policy(Schedule schedule) {
    return Policy.of(schedule, Duration.ofMinutes(10));
  }

  @BeforeAll
  static void start() {
    journal = JournalKit.start();
  }

  @AfterAll
  static void stop() {
    journal.close();
  }

  @BeforeEach
  void spawn() {
    kit = new UserSiteKit(journal, clock);
  }

  @Test
  void aRequestSaysWhoseSecretsItsTaskNeeds() {
    kit.inForce(BY_HAND, "billing", List.of("token"));
    kit.byHand();
    assertThat(kit.secretsOf).isEqualTo("billing");
    kit.inForce(BY_HAND, "billing", List.of());
    kit.restart();
    assertThat(kit.byHand().created()).isFalse();
    assertThat(kit.secretsOf).as("its definition may have changed meanwhile").isNull();
  }

  @Test
  void aRefreshIsStoredThenItsChannelRequestedThenAnswered() {
    kit.inForce(BY_HAND);
    RefreshReply reply = kit.byHand();
    assertThat(reply).isEqualTo(new RefreshReply(true, kit.lastUid.get(), true, null));
    assertThat(kit.sent)
        .containsExactly(new PoolMessage("request", "default", reply.uid(), TaskStatus.SCHEDULED));
    Task task = kit.task(reply.uid()).orElseThrow();
    assertThat(task.createdAt()).isEqualTo(clock.instant());
    assertThat(task.reason()).isEqualTo(TaskReason.MANUAL);
    assertThat(task.priority()).isEqualTo(TaskPriority.NOW.value());
    assertThat(task.system()).isEqualTo("TDR");
  }

  @Test
  void aSecondRequestIsAnsweredWithTheFirstOnesAttempt() {
    kit.inForce(BY_HAND);
    UUID uid = kit.byHand().uid();
    assertThat(kit.byHand())
        .isEqualTo(new RefreshReply(true, uid, false, RefreshRule.ALREADY_QUEUED_OR_RUNNING));
    assertThat(kit.sent).hasSize(1);
  }

  @Test
  void whatIsNotDefinedHasNoRefresh() {
    assertThat(kit.byHand()).isEqualTo(new RefreshReply(false, null, false, null));
    kit.wake();
    assertThat(kit.sent).isEmpty();
    assertThat(kit.state()).isEqualTo(UserSite.NEW);
  }

  @Test
  void aReportIsStoredThenTheChannelReleasedThenAnswered() {
    kit.inForce(BY_HAND);
    UUID uid = kit.byHand().uid();
    clock.pass(Duration.ofSeconds(3));
    assertThat(kit.finish(uid, Outcome.failure("bank closed"))).isTrue();
    assertThat(kit.sent.get(1))
        .isEqualTo(new PoolMessage("release", "default", uid, TaskStatus.FAILED));
    assertThat(kit.task(uid).orElseThrow().finishedAt()).isEqualTo(clock.instant());
    assertThat(kit.task(uid).orElseThrow().message()).isEqualTo("bank closed");
    assertThat(kit.counted("millrace.tasks.ended", "outcome", "failure")).isEqualTo(1);
    assertThat(kit.byHand().created()).as("idle again").isTrue();
  }

  @Test
  void aReportOfAnotherAttemptChangesNothingAndIsCounted() {
    kit.inForce(BY_HAND);
    UUID uid = kit.byHand().uid();
    assertThat(kit.finish(UUID.randomUUID(), Outcome.success())).isFalse();
    assertThat(kit.state().attempt().uid()).isEqualTo(uid);
    kit.finish(uid, Outcome.canceled("by hand"));
    assertThat(kit.finish(uid, Outcome.success())).isFalse();
    assertThat(kit.task(uid).orElseThrow().status()).isEqualTo(TaskStatus.CANCELED);
    assertThat(kit.counted("millrace.reports.stale")).isEqualTo(2);
    assertThat(kit.counted("millrace.tasks.ended", "outcome", "success")).isZero();
    assertThat(kit.sent).hasSize(2);
  }

  @Test
  void aWakeUpAtTheDueTimeQueuesAndBooksTheNext() throws Exception {
    kit.define(HOURLY);
    Instant planned = clock.instant().plus(Duration.ofHours(1));
    assertThat(kit.dueAt()).isEqualTo(planned);
    clock.pass(Duration.ofMinutes(61));
    kit.wake();
    Task task = kit.task(kit.state().attempt().uid()).orElseThrow();
    assertThat(task.reason()).isEqualTo(TaskReason.SCHEDULE);
    assertThat(task.priority()).isEqualTo(TaskPriority.HIGH.value());
    assertThat(kit.sent).extracting(PoolMessage::word).containsExactly("request");
    assertThat(kit.dueAt()).isEqualTo(planned.plus(Duration.ofHours(1)));
    assertThat(kit.meters.get("millrace.schedule.lateness").timer().count()).isEqualTo(1);
  }

  @Test
  void anEarlyOrDoubledWakeUpChangesNothing() {
    kit.define(HOURLY);
    clock.pass(Duration.ofMinutes(59));
    kit.wake();
    assertThat(kit.state().attempt()).isNull();
    clock.pass(Duration.ofMinutes(1));
    kit.wake();
    UserSite woken = kit.state();
    kit.wake();
    assertThat(kit.state()).isEqualTo(woken);
    assertThat(kit.sent).hasSize(1);
  }

  @Test
  void aPlannedTimeThatComesWhileOneWaitsIsSkippedWithItsReasonAndCounted() throws Exception {
    kit.define(HOURLY);
    UUID uid = kit.byHand().uid();
    clock.pass(Duration.ofHours(1));
    kit.wake();
    assertThat(kit.state().attempt().uid()).isEqualTo(uid);
    assertThat(kit.dueAt()).isEqualTo(clock.instant().plus(Duration.ofHours(1)));
    assertThat(kit.counted("millrace.refreshes.skipped", "rule", "already-queued-or-running"))
        .isEqualTo(1);
    assertThat(kit.sent).as("it asks for its channel again").hasSize(2);
    assertThat(kit.state().decisions())
        .last()
        .extracting(PastDecision::detail)
        .isEqualTo("already-queued-or-running");
  }

  @Test
  void aScheduleThatIsRemovedLeavesTheDueIndexAndTheAttemptGoesOn() throws Exception {
    kit.define(OFTEN);
    assertThat(kit.followed()).isEqualTo(OFTEN.scheduleText());
    UUID uid = kit.byHand().uid();
    kit.define(HOURLY);
    assertThat(kit.followed()).isEqualTo(HOURLY.scheduleText());
    kit.define(BY_HAND);
    assertThat(kit.followed()).isEmpty();
    assertThat(kit.dueAt()).isNull();
    kit.undefined();
    kit.tell(UserSiteCommand.CheckDefinition::new);
    assertThat(kit.finish(uid, Outcome.success())).isTrue();
    assertThat(kit.dueAt()).isNull();
  }

  @Test
  void aNodeThatDoesNotKnowItYetForgetsNothingThatIsBooked() throws Exception {
    kit.define(HOURLY);
    UUID uid = kit.byHand().uid();
    Instant booked = kit.dueAt();
    kit.undefined();
    clock.pass(Duration.ofHours(2));
    kit.wake();
    assertThat(kit.finish(uid, Outcome.failure("no"))).isTrue();
    kit.wake();
    assertThat(kit.dueAt()).isEqualTo(booked);
    kit.inForce(HOURLY);
    kit.wake();
    assertThat(kit.state().attempt()).isNotNull();
  }

  @Test
  void aUserSiteThatIsNotInTheDirectoryAnyMoreLeavesNothing() throws Exception {
    Site site = new Site("bank", "p", false, true, false, HOURLY, SourceCollection.Work.NOOP);
    kit.inForce(site, new UserSiteFacts(ConnectionStatus.CONNECTED, false, null, null));
    kit.tell(UserSiteCommand.CheckDefinition::new);
    assertThat(kit.dueAt()).isNotNull();
    kit.facts = null;
    clock.pass(Duration.ofHours(2));
    kit.wake();
    assertThat(kit.dueAt()).isNull();
    assertThat(kit.refresh(TaskReason.PLAN, clock.instant()).known()).isFalse();
    assertThat(kit.sent).isEmpty();
  }

  @Test
  void whatIsDeletedWhileItRunsIsCanceledAndLeavesNothing() throws Exception {
    kit.define(HOURLY);
    UUID uid = kit.byHand().uid();
    kit.tell(UserSiteCommand.Remove::new);
    assertThat(kit.task(uid).orElseThrow().status()).isEqualTo(TaskStatus.CANCELED);
    assertThat(kit.sent).extracting(PoolMessage::word).containsExactly("request", "release");
    assertThat(kit.dueAt()).isNull();
    assertThat(kit.followed()).isEmpty();
    assertThat(kit.finish(uid, Outcome.success())).isFalse();
  }

  @Test
  void whatIsDisabledIsNotRefreshedUntilItIsSavedAgain() throws Exception {
    kit.define(HOURLY);
    kit.finish(kit.byHand().uid(), Outcome.rejected("no such account"));
    assertThat(kit.state().disabled())
        .isEqualTo(
            new DisabledState(clock.instant(), FailureKind.FAILED.sentence(), "no such account"));
    assertThat(kit.isDisabled()).isTrue();
    assertThat(kit.dueAt()).isNull();
    assertThat(kit.byHand().skipped()).isEqualTo(RefreshRule.DISABLED_UNTIL_UPDATE);
    kit.define(OFTEN);
    assertThat(kit.dueAt()).as("a new schedule alone does not enable it").isNull();
    kit.restart();
    kit.tell(UserSiteCommand.Save::new);
    assertThat(kit.isDisabled()).isFalse();
    assertThat(kit.dueAt()).isEqualTo(OFTEN.plannedAfter(clock.instant()));
    assertThat(kit.byHand().created()).isTrue();
  }

  @Test
  void whatIsDisabledByHandWhileItRunsIsToldOnceAndStaysSoWhenThatHasEnded() throws Exception {
    kit.define(HOURLY);
    UUID uid = kit.byHand().uid();
    kit.ask(
        UserSiteStateReply.class, replyTo -> new UserSiteCommand.Disable("moving house", replyTo));
    assertThat(kit.state().attempt()).isNotNull();
    assertThat(kit.byHand().skipped()).isEqualTo(RefreshRule.DISABLED_UNTIL_UPDATE);
    kit.restart();
    clock.pass(Duration.ofMinutes(1));
    assertThat(kit.finish(uid, Outcome.rejected("no such account"))).isTrue();
    assertThat(kit.state().disabled().reason()).isEqualTo("moving house");
    assertThat(kit.isDisabled()).isTrue();
    assertThat(kit.dueAt()).isNull();
    long told =
        new NotificationStore(journal.dataSource())
            .list(Kind.DISABLED, null, 1_000).stream()
                .filter(one -> one.notification().subject().equals(kit.id.owner()))
                .count();
    assertThat(told).isOne();
  }

  @Test
  void aMinuteOfThePlanIsAnsweredOnceAndTheSameAgain() {
    kit.inForce(BY_HAND);
    Instant minute = clock.instant();
    assertThat(kit.refresh(TaskReason.PLAN, minute).created()).isTrue();
    UUID uid = kit.lastUid.get();
    kit.finish(uid, Outcome.success());
    kit.restart();
    assertThat(kit.refresh(TaskReason.CATCH_UP, minute))
        .isEqualTo(new RefreshReply(true, null, false, null));
    assertThat(kit.refresh(TaskReason.PLAN, minute.minusSeconds(60)).created()).isFalse();
    assertThat(kit.sent).extracting(PoolMessage::word).containsExactly("request", "release");
  }

  @Test
  void afterARestartAnOpenAttemptAsksForItsChannelAgain() {
    kit.inForce(BY_HAND);
    UUID uid = kit.byHand().uid();
    kit.restart();
    assertThat(kit.byHand().uid()).isEqualTo(uid);
    PoolMessage request = new PoolMessage("request", "default", uid, TaskStatus.SCHEDULED);
    assertThat(kit.sent).containsExactly(request, request);
    kit.finish(uid, Outcome.success());
    kit.restart();
    assertThat(kit.state().attempt()).isNull();
    assertThat(kit.sent).as("nothing is open, nothing is asked for").hasSize(3);
  }

  @Test
  void whatThePoolSaidOfAStartIsShownForThatAttemptOnly() {
    kit.inForce(HOURLY);
    UUID uid = kit.byHand().uid();
    clock.pass(Duration.ofMinutes(55));
    UserSiteCommand.AttemptStarted started =
        new UserSiteCommand.AttemptStarted(uid, clock.instant(), clock.instant().plusSeconds(600));
    kit.site.tell(started);
    assertThat(kit.view().started()).isEqualTo(started);
    assertThat(kit.view().next())
        .as("the first planned time after its deadline, not after it was queued")
        .isEqualTo(Booking.planned(Instant.parse("2026-03-01T14:00:00Z")));
    kit.finish(uid, Outcome.success());
    kit.byHand();
    assertThat(kit.view().started()).isNull();
  }

  @Test
  void whatCannotBeStoredIsNeitherSentNorAnswered() throws Exception {
    kit.inForce(BY_HAND);
    kit.state();
    TestProbe<RefreshReply> caller = journal.actors.createTestProbe();
    UserSiteCommand.Refresh refresh =
        new UserSiteCommand.Refresh(TaskReason.MANUAL, null, null, caller.ref());
    TestSql.execute(journal.database, "alter table event_journal rename to away");
    try {
      LoggingTestKit.error("Failed to persist")
          .expect(
              journal.actors.system(),
              () -> {
                kit.site.tell(refresh);
                return null;
              });
    } finally {
      TestSql.execute(journal.database, "alter table away rename to event_journal");
    }
    assertThat(kit.sent).isEmpty();
    assertThat(kit.task(kit.lastUid.get())).isEmpty();
    caller.expectNoMessage(Duration.ZERO);
    kit.site.tell(refresh);
    await()
        .until(
            () -> {
              journal.time.timePasses(Duration.ofSeconds(10)); // the entity restarts after a while
              return !kit.sent.isEmpty();
            });
    assertThat(caller.receiveMessage())
        .isEqualTo(new RefreshReply(true, kit.lastUid.get(), true, null));
  }
}
