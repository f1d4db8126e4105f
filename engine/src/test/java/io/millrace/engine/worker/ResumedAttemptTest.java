package io.millrace.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import akka.Done;
import akka.actor.testkit.typed.javadsl.TestProbe;
import io.millrace.engine.flow.Lease;
import io.millrace.engine.flow.WorkerCommand;
import io.millrace.engine.task.LogLine.Level;
import io.millrace.engine.task.Outcome;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Attempts whose work goes on without its node. */
class ResumedAttemptTest extends WorkerTestBase {

  private Lease resume(Lease lease) {
    fromPool.tell(new WorkerCommand.ResumeAttempt("default", lease));
    return lease;
  }

  private void drain(Duration grace) {
    TestProbe<Done> drained = journal.actors.createTestProbe();
    workers.tell(new NodeWorkerCommand.Drain(grace, drained.ref()));
    drained.receiveMessage();
  }

  @Test
  void aDrainedNodeLetsGoOfWorkThatGoesOnAndReportsNothing() {
    run(OUTLIVING);
    HeldExecution running = held();
    CompletableFuture<String> told = new CompletableFuture<>();
    running.execution().onDetach(() -> told.complete("detached"));
    running.execution().onCancel(() -> told.complete("canceled"));

    drain(Duration.ofMinutes(1));

    assertThat(told).isCompletedWithValue("detached");
    running.outcome().complete(Optional.of(Outcome.success()));
    silent(owners);
  }

  @Test
  void resumedWorkKnowsHowManyLinesAreStored() {
    Lease lease = run(OUTLIVING);
    HeldExecution first = held();
    assertThat(first.execution().isResumed()).isFalse();
    first.execution().log(Level.INFO, "one");
    first.execution().log(Level.INFO, "two");
    first.outcome().complete(Optional.of(Outcome.success()));
    owners.receiveMessage().answer();

    resume(lease);

    Execution again = held().execution();
    assertThat(again.isResumed()).isTrue();
    assertThat(again.loggedBefore()).isEqualTo(2);
  }

  @Test
  void whatTheWorkLeftIsRemovedOnlyWhenItsOutcomeIsStored() {
    run(OUTLIVING);
    HeldExecution running = held();
    CompletableFuture<String> removed = new CompletableFuture<>();
    running.execution().onAcknowledged(() -> removed.complete("removed"));
    running.outcome().complete(Optional.of(Outcome.success()));
    ToldOutcome told = owners.receiveMessage();
    assertThat(removed).isNotDone();

    told.answer();

    assertThat(removed).succeedsWithin(Duration.ofSeconds(10));
  }

  @Test
  void resumedWorkBeyondItsDeadlineIsCanceledNotForgotten() {
    Lease lease =
        new Lease(
            UUID.randomUUID(),
            "bank/" + OUTLIVING,
            1,
            "DEFAULT",
            "w",
            clock.instant().minusSeconds(60),
            clock.instant());
    resume(lease);
    HeldExecution resumed = held.receiveMessage();

    pass(Duration.ofSeconds(1));

    assertThat(owners.receiveMessage().outcome().kind()).isEqualTo(Outcome.Kind.TIMEOUT);
    assertThat(resumed.execution().isCanceled()).isTrue();
  }
}
