package io.millrace.engine.token;

import static io.millrace.engine.token.TestStep.step;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.job.JobPriority;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskPriority;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.task.TokenRow.TokenState;
import io.millrace.engine.token.TokenEvent.Arrived;
import io.millrace.engine.token.TokenEvent.Booked;
import io.millrace.engine.token.TokenEvent.Ended;
import io.millrace.engine.token.TokenEvent.Queued;
import io.millrace.engine.token.TokenEvent.Removed;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Commands by hand: run, cancel and reset a token, delete its job. */
class TokenByHandTest extends TokenTestBase {
  private static final Duration HOUR = Duration.ofHours(1);

  @Test
  void aRunByHandDeductsNothingAndIsTheOnlyOne() {
    jobs.put(7, step("load", "step/a", "step/b"), step("report", "step/load"));
    arrive("step/a");
    assertThat(apply(token.run(Urgency.BY_HAND, look()))).hasExactlyElementsOfTypes(Queued.class);
    assertThat(count()).isEqualTo(1);
    assertThat(token.run(Urgency.BY_HAND, look())).as("it runs already").isEmpty();
    finish(Outcome.success());
    assertThat(token.state()).isEqualTo(TokenState.SUCCESS);
    arrive("step/b");
    assertThat(token.activation()).as("and by what arrived").isNotNull();
  }

  @Test
  void aRunByHandBeforeARetryUsesNoAttemptUp() {
    jobs.put(7, step("load", "step/a").retries(HOUR, HOUR), step("alarm").failures("step/load"));
    arrive("step/a");
    finish(Outcome.failure("no"));
    Instant retryAt = token.activation().at();
    for (Outcome outcome :
        List.of(Outcome.failure("no"), Outcome.timeout("late"), Outcome.canceled("by hand"))) {
      now = now.plus(MINUTE);
      apply(token.run(Urgency.BY_HAND, look()));
      assertThat(attempt().no()).isEqualTo(1);
      assertThat(attempt().reason()).isEqualTo(TaskReason.MANUAL);
      assertThat(token.activation().at()).as("should it never be heard of").isEqualTo(retryAt);
      assertThat(lastEnd(finish(outcome)).retryAt()).isEqualTo(retryAt);
      assertThat(token.state()).isEqualTo(TokenState.ACTIVE);
    }
    now = retryAt;
    wake();
    assertThat(attempt().no()).isEqualTo(2);
    assertThat(attempt().reason()).isEqualTo(TaskReason.RETRY);
    assertThat(attempt().priority()).as("as urgent as before").isEqualTo(TaskPriority.HIGH.value());
    finish(Outcome.failure("no"));
    now = now.plus(HOUR);
    wake();
    assertThat(attempt().no()).isEqualTo(3);
    assertThat(lastEnd(finish(Outcome.failure("no"))).targets()).as("exhausted").hasSize(1);
  }

  @Test
  void aRunByHandThatOutlastsTheRetryIsFollowedByItAtOnce() {
    jobs.put(7, step("load", "step/a").retries(MINUTE));
    arrive("step/a");
    finish(Outcome.failure("no"));
    apply(token.run(Urgency.BY_HAND, look()));
    assertThat(token.activation().at()).isEqualTo(now.plus(TestStep.TIMEOUT));
    now = now.plus(Duration.ofMinutes(2));
    assertThat(lastEnd(finish(Outcome.failure("no"))).retryAt()).isEqualTo(now);
    wake();
    assertThat(attempt().no()).isEqualTo(2);
  }

  @Test
  void aRunByHandThatSucceedsOrCannotBeMendedEndsTheRetries() {
    jobs.put(
        7,
        step("load", "step/a").retries(HOUR),
        step("report", "step/load"),
        step("alarm").failures("step/load"));
    for (Outcome outcome : List.of(Outcome.success(), Outcome.rejected("never"))) {
      token = Token.NEW;
      arrive("step/a");
      finish(Outcome.failure("no"));
      apply(token.run(Urgency.BY_HAND, look()));
      assertThat(lastEnd(finish(outcome)).targets()).hasSize(1);
      assertThat(token.activation()).isNull();
    }
  }

  @Test
  void cancelEndsARunByHandAndTheRetryBehindIt() {
    jobs.put(7, step("load", "step/a").retries(HOUR));
    arrive("step/a");
    finish(Outcome.failure("no"));
    apply(token.run(Urgency.BY_HAND, look()));
    apply(token.cancel(look()));
    assertThat(token.state()).isEqualTo(TokenState.CANCELED);
    assertThat(token.activation()).isNull();
  }

