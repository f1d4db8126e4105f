package io.millrace.engine.refresh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import akka.actor.testkit.typed.javadsl.LoggingTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import io.millrace.engine.database.TestSql;
import io.millrace.engine.policy.Attempt;
import io.millrace.engine.policy.Booking;
import io.millrace.engine.refresh.UserSiteCommand.RefreshReply;
import io.millrace.engine.refresh.UserSiteKit.PoolMessage;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskPriority;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.task.TaskStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class UserSiteEntityTest extends UserSiteEntityTestBase {

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
    assertThat(task.times().createdAt()).isEqualTo(clock.instant());
    assertThat(task.origin().reason()).isEqualTo(TaskReason.MANUAL);
    assertThat(task.route().priority()).isEqualTo(TaskPriority.NOW.value());
    assertThat(task.route().system()).isEqualTo("TDR");
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
    assertThat(kit.task(uid).orElseThrow().times().finishedAt()).isEqualTo(clock.instant());
    assertThat(kit.task(uid).orElseThrow().result().message()).isEqualTo("bank closed");
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
    assertThat(task.origin().reason()).isEqualTo(TaskReason.SCHEDULE);
    assertThat(task.route().priority()).isEqualTo(TaskPriority.HIGH.value());
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
  void aWakeUpFromANodeWhoseClockIsAheadIsNotTooEarly() throws Exception {
    kit.define(HOURLY);
    Instant planned = clock.instant().plus(Duration.ofHours(1));
    clock.pass(Duration.ofHours(1).minusMillis(3));
    kit.wake(planned.minus(Duration.ofHours(1)));
    assertThat(kit.state().attempt()).as("a wake-up for another time").isNull();
    kit.wake(planned);
    assertThat(kit.state().attempt()).isNotNull();
    assertThat(kit.dueAt()).isEqualTo(planned.plus(Duration.ofHours(1)));
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
  void theStartThatAnOlderNodeTellsItOfChangesNothing() {
    kit.inForce(HOURLY);
    UUID uid = kit.byHand().uid();
    UserSiteCommand.UserSiteStateReply before = kit.view();
    kit.site.tell(
        new UserSiteCommand.AttemptStarted(uid, clock.instant(), clock.instant().plusSeconds(600)));
    assertThat(kit.view()).isEqualTo(before);
    assertThat(kit.finish(uid, Outcome.success())).isTrue();
  }

  @Test
  void aRunningAttemptIsFollowedAfterItsDeadlineNotAfterTheTimeItWasQueued() {
    kit.inForce(HOURLY);
    kit.byHand();
    Attempt attempt = kit.view().userSite().attempt();
    Instant since = clock.instant().plus(Duration.ofMinutes(55));
    UserSiteCommand.AttemptStarted started =
        new UserSiteCommand.AttemptStarted(attempt.uid(), since, since.plusSeconds(600));
    assertThat(kit.view().running(attempt, started, kit.definition()).next())
        .isEqualTo(Booking.planned(Instant.parse("2026-03-01T14:00:00Z")));
  }

  @Test
  void thePoolLearnsWhoEndedTheAttempt() {
    kit.inForce(BY_HAND);
    kit.finish(kit.byHand().uid(), Outcome.success(), true);
    assertThat(kit.releasedByWorker).isTrue();
    kit.finish(kit.byHand().uid(), Outcome.canceled("by a person"), false);
    assertThat(kit.releasedByWorker).isFalse();
  }

  @Test
  void aRefreshLooksUpItsDefinitionOnceToStartAndOnceToEnd() {
    kit.inForce(BY_HAND);
    kit.state();
    int before = kit.lookups.get();
    UUID uid = kit.byHand().uid();
    assertThat(kit.lookups.get() - before).isEqualTo(1);
    kit.finish(uid, Outcome.success());
    assertThat(kit.lookups.get() - before).isEqualTo(2);
  }

  @Test
  void whatCannotBeStoredYetIsSentAndAnsweredWhenItIs() throws Exception {
    kit.inForce(BY_HAND);
    kit.state();
    TestProbe<RefreshReply> caller = journal.actors.createTestProbe();
    UserSiteCommand.Refresh refresh =
        new UserSiteCommand.Refresh(TaskReason.MANUAL, null, null, caller.ref());
    TestSql.execute(journal.database, "alter table owner_state rename to away");
    try {
      LoggingTestKit.warn("Could not load or store")
          .expect(
              journal.actors.system(),
              () -> {
                kit.site.tell(refresh);
                return null;
              });
    } finally {
      TestSql.execute(journal.database, "alter table away rename to owner_state");
    }
    assertThat(kit.sent).isEmpty();
    assertThat(kit.task(kit.lastUid.get())).isEmpty();
    caller.expectNoMessage(Duration.ZERO);
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
