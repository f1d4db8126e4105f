package io.millrace.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import akka.Done;
import akka.actor.testkit.typed.javadsl.TestProbe;
import io.millrace.engine.flow.Lease;
import io.millrace.engine.flow.WorkerCommand;
import io.millrace.engine.source.SourceCollection.Work;
import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.Outcome.Kind;
import io.millrace.engine.task.RunSpec;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** Attempts whose preparation has to ask others. */
class WorkerPreparingTest extends WorkerTestBase {
  private final Map<UUID, CompletableFuture<Optional<Assignment>>> asked =
      new ConcurrentHashMap<>();

  @Override
  AssignmentFactory assignments(AssignmentFactory defined) {
    return (pool, lease) -> {
      if (lease.owner().equals("bank/hold")) {
        return asked.computeIfAbsent(lease.attemptUid(), uid -> new CompletableFuture<>());
      }
      if (lease.owner().equals("bank/throw")) {
        throw new IllegalStateException("no such owner");
      }
      return defined.prepare(pool, lease);
    };
  }

  /** An attempt that stays in preparation until the test ends that. */
  private Lease preparing() {
    Lease lease = run("hold");
    settle();
    return lease;
  }

  private void prepared(Lease lease) {
    asked
        .get(lease.attemptUid())
        .complete(
            Optional.of(
                Assignment.of(
                    lease,
                    "bank",
                    "hold",
                    null,
                    Work.of(new RunSpec("hold", Map.of())),
                    TaskValues.NOTHING)));
  }

  @Test
  void itRunsAsSoonAsItIsKnownWhatToDo() {
    Lease lease = preparing();
    silent(held);
    assertThat(beat()).as("it is not lost meanwhile").containsExactly(lease.attemptUid());
    prepared(lease);
    HeldExecution running = held();
    running.outcome().complete(Optional.of(Outcome.success("7")));
    ToldOutcome told = owners.receiveMessage();
    assertThat(told.uid()).isEqualTo(lease.attemptUid());
    assertThat(told.outcome()).isEqualTo(Outcome.success("7"));
  }

  @Test
  void itHasItsSlotWhileItIsPrepared() {
    for (int i = 0; i < SLOTS; i++) {
      run("hold");
    }
    run("noop");
    silent(owners);
  }

  @Test
  void whatIsToStopMeanwhileIsNeverRun() {
    Lease lease = preparing();
    fromPool.tell(new WorkerCommand.StopAttempt(lease.attemptUid()));
    assertThat(beat()).isEmpty();
    prepared(lease);
    silent(held);
    pass(TIMEOUT);
    silent(owners);
  }

  @Test
  void itTimesOutAtItsDeadlineAndIsNeverRun() {
    Lease lease = preparing();
    pass(TIMEOUT.minusMillis(1));
    silent(owners);
    pass(Duration.ofMillis(1));
    Outcome outcome = owners.receiveMessage().outcome();
    assertThat(outcome.kind()).isEqualTo(Kind.TIMEOUT);
    assertThat(outcome.message()).contains("60.0 s").contains("before the task was prepared");
    prepared(lease);
    silent(held);
    silent(owners);
  }

  @Test
  void theTimeOfItsPreparationCounts() {
    Lease lease = preparing();
    pass(TIMEOUT.dividedBy(2));
    prepared(lease);
    HeldExecution running = held();
    pass(TIMEOUT.dividedBy(2));
    assertThat(owners.receiveMessage().outcome().kind()).isEqualTo(Kind.TIMEOUT);
    assertThat(running.execution().isCanceled()).isTrue();
  }

  @Test
  void whatIsGrantedTwiceMeanwhileRunsOnce() {
    Lease lease = preparing();
    fromPool.tell(new WorkerCommand.RunAttempt("default", lease));
    prepared(lease);
    held();
    silent(held);
  }

  @Test
  void whatIsGrantedAgainAfterAStopRunsOnce() {
    Lease lease = preparing();
    fromPool.tell(new WorkerCommand.StopAttempt(lease.attemptUid()));
    fromPool.tell(new WorkerCommand.RunAttempt("default", lease));
    settle();
    prepared(lease);
    held();
    silent(held);
  }

  @Test
  void aDrainWaitsForItAndStopsItAfterTheGrace() {
    Lease lease = preparing();
    TestProbe<Done> caller = drain();
    assertThat(alive().attempts()).containsExactly(lease.attemptUid());
    silent(caller);
    pass(GRACE);
    ToldOutcome told = owners.receiveMessage();
    assertThat(told.outcome().message()).contains("Stopped with its node");
    prepared(lease);
    silent(held);
    told.answer();
    caller.receiveMessage();
  }

  @Test
  void whatIsGoneMeanwhileFailsForGood() {
    Lease lease = preparing();
    asked.get(lease.attemptUid()).complete(Optional.empty());
    Outcome outcome = owners.receiveMessage().outcome();
    assertThat(outcome)
        .isEqualTo(
            Outcome.rejected("The task is no longer defined").because(FailureKind.MISCONFIGURED));
  }

  @Test
  void whatCannotBePreparedIsAnErrorThatARetryMayMend() {
    Lease lease = preparing();
    asked.get(lease.attemptUid()).completeExceptionally(new IllegalStateException("a bad day"));
    Outcome outcome = owners.receiveMessage().outcome();
    assertThat(outcome.kind()).isEqualTo(Kind.ERROR);
    assertThat(outcome.retryable()).isTrue();
    assertThat(outcome.message()).contains("could not be prepared").contains("a bad day");
  }

  @Test
  void whatIsRefusedIsNotTriedAgain() {
    Lease lease = preparing();
    asked
        .get(lease.attemptUid())
        .completeExceptionally(new AttemptRefusedException("no secret 'x'"));
    assertThat(owners.receiveMessage().outcome())
        .isEqualTo(Outcome.rejected("no secret 'x'").because(FailureKind.MISCONFIGURED));
  }

  @Test
  void whoThrowsInsteadOfFailingDoesNoMoreHarm() {
    run("throw");
    Outcome outcome = owners.receiveMessage().outcome();
    assertThat(outcome.kind()).isEqualTo(Kind.ERROR);
    assertThat(outcome.message()).contains("no such owner");
  }
}
