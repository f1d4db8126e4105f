package io.millrace.engine.token;

import static io.millrace.engine.token.TestStep.step;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.job.JobPriority;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskOrder;
import io.millrace.engine.task.TaskPriority;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.task.TokenRow.TokenState;
import io.millrace.engine.token.TokenEvent.Arrived;
import io.millrace.engine.token.TokenEvent.Booked;
import io.millrace.engine.token.TokenEvent.Ended;
import io.millrace.engine.token.TokenEvent.Passed;
import io.millrace.engine.token.TokenEvent.Queued;
import io.millrace.engine.token.TokenEvent.Removed;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The rules of one token. */
class TokenTest extends TokenTestBase {

  @Test
  void theThresholdIsDeductedAndTheStepActivatedInOneWrite() {
    jobs.put(7, step("load", "step/a", "step/b"));
    assertThat(arrive("step/a")).hasExactlyElementsOfTypes(Arrived.class);
    assertThat(token.state()).isEqualTo(TokenState.WAITING);
    assertThat(count()).isEqualTo(1);
    assertThat(arrive("step/b")).hasExactlyElementsOfTypes(Arrived.class, Queued.class);
    assertThat(token.state()).isEqualTo(TokenState.ACTIVE);
    assertThat(count()).isZero();
    assertThat(attempt().reason()).isEqualTo(TaskReason.TRIGGER);
    assertThat(attempt().priority()).isEqualTo(TaskPriority.HIGH.value());
    assertThat(attempt().source()).isEqualTo("reports.job-7");
  }

  @Test
  void fiveDependsNeedFiveArrivals() {
    jobs.put(7, step("load", "step/a", "step/b", "step/c", "step/d", "step/e"));
    List.of("step/a", "step/b", "step/c", "step/d").forEach(this::arrive);
    assertThat(count()).isEqualTo(4);
    assertThat(token.activation()).isNull();
    arrive("step/e");
    assertThat(token.activation()).isNotNull();
  }

  @Test
  void aSourceCountsOnceHoweverOftenItArrives() {
    jobs.put(7, step("load", "step/a", "step/b"));
    arrive("step/a");
    assertThat(arrive("step/a")).isEmpty();
    arrive("step/b");
    assertThat(arrive("step/b")).as("while it runs").isEmpty();
    finish(Outcome.success());
    assertThat(arrive("step/a")).as("after it ran").isEmpty();
    assertThat(token.runs()).isEqualTo(1);
  }

  @Test
  void whatItsStepDoesNotWaitForAnyMoreIsForgotten() {
    jobs.put(7, step("load", "step/a", "step/b"));
    arrive("step/a");
    jobs.put(7, step("load", "step/b", "step/c"));
    assertThat(arrive("step/a@1h")).isEmpty();
    arrive("step/b");
    assertThat(token.activation()).as("a does not count for c").isNull();
    arrive("step/c");
    assertThat(token.activation()).isNotNull();
  }

  @Test
  void aStepThatIsGoneTakesNothing() {
    jobs.put(7, step("other", "step/a"));
    assertThat(arrive("step/a")).isEmpty();
    jobs.delete(7);
    assertThat(arrive("step/a")).isEmpty();
    assertThat(token).isEqualTo(Token.NEW);
  }

  @Test
  void moreArrivalsThanTheThresholdMakeItRunAgainAfterItsEnd() {
    jobs.put(7, step("load", "step/a", "step/b", "step/c").threshold(1));
    arrive("step/a");
    UUID first = attempt().uid();
    assertThat(arrive("step/b")).hasExactlyElementsOfTypes(Arrived.class);
    arrive("step/c");
    assertThat(count()).isEqualTo(2);
    assertThat(finish(Outcome.success())).hasExactlyElementsOfTypes(Ended.class, Queued.class);
    assertThat(attempt().uid()).isNotEqualTo(first);
    assertThat(finish(Outcome.rejected("no"))).hasExactlyElementsOfTypes(Ended.class, Queued.class);
    assertThat(finish(Outcome.success())).hasExactlyElementsOfTypes(Ended.class);
    assertThat(token.runs()).isEqualTo(3);
    assertThat(token.state()).isEqualTo(TokenState.SUCCESS);
    assertThat(count()).isZero();
  }

  @Test
  void aTokenAtItsThresholdWaitsWhileItsJobIsPaused() {
    jobs.put(7, step("load", "step/a"));
    jobs.pause(7, true);
    assertThat(arrive("step/a")).hasExactlyElementsOfTypes(Arrived.class);
    assertThat(wake()).containsExactly(new Booked(null, null));
    assertThat(token.state()).isEqualTo(TokenState.WAITING);
    jobs.pause(7, false);
    assertThat(wake()).hasExactlyElementsOfTypes(Queued.class);
  }

  @Test
  void aThresholdThatIsLoweredMakesItRunWhenItIsWoken() {
    jobs.put(7, step("load", "step/a", "step/b"));
    arrive("step/a");
    assertThat(wake()).containsExactly(new Booked(null, null));
    jobs.put(7, step("load", "step/a", "step/b").threshold(1));
    assertThat(wake()).hasExactlyElementsOfTypes(Queued.class);
    assertThat(count()).isZero();
  }

