package io.millrace.engine.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.JournalKit;
import io.millrace.engine.TestClock;
import io.millrace.engine.policy.Alignment;
import io.millrace.engine.policy.Attempt;
import io.millrace.engine.policy.Booking;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.policy.RetryPolicy;
import io.millrace.engine.policy.UserMessages;
import io.millrace.engine.refresh.UserSiteCommand.RefreshReply;
import io.millrace.engine.refresh.UserSiteKit.PoolMessage;
import io.millrace.engine.schedule.IntervalSchedule;
import io.millrace.engine.source.SourceCollection;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.task.TaskStatus;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the entity with the pure core: the same steps give the same answers after restarts. */
class UserSiteRestartTest {
  private static final Policy RETRIED =
      new Policy(
          new IntervalSchedule(Duration.ofHours(6), Instant.EPOCH),
          Duration.ofMinutes(10),
          new RetryPolicy.ListedDelays(List.of(Duration.ofMinutes(30), Duration.ofHours(1))),
          Alignment.RETRY,
          false,
          Duration.ofDays(7),
          UserMessages.NONE);

  private static JournalKit journal;

  @BeforeAll
  static void start() {
    journal = JournalKit.start();
  }

  @AfterAll
  static void stop() {
    journal.close();
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void aRestartBetweenAnyTwoStepsChangesNothing(long seed) throws Exception {
    new EntityAndModel(new Random(seed)).run(80);
  }

  @Test
  void whoWasTakenOutOfTheSourcesComesBackAsItWasAlsoOnAnotherNode() throws Exception {
    TestClock clock = new TestClock();
    UserSiteKit kit = new UserSiteKit(journal, clock);
    kit.define(RETRIED);
    kit.finish(kit.byHand().uid(), Outcome.failure("no answer"));
    UserSite failed = kit.state();
    Instant retryAt = kit.dueAt();
    assertThat(failed.booking()).isEqualTo(Booking.retry(retryAt));

    kit.undefined();
    kit.tell(UserSiteCommand.CheckDefinition::new);
    assertThat(kit.dueAt()).as("nothing is due").isNull();
    assertThat(kit.retry()).isZero();
    assertThat(kit.view().next()).isEqualTo(Booking.NONE);
    clock.pass(Duration.ofSeconds(5));
    kit.wake(); // this message was in flight
    assertThat(kit.byHand().known()).isFalse();
    assertThat(kit.state()).isEqualTo(failed.withGoneSince(kit.state().goneSince()));

    kit.restart();
    kit.define(RETRIED);
    assertThat(kit.state()).isEqualTo(failed);
    assertThat(kit.dueAt()).isEqualTo(retryAt);
    assertThat(kit.retry()).isEqualTo(1);
    assertThat(kit.isSuspended()).isFalse();
  }

  @Test
  void whoIsDisabledComesBackDisabled() throws Exception {
    UserSiteKit kit = new UserSiteKit(journal, new TestClock());
    kit.define(RETRIED);
    UUID uid = kit.byHand().uid();
    kit.undefined();
    kit.tell(UserSiteCommand.CheckDefinition::new);
    assertThat(kit.finish(uid, Outcome.rejected("no such account"))).isTrue();
    assertThat(kit.isDisabled()).as("nobody is to mend what is not there").isFalse();
    assertThat(kit.isSuspended()).isTrue();
    kit.restart();
    kit.define(RETRIED);
    assertThat(kit.isDisabled()).isTrue();
    assertThat(kit.state().disabled().message()).isEqualTo("no such account");
    assertThat(kit.dueAt()).isNull();
    kit.tell(UserSiteCommand.Save::new);
    assertThat(kit.isDisabled()).as("it is mended like any other").isFalse();
  }

  @Test
  void whoIsBackGoesOnFromWhereItWasWhateverItHearsFirst() throws Exception {
    UserSiteKit kit = new UserSiteKit(journal, new TestClock());
    kit.define(RETRIED);
    kit.finish(kit.byHand().uid(), Outcome.failure("no answer"));
    Booking retry = kit.state().booking();
    kit.undefined();
    kit.tell(UserSiteCommand.CheckDefinition::new);
    kit.inForce(RETRIED);
    assertThat(kit.byHand().created()).isTrue();
    assertThat(kit.state().attempt().interrupted()).isEqualTo(retry);
    assertThat(kit.state().attemptNo()).isEqualTo(1);
    assertThat(kit.isSuspended()).isFalse();
    assertThat(kit.followed()).isEqualTo(RETRIED.scheduleText());
  }

  private static final class EntityAndModel {
    private final Random random;
    private final TestClock clock = new TestClock();
    private final UserSiteKit kit = new UserSiteKit(journal, clock);
    private final Map<UUID, TaskStatus> tasks = new LinkedHashMap<>();
    private final List<PoolMessage> expected = new ArrayList<>();
    private UserSite model = UserSite.NEW;

    EntityAndModel(Random random) {
      this.random = random;
    }

    void run(int steps) throws SQLException {
      kit.inForce(RandomPolicies.random(random));
      for (int i = 0; i < steps; i++) {
        clock.pass(Duration.ofSeconds(random.nextInt(1_200)));
        step();
        if (random.nextInt(4) == 0) {
          kit.restart();
          if (model.attempt() != null) {
            expected.add(sent("request", model.attempt(), TaskStatus.SCHEDULED));
          }
        }
      }
      assertThat(kit.state()).isEqualTo(model);
      assertThat(kit.sent).isEqualTo(expected);
      tasks.forEach(
          (uid, status) -> assertThat(kit.task(uid).orElseThrow().status()).isEqualTo(status));
      boolean gone = model.goneSince() != null;
      assertThat(kit.isSuspended()).isEqualTo(gone);
      assertThat(kit.followed()).isEqualTo(gone ? "" : model.schedule());
      assertThat(kit.dueAt()).isEqualTo(gone ? null : model.refreshAt());
      assertThat(kit.isDisabled()).isEqualTo(!gone && model.disabled() != null);
      if (model.attempt() == null && !gone) {
        assertThat(kit.retry())
            .isEqualTo(model.refreshReason() == TaskReason.RETRY ? model.attemptNo() : 0);
      }
    }

    private void step() {
      switch (random.nextInt(10)) {
        case 0 -> refresh(TaskReason.MANUAL, null);
        case 1 -> refresh(TaskReason.PLAN, clock.instant());
        case 2, 3 -> finishCurrent();
        case 4, 5 -> wake();
        case 6 -> staleReport();
        case 7 -> define();
        case 8 -> disable();
        default -> save();
      }
    }

    private void refresh(TaskReason reason, Instant plannedAt) {
      RefreshReply reply = kit.refresh(reason, plannedAt);
      if (kit.collection().isEmpty()) {
        assertThat(reply).isEqualTo(new RefreshReply(false, null, false, null));
        return;
      }
      RefreshDecision answer =
          model.refresh(
              kit.collection().get(),
              kit.question(model),
              reason,
              plannedAt,
              kit.lastUid.get(),
              clock.instant());
      assertThat(reply)
          .isEqualTo(new RefreshReply(true, answer.uid(), answer.created(), answer.skipped()));
      apply(answer.event());
    }

    private void wake() {
      kit.wake();
      Optional<UserSiteEvent> event =
          kit.collection()
              .flatMap(
                  found ->
                      model.wake(found, kit.question(model), kit.lastUid.get(), clock.instant()));
      apply(event);
      if (event.isPresent()
          && !(event.get() instanceof UserSiteEvent.Queued)
          && model.attempt() != null) {
        expected.add(sent("request", model.attempt(), TaskStatus.SCHEDULED));
      }
    }

    private void finishCurrent() {
      if (model.attempt() != null) {
        List<Outcome> ways =
            List.of(
                Outcome.success(),
                Outcome.failure("no answer"),
                Outcome.rejected("no such account"),
                Outcome.timeout("late"),
                Outcome.canceled("by hand"));
        finish(model.attempt().uid(), ways.get(random.nextInt(ways.size())));
      }
    }

    /** A report about any earlier attempt; most of them have ended. */
    private void staleReport() {
      List<UUID> known = new ArrayList<>(tasks.keySet());
      known.add(UUID.randomUUID());
      finish(known.get(random.nextInt(known.size())), Outcome.failure("again"));
    }

    private void finish(UUID uid, Outcome outcome) {
      boolean applied = kit.finish(uid, outcome);
      Policy policy = kit.collection().map(SourceCollection::policy).orElse(null);
      Optional<UserSiteEvent> event = model.endAttempt(uid, outcome, policy, clock.instant());
      assertThat(applied).isEqualTo(event.isPresent());
      List<UserSiteEvent> events = event.map(model::hiddenWhileGone).orElse(List.of());
      events.forEach(happened -> apply(Optional.of(happened)));
    }

    private void define() {
      if (random.nextInt(6) == 0) {
        kit.undefined();
      } else {
        kit.inForce(RandomPolicies.random(random));
      }
      kit.tell(UserSiteCommand.CheckDefinition::new);
      apply(
          kit.collection()
              .map(found -> model.define(found.policy(), clock.instant()))
              .orElseGet(() -> model.undefine(clock.instant())));
    }

    private void disable() {
      kit.ask(
          UserSiteCommand.UserSiteStateReply.class,
          replyTo -> new UserSiteCommand.Disable("off", replyTo));
      apply(model.disable("off", clock.instant()));
    }

    private void save() {
      kit.tell(UserSiteCommand.Save::new);
      apply(kit.collection().flatMap(found -> model.save(found.policy(), clock.instant())));
    }

    private void apply(Optional<UserSiteEvent> event) {
      event.ifPresent(
          happened -> {
            if (happened instanceof UserSiteEvent.Queued queued) {
              expected.add(sent("request", queued.attempt(), TaskStatus.SCHEDULED));
              tasks.put(queued.attempt().uid(), TaskStatus.SCHEDULED);
            } else if (happened instanceof UserSiteEvent.Ended ended) {
              TaskStatus status = ended.outcome().kind().status();
              expected.add(sent("release", model.attempt(), status));
              tasks.put(ended.uid(), status);
            }
            model = happened.applyTo(model);
          });
    }

    private static PoolMessage sent(String word, Attempt attempt, TaskStatus stored) {
      return new PoolMessage(word, attempt.pool(), attempt.uid(), stored);
    }
  }
}
