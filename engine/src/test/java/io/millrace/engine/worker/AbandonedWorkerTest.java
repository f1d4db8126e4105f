package io.millrace.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import akka.Done;
import akka.actor.testkit.typed.javadsl.TestProbe;
import io.millrace.engine.task.Outcome;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The worker of a node that is fenced. */
class AbandonedWorkerTest extends WorkerTestBase {

  private TestProbe<Done> abandon() {
    TestProbe<Done> caller = journal.actors.createTestProbe();
    workers.tell(new NodeWorkerCommand.Abandon(caller.ref()));
    return caller;
  }

  @Test
  void whoIsAbandonedKillsEverythingAtOnceAndReportsNothing() {
    run("hold");
    run("noop");
    owners.receiveMessage();
    HeldExecution running = held();
    TestProbe<Done> caller = abandon();
    silent(caller);
    assertThat(running.execution().isAbandoned()).isTrue();
    assertThat(running.execution().isCanceled()).isTrue();
    running.outcome().complete(Optional.of(Outcome.success()));
    caller.receiveMessage();
    pass(Duration.ofMinutes(2));
    silent(owners);
  }

  @Test
  void whoIsAbandonedWhileItDrainsAnswersBoth() {
    run("hold");
    HeldExecution running = held();
    TestProbe<Done> drained = drain();
    alive();
    TestProbe<Done> abandoned = abandon();
    silent(drained);
    assertThat(running.execution().isAbandoned()).isTrue();
    running.outcome().complete(Optional.of(Outcome.success()));
    drained.receiveMessage();
    abandoned.receiveMessage();
  }

  @Test
  void whoIsAbandonedTakesNothingMoreAndLeavesToOthersWhatGoesOnWithoutIt() {
    run(OUTLIVING);
    HeldExecution elsewhere = held();
    abandon().receiveMessage();
    assertThat(elsewhere.execution().isCanceled()).isFalse();
    run("hold");
    silent(held);
  }
}