  @Test
  void aDependencyThatIsTakenAwayMakesItRunOnceOnly() {
    jobs.put(7, step("load", "step/a", "step/b", "step/c"));
    arrive("step/a");
    arrive("step/b");
    jobs.put(7, step("load", "step/b"));
    wake();
    finish(Outcome.success());
    assertThat(token.runs()).isEqualTo(1);
    assertThat(token.activation()).isNull();
  }

  @Test
  void aRetryAndWhatFollowsStandWhereTheRunStood() {
    TaskOrder order = new TaskOrder("7/daily", 3);
    jobs.put(
        7,
        step("load", "step/a", "step/b").retries(Duration.ofMinutes(1)),
        step("report", "step/load"));
    arrive("step/b", JobPriority.BACKFILL, TaskReason.MANUAL);
    apply(
        token.arrive(
            new Arrival("step/a", TaskReason.CATCH_UP, JobPriority.BACKFILL, null, 1, order),
            look()));
    assertThat(token.activation().urgency().order()).isEqualTo(order);
    finish(Outcome.failure("no"));
    now = token.activation().at();
    wake();
    assertThat(attempt().no()).isEqualTo(2);
    assertThat(token.activation().urgency().order()).isEqualTo(order);
    finish(Outcome.success());
    DownstreamDelivery delivery = token.undelivered().get(0);
    assertThat(delivery.arrival(delivery.targets().get(0)).order()).isEqualTo(order);
  }

  @Test
  void aJoinPassesAtOnceWithoutATask() {
    jobs.put(7, step("load", "step/a", "step/b").join(), step("report", "step/load"));
    arrive("step/a", JobPriority.HIGH, TaskReason.MANUAL);
    assertThat(arrive("step/b")).hasExactlyElementsOfTypes(Arrived.class, Passed.class);
    assertThat(token.state()).isEqualTo(TokenState.SUCCESS);
    assertThat(token.undelivered().get(0).urgency()).isEqualTo(Urgency.BY_HAND);
    assertThat(token.undelivered().get(0).targets()).hasSize(1);
  }

  @Test
  void aJoinPassesAsOftenAsItsThresholdIsReached() {
    jobs.put(7, step("load", "step/a", "step/b").join().threshold(1), step("r", "step/load"));
    jobs.pause(7, true);
    arrive("step/a");
    arrive("step/b");
    jobs.pause(7, false);
    assertThat(wake()).hasExactlyElementsOfTypes(Passed.class, Passed.class);
    assertThat(token.undelivered()).hasSize(2);
    assertThat(count()).isZero();
  }

  @Test
  void theMostUrgentOfWhatMakesItRunCounts() {
    jobs.put(7, step("load", "step/a", "step/b", "step/c"));
    arrive("step/a", JobPriority.BACKFILL, TaskReason.CATCH_UP);
    arrive("step/b", JobPriority.HIGH, TaskReason.MANUAL);
    arrive("step/c", JobPriority.NORMAL, TaskReason.TRIGGER);
    assertThat(token.activation().urgency()).isEqualTo(Urgency.BY_HAND);
    assertThat(attempt().priority()).isEqualTo(JobPriority.HIGH.value());
  }

  @Test
  void theOwnPriorityOfAStepIsForWhatWasScheduledAndIsNotInherited() {
    jobs.put(7, step("load", "step/a").priority(JobPriority.LOW), step("report", "step/load"));
    arrive("step/a");
    assertThat(attempt().priority()).isEqualTo(JobPriority.LOW.value());
    finish(Outcome.success());
    assertThat(token.undelivered().get(0).urgency().priority()).isEqualTo(JobPriority.NORMAL);
    apply(token.run(Urgency.BY_HAND, look()));
    assertThat(attempt().priority()).isEqualTo(JobPriority.HIGH.value());
  }

  @Test
  void whatWakesUpAndIsGoneRemovesItself() {
    jobs.put(7, step("load", "step/a").retries(MINUTE));
    arrive("step/a");
    jobs.put(7, step("other", "step/a"));
    assertThat(wake()).hasExactlyElementsOfTypes(Ended.class, Removed.class);
  }

  @Test
  void anAttemptOfAStepThatIsGoneEndsAsItWasReported() {
    jobs.put(7, step("load", "step/a").retries(MINUTE), step("alarm").failures("step/load"));
    arrive("step/a");
    jobs.delete(7);
    assertThat(lastEnd(finish(Outcome.failure("no"))).isFinal()).isTrue();
    assertThat(token.state()).isEqualTo(TokenState.FAILED);
    assertThat(token.undelivered()).isEmpty();
  }

  @Test
  void whatArrivedIsKeptForTheInputsOfItsRun() {
    jobs.put(7, step("load", "step/a", "step/b"));
    apply(
        token.arrive(
            new Arrival("step/a", TaskReason.TRIGGER, JobPriority.NORMAL, "{\"rows\":3}", 1, null),
            look()));
    arrive("step/b");
    assertThat(token.inputs()).isEqualTo(Map.of("step/a", "{\"rows\":3}"));
  }
}
