package io.millrace.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import akka.Done;
import akka.actor.testkit.typed.javadsl.TestProbe;
import io.millrace.engine.flow.FlowCommand;
import io.millrace.engine.flow.Lease;
import io.millrace.engine.flow.WorkerCommand;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.Outcome.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeWorkerTest extends WorkerTestBase {

  @Test
  void theySayThatTheyAreAliveWithTheirSlotsAndAttempts() {
    Lease lease = run("hold");
    held();
    pass(HEARTBEAT);
    FlowCommand.WorkerAlive alive = alive();
    assertThat(alive.worker()).isEqualTo("w");
    assertThat(alive.slots()).isEqualTo(SLOTS);
    assertThat(alive.attempts()).containsExactly(lease.attemptUid());
    silent(pool);
  }

  @Test
  void whatIsMoreThanThereAreSlotsWaitsForOne() {
    List<HeldExecution> running = new ArrayList<>();
    for (int i = 0; i < SLOTS; i++) {
      run("hold");
      running.add(held.receiveMessage());
    }
    Lease surplus = run("hold");
    silent(held);
    assertThat(beat()).as("it is not lost meanwhile").contains(surplus.attemptUid());
    running.get(0).outcome().complete(Optional.of(Outcome.success()));
    owners.receiveMessage().answer();
    assertThat(held.receiveMessage().execution().assignment().attemptUid())
        .isEqualTo(surplus.attemptUid());
  }

  @Test
  void eachPoolIsToldOfTheSlotsThatTheOthersLeave() {
    pools = List.of("default", "far");
    run("hold");
    held.receiveMessage();
    pass(Duration.ofMillis(50));
    assertThat(List.of(alive().slots(), alive().slots()))
        .as("its own pool counts it by itself")
        .containsExactly(SLOTS, SLOTS - 1);
  }

  @Test
  void whatIsGrantedIsRunAndItsOwnerIsTold() {
    Lease lease = run("noop");
    ToldOutcome told = owners.receiveMessage();
    assertThat(told.lease()).isEqualTo(lease);
    assertThat(told.outcome()).isEqualTo(Outcome.success());
    told.answer();
    assertThat(beat()).isEmpty();
  }

  @Test
  void aRunnerIsToldWhatItRuns() {
    Lease lease = run("hold");
    Assignment assignment = held().execution().assignment();
    assertThat(assignment.taskId()).isEqualTo("bank_hold_" + lease.attemptUid());
    assertThat(assignment.attemptUid()).isEqualTo(lease.attemptUid());
    assertThat(assignment.deadline()).isEqualTo(lease.deadline());
    assertThat(assignment.run().kind()).isEqualTo("hold");
  }

  @Test
  void anOwnerIsToldAgainUntilItHasAnswered() {
    Lease lease = run("noop");
    owners.receiveMessage();
    assertThat(beat()).as("it is kept until then").containsExactly(lease.attemptUid());
    beat();
    silent(owners);
    beat();
    ToldOutcome again = owners.receiveMessage();
    assertThat(again.uid()).isEqualTo(lease.attemptUid());
    assertThat(again.outcome()).isEqualTo(Outcome.success());
    again.answer();
    beat();
    pass(Duration.ofSeconds(20));
    silent(owners);
    assertThat(beat()).isEmpty();
  }

  @Test
  void anOutcomeIsToldOnlyWhenTheWholeLogCanBeRead() {
    run("talk");
    assertThat(owners.receiveMessage().lines()).isEqualTo(3);
  }

  @Test
  void atItsDeadlineAnAttemptIsStoppedAndTimesOut() {
    run("hold");
    HeldExecution running = held();
    pass(TIMEOUT.minusMillis(1));
    silent(owners);
    pass(Duration.ofMillis(1));
    ToldOutcome told = owners.receiveMessage();
    assertThat(told.outcome().kind()).isEqualTo(Kind.TIMEOUT);
    assertThat(told.outcome().message()).contains("60.0 s");
    assertThat(running.execution().isCanceled()).isTrue();
    running.outcome().complete(Optional.of(Outcome.success()));
    silent(owners);
  }

  /** The clock shows the whole pause, but the timers have only begun to fire. */
  private void wakeUpAfter(Duration pause) {
    clock.pass(pause);
    journal.time.timePasses(TIMEOUT);
  }

  @Test
  void whatEndedWhileTheNodeDidNotRunIsHeardBeforeItsDeadlineIsJudged() {
    run("hold");
    HeldExecution running = held();
    wakeUpAfter(TIMEOUT.plusSeconds(12));
    silent(owners);
    assertThat(running.execution().isCanceled()).isFalse();
    running.outcome().complete(Optional.of(Outcome.success()));
    assertThat(owners.receiveMessage().outcome()).isEqualTo(Outcome.success());
  }

  @Test
  void whatStillRunsAfterThatIsStopped() {
    run("hold");
    HeldExecution running = held();
    wakeUpAfter(TIMEOUT.plusSeconds(12));
    silent(owners);
    pass(Duration.ofSeconds(1));
    assertThat(owners.receiveMessage().outcome().kind()).isEqualTo(Kind.TIMEOUT);
    assertThat(running.execution().isCanceled()).isTrue();
  }

  @Test
  void anAttemptThatComesAfterItsDeadlineIsNotRun() {
    Lease late =
        new Lease(
            UUID.randomUUID(),
            "bank/hold",
            1,
            "DEFAULT",
            "w",
            clock.instant().minusSeconds(60),
            clock.instant().minusSeconds(1));
    fromPool.tell(new WorkerCommand.RunAttempt("default", late));
    assertThat(owners.receiveMessage().outcome().kind()).isEqualTo(Kind.TIMEOUT);
    silent(held);
  }

  @Test
  void whatIsToStopIsCanceledAndForgotten() {
    Lease lease = run("hold");
    HeldExecution running = held();
    fromPool.tell(new WorkerCommand.StopAttempt(lease.attemptUid()));
    assertThat(beat()).isEmpty();
    assertThat(running.execution().isCanceled()).isTrue();
    running.outcome().complete(Optional.of(Outcome.canceled("stopped")));
    pass(TIMEOUT);
    silent(owners);
  }

  @Test
  void aStopOfWhatIsNotKnownChangesNothing() {
    Lease lease = run("hold");
    held();
    fromPool.tell(new WorkerCommand.StopAttempt(UUID.randomUUID()));
    assertThat(beat()).containsExactly(lease.attemptUid());
  }

  @Test
  void anAttemptThatIsGrantedTwiceRunsOnce() {
    Lease lease = run("hold");
    fromPool.tell(new WorkerCommand.RunAttempt("default", lease));
    HeldExecution running = held();
    silent(held);
    running.outcome().complete(Optional.of(Outcome.success()));
    owners.receiveMessage();
    fromPool.tell(new WorkerCommand.RunAttempt("default", lease));
    silent(held);
    silent(owners);
  }

  @Test
  void whatIsNotDefinedAnyMoreFailsForGood() {
    run("gone");
    Outcome outcome = owners.receiveMessage().outcome();
    assertThat(outcome.kind()).isEqualTo(Kind.FAILURE);
    assertThat(outcome.retryable()).isFalse();
    assertThat(outcome.message()).contains("no longer defined");
  }

  @Test
  void aRunnerThatBreaksIsAnError() {
    run("throw");
    Outcome outcome = owners.receiveMessage().outcome();
    assertThat(outcome.kind()).isEqualTo(Kind.ERROR);
    assertThat(outcome.message()).contains("a bad day");
  }

  @ParameterizedTest
  @ValueSource(strings = {"give", "give-later"})
  void whatWasHandedOverKeepsItsSlotUntilItIsToStop(String kind) {
    Lease lease = run(kind);
    settle();
    pass(TIMEOUT.minusSeconds(5));
    assertThat(beat()).containsExactly(lease.attemptUid());
    fromPool.tell(new WorkerCommand.StopAttempt(lease.attemptUid()));
    assertThat(beat()).isEmpty();
    silent(owners);
  }

  @ParameterizedTest
  @ValueSource(strings = {"give", "give-later"})
  void whatWasHandedOverTimesOutAtItsDeadline(String kind) {
    run(kind);
    settle();
    pass(TIMEOUT);
    assertThat(owners.receiveMessage().outcome().kind()).isEqualTo(Kind.TIMEOUT);
  }

  @Test
  void aDrainOfIdleWorkersIsDoneAtOnce() {
    TestProbe<Done> caller = drain();
    assertThat(alive().slots()).isZero();
    caller.receiveMessage();
  }

  @Test
  void aDrainTakesTheSlotsAwayAtOnceAndIsDoneWhenTheLastAttemptIsOver() {
    run("hold");
    HeldExecution running = held();
    TestProbe<Done> caller = drain();
    FlowCommand.WorkerAlive alive = alive();
    assertThat(alive.slots()).isZero();
    assertThat(alive.attempts()).hasSize(1);
    silent(caller);
    running.outcome().complete(Optional.of(Outcome.success()));
    ToldOutcome told = owners.receiveMessage();
    silent(caller);
    told.answer();
    caller.receiveMessage();
    assertThat(told.outcome()).isEqualTo(Outcome.success());
  }

  @Test
  void afterTheGraceTheRestIsStopped() {
    run("hold");
    run("hold");
    HeldExecution first = held.receiveMessage();
    HeldExecution second = held();
    TestProbe<Done> caller = drain();
    alive();
    first.outcome().complete(Optional.of(Outcome.success()));
    owners.receiveMessage().answer();
    pass(GRACE.minusSeconds(1));
    silent(owners);
    pass(Duration.ofSeconds(1));
    ToldOutcome told = owners.receiveMessage();
    assertThat(told.outcome().kind()).isEqualTo(Kind.ERROR);
    assertThat(told.outcome().retryable()).isTrue();
    assertThat(told.outcome().message()).contains("Stopped with its node");
    assertThat(second.execution().isCanceled()).isTrue();
    silent(caller);
    told.answer();
    caller.receiveMessage();
  }

  @Test
  void aPoolThatHasStartedHearsOfItsWorkersAtOnce() {
    Lease lease = run("hold");
    held();
    workers.tell(new NodeWorkerCommand.PoolStarted("default"));
    assertThat(alive().attempts()).containsExactly(lease.attemptUid());
    assertThat(started).containsExactly("default");
  }

  @Test
  void afterANodeIsLostOwnersThatDidNotAnswerAreToldAgainAtOnce() {
    run("noop");
    ToldOutcome lost = owners.receiveMessage();
    pass(Duration.ofMillis(10));
    workers.tell(NodeWorkerCommand.NodeLost.INSTANCE);
    ToldOutcome again = owners.receiveMessage();
    assertThat(again.uid()).isEqualTo(lost.uid());
    again.answer();
    settle();
    workers.tell(NodeWorkerCommand.NodeLost.INSTANCE);
    silent(owners);
  }
}
