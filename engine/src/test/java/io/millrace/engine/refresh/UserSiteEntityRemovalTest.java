package io.millrace.engine.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.directory.ConnectionStatus;
import io.millrace.engine.directory.Site;
import io.millrace.engine.directory.UserSiteFacts;
import io.millrace.engine.notify.Notification.Kind;
import io.millrace.engine.notify.NotificationStore;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.refresh.UserSiteCommand.UserSiteStateReply;
import io.millrace.engine.refresh.UserSiteKit.PoolMessage;
import io.millrace.engine.schedule.IntervalSchedule;
import io.millrace.engine.source.SourceCollection;
import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.task.TaskStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class UserSiteEntityRemovalTest extends UserSiteEntityTestBase {
  private static final Policy OFTEN =
      policy(new IntervalSchedule(Duration.ofMinutes(7), Instant.EPOCH));

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
}
