package io.millrace.engine.token;

import static io.millrace.engine.token.TestStep.step;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.job.JobPriority;
import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.task.TokenRow.TokenState;
import io.millrace.engine.token.DownstreamDelivery.ArrivalTarget;
import io.millrace.engine.token.TokenEvent.Booked;
import io.millrace.engine.token.TokenEvent.Ended;
import io.millrace.engine.token.TokenEvent.Queued;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class TokenOutcomeTest extends TokenTestBase {

  @Test
  void successArrivesAtItsEffectsEachAtItsOwnTime() {
    jobs.put(
        7,
        step("load", "step/a"),
        step("report", "step/load"),
        step("next", "step/load@1h"),
        step("alarm").failures("step/load"));
    jobs.put(8, step("other", "job-7/step/load"));
    arrive("step/a", JobPriority.BACKFILL, TaskReason.CATCH_UP);
    finish(Outcome.success("{\"rows\":3}"));
    DownstreamDelivery delivery = token.undelivered().get(0);
    assertThat(delivery.targets())
        .containsExactly(
            new ArrivalTarget(new TokenId(7, "report", DAY), "step/load"),
            new ArrivalTarget(new TokenId(7, "next", DAY.plusSeconds(3_600)), "step/load@1h"),
            new ArrivalTarget(new TokenId(8, "other", DAY), "job-7/step/load"));
    assertThat(delivery.arrival(delivery.targets().get(1)))
        .isEqualTo(
            new Arrival(
                "step/load@1h",
                TaskReason.CATCH_UP,
                JobPriority.BACKFILL,
                "{\"rows\":3}",
                jobs.version(),
                null));
    assertThat(token.deliverAt()).isAfter(now);
    apply(token.delivered(delivery));
    assertThat(token.undelivered()).isEmpty();
    assertThat(token.deliverAt()).isNull();
    assertThat(token.delivered(delivery)).as("once").isEmpty();
  }

  @Test
  void aFailureIsRetriedUntilNoRetryIsLeftAndThenArrivesAtItsFailureEdges() {
    jobs.put(
        7,
        step("load", "step/a").retries(MINUTE, MINUTE.multipliedBy(5)),
        step("report", "step/load"),
        step("alarm").failures("step/load"));
    arrive("step/a");
    assertThat(token.activation().at())
        .as("should nothing be heard of it")
        .isEqualTo(now.plus(TestStep.TIMEOUT).plus(MINUTE));
    UUID first = attempt().uid();
    assertThat(lastEnd(finish(Outcome.failure("no"))).retryAt()).isEqualTo(now.plus(MINUTE));
    assertThat(token.state()).isEqualTo(TokenState.ACTIVE);
    assertThat(token.endAttempt(first, Outcome.success(), look())).as("it is over").isEmpty();
    assertThat(wake()).as("not yet").hasExactlyElementsOfTypes(Booked.class);
    now = now.plus(MINUTE);
    wake();
    assertThat(attempt().no()).isEqualTo(2);
    assertThat(attempt().reason()).isEqualTo(TaskReason.RETRY);
    assertThat(count()).isZero();
    assertThat(lastEnd(finish(Outcome.timeout("late"))).retryAt())
        .isEqualTo(now.plus(MINUTE.multipliedBy(5)));
    now = now.plus(MINUTE.multipliedBy(5));
    wake();
    assertThat(token.activation().at()).as("the last one has no retry").isNull();
    assertThat(lastEnd(finish(Outcome.error("lost"))).targets())
        .containsExactly(new ArrivalTarget(new TokenId(7, "alarm", DAY), "!step/load"));
    assertThat(token.undelivered().get(0).urgency().reason())
        .as("what follows has the reason of the run, not of its last attempt")
        .isEqualTo(TaskReason.TRIGGER);
    assertThat(token.state()).isEqualTo(TokenState.FAILED);
    assertThat(token.runs()).isEqualTo(1);
  }

  @Test
  void whatCannotBeRetriedFailsAtOnce() {
    jobs.put(
        7, step("load", "step/a").retries(MINUTE, MINUTE), step("alarm").failures("step/load"));
    arrive("step/a");
    assertThat(lastEnd(finish(Outcome.rejected("no such account"))).targets()).hasSize(1);
    assertThat(token.state()).isEqualTo(TokenState.FAILED);
  }

  @Test
  void aFailureThatSaysWhenToRetryIsBelieved() {
    jobs.put(7, step("load", "step/a").retries(MINUTE));
    arrive("step/a");
    Outcome busy = new Outcome(Outcome.Kind.FAILURE, "busy", "", true, Duration.ofHours(2));
    assertThat(lastEnd(finish(busy)).retryAt()).isEqualTo(now.plus(Duration.ofHours(2)));
  }

  @Test
  void aFailureHasSomethingForItsUser() {
    jobs.put(7, step("load", "step/a"));
    arrive("step/a");
    Ended ended =
        lastEnd(finish(Outcome.failure("exit code 3").because(FailureKind.PROGRAM_FAILED)));
    assertThat(ended.outcome().userMessage()).isEqualTo(FailureKind.PROGRAM_FAILED.sentence());
    assertThat(ended.outcome().message()).isEqualTo("exit code 3");
  }

  @Test
  void aRetryWaitsWhileItsJobIsPaused() {
    jobs.put(7, step("load", "step/a").retries(MINUTE));
    arrive("step/a");
    finish(Outcome.failure("no"));
    jobs.pause(7, true);
    now = now.plus(MINUTE);
    assertThat(wake()).hasExactlyElementsOfTypes(Booked.class);
    assertThat(token.activation().at()).isAfter(now);
    jobs.pause(7, false);
    now = now.plus(MINUTE);
    assertThat(wake()).hasExactlyElementsOfTypes(Queued.class);
  }

  @Test
  void anAttemptNotHeardOfStaysTheOnlyOne() {
    jobs.put(7, step("load", "step/a").retries(MINUTE));
    arrive("step/a");
    UUID uid = attempt().uid();
    Instant booked = token.activation().at();
    now = booked;
    assertThat(wake()).hasExactlyElementsOfTypes(Booked.class);
    assertThat(attempt().uid()).isEqualTo(uid);
    assertThat(token.activation().at()).isAfter(booked);
  }

  @Test
  void aReportOfAnotherAttemptChangesNothing() {
    jobs.put(7, step("load", "step/a"));
    assertThat(token.endAttempt(UUID.randomUUID(), Outcome.success(), look())).isEmpty();
    arrive("step/a");
    assertThat(token.endAttempt(UUID.randomUUID(), Outcome.success(), look())).isEmpty();
    UUID uid = attempt().uid();
    finish(Outcome.canceled("by hand"));
    assertThat(token.endAttempt(uid, Outcome.success(), look())).isEmpty();
    assertThat(token.state()).isEqualTo(TokenState.CANCELED);
  }
}