  @Test
  void aRunByHandOfWhatIsGoneIsNone() {
    assertThat(token.run(Urgency.BY_HAND, look())).isEmpty();
  }

  @Test
  void cancelEndsTheAttemptOrTheRetryAndNothingFollows() {
    jobs.put(
        7,
        step("load", "step/a").retries(MINUTE),
        step("report", "step/load"),
        step("alarm").failures("step/load"));
    assertThat(token.cancel(look())).as("nothing runs").isEmpty();
    arrive("step/a");
    UUID uid = attempt().uid();
    Ended ended = lastEnd(apply(token.cancel(look())));
    assertThat(ended.uid()).isEqualTo(uid);
    assertThat(ended.targets()).isEmpty();
    assertThat(token.state()).isEqualTo(TokenState.CANCELED);
    apply(token.run(Urgency.BY_HAND, look()));
    finish(Outcome.failure("no"));
    assertThat(lastEnd(apply(token.cancel(look()))).uid()).as("no attempt").isNull();
    assertThat(token.state()).isEqualTo(TokenState.CANCELED);
    now = now.plus(MINUTE);
    assertThat(wake()).containsExactly(new Booked(null, null));
  }

  @Test
  void clearForgetsAllButWhatIsOnItsWay() {
    jobs.put(7, step("load", "step/a"), step("report", "step/load"));
    assertThat(token.clear(look())).as("nothing to forget").isEmpty();
    arrive("step/a");
    finish(Outcome.success());
    apply(token.run(Urgency.BY_HAND, look()));
    UUID uid = attempt().uid();
    assertThat(lastEnd(apply(token.clear(look()))).uid()).isEqualTo(uid);
    assertThat(token.arrivals()).isEmpty();
    assertThat(token.state()).isEqualTo(TokenState.WAITING);
    assertThat(token.undelivered()).hasSize(1);
    arrive("step/a");
    assertThat(attempt()).as("it counts again").isNotNull();
  }

  @Test
  void aResetTokenRunsAgainOnceWhatWasForgottenHasComeAgain() {
    jobs.put(7, step("load", "step/a", "step/b", "trigger/t"));
    arrive("step/a");
    arrive("step/b");
    arrive("trigger/t");
    finish(Outcome.success());
    apply(token.reset(List.of("step/a", "step/b"), look()));
    assertThat(token.state()).isEqualTo(TokenState.WAITING);
    assertThat(count()).isEqualTo(1);
    assertThat(arrive("trigger/t")).as("was not forgotten").isEmpty();
    arrive("step/a", JobPriority.BACKFILL, TaskReason.MANUAL);
    assertThat(token.activation()).isNull();
    arrive("step/b", JobPriority.BACKFILL, TaskReason.MANUAL);
    assertThat(token.activation().urgency()).isEqualTo(Urgency.RANGE);
    finish(Outcome.success());
    assertThat(token.runs()).isEqualTo(2);
  }

  @Test
  void aResetTokenWithALowThresholdRunsForWhatComesAgainOnly() {
    jobs.put(7, step("load", "step/a", "step/b").threshold(1));
    arrive("step/a");
    finish(Outcome.success());
    arrive("step/b");
    finish(Outcome.success());
    apply(token.reset(List.of("step/a"), look()));
    assertThat(wake()).containsExactly(new Booked(null, null));
    arrive("step/a");
    finish(Outcome.success());
    assertThat(token.runs()).isEqualTo(3);
    assertThat(token.activation()).isNull();
  }

  @Test
  void whatIsResetWhileItRunsRunsAgain() {
    jobs.put(7, step("load", "step/a"));
    arrive("step/a");
    apply(token.reset(List.of("step/a"), look()));
    assertThat(token.state()).isEqualTo(TokenState.ACTIVE);
    assertThat(arrive("step/a")).hasExactlyElementsOfTypes(Arrived.class);
    assertThat(finish(Outcome.success())).hasExactlyElementsOfTypes(Ended.class, Queued.class);
  }

  @Test
  void whatIsDeletedEndsAndLeavesNothing() {
    jobs.put(7, step("load", "step/a"), step("report", "step/load"));
    arrive("step/a");
    assertThat(apply(token.remove(look()))).hasExactlyElementsOfTypes(Ended.class, Removed.class);
    assertThat(token).isEqualTo(Token.NEW);
    jobs.delete(7);
    assertThat(wake()).as("it is not woken any more").hasExactlyElementsOfTypes(Removed.class);
  }
}
