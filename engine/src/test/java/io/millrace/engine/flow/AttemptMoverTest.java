package io.millrace.engine.flow;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.TestProbe;
import io.millrace.engine.JournalKit;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Attempts whose work goes on without its node. In this kit a worker is lost after 10 s. */
class AttemptMoverTest {
  private static final Duration LOST = Duration.ofSeconds(12);
  private static JournalKit journal;

  private FlowKit kit;
  private TestProbe<WorkerCommand> other;
  private Lease lease;

  @BeforeAll
  static void start() {
    journal = JournalKit.start();
  }

  @AfterAll
  static void stop() {
    journal.close();
  }

  @BeforeEach
  void grant() {
    kit = new FlowKit(journal);
    other = journal.actors.createTestProbe();
    kit.outliving.add("bank/accounts");
    kit.alive();
    kit.request(kit.task());
    lease = kit.expectRun();
  }

  /** The first worker is silent from now on, and the other one is not. */
  private void passWithout(Duration duration, int slots) {
    for (long second = 0; second < duration.toSeconds(); second++) {
      kit.alive("other", other, slots);
      kit.pass(Duration.ofSeconds(1));
    }
  }

  private Lease expectResumed(TestProbe<WorkerCommand> worker) {
    return ((WorkerCommand.ResumeAttempt) worker.receiveMessage()).lease();
  }

  @Test
  void anAttemptGoesOnAtAnotherNodeAndKeepsItsDeadline() {
    passWithout(LOST, 4);

    assertThat(expectResumed(other)).isEqualTo(lease.heldBy("other"));
    assertThat(kit.state().workers())
        .filteredOn(worker -> worker.worker().equals("other"))
        .singleElement()
        .satisfies(worker -> assertThat(worker.leases()).containsExactly(lease.heldBy("other")));
    kit.owners.expectNoMessage(Duration.ofMillis(100));
  }

  @Test
  void anAttemptWaitsWhileNoNodeTakesAnything() {
    passWithout(LOST, 0);
    other.expectNoMessage(Duration.ofMillis(100));
    kit.owners.expectNoMessage(Duration.ofMillis(100));

    passWithout(Duration.ofSeconds(7), 1);

    assertThat(expectResumed(other).attemptUid()).isEqualTo(lease.attemptUid());
  }

  @Test
  void aPoolThatStartsAgainAsksTheNodeThatHasItAlready() {
    passWithout(LOST, 4);
    expectResumed(other);
    kit.stop();
    kit.start();

    for (int second = 0; second < LOST.toSeconds(); second++) {
      kit.alive();
      kit.alive("other", other, 1, lease.attemptUid());
      kit.pass(Duration.ofSeconds(1));
    }

    kit.owners.expectNoMessage(Duration.ofMillis(100));
  }

  @Test
  void aNodeThatLetsGoOfAnAttemptIsNotItsEnd() {
    for (int second = 0; second < LOST.toSeconds(); second++) {
      kit.alive("w", kit.worker, 0); // it drains, and no longer has the attempt
      kit.alive("other", other, 4);
      kit.pass(Duration.ofSeconds(1));
    }

    assertThat(expectResumed(other).attemptUid()).isEqualTo(lease.attemptUid());
    kit.owners.expectNoMessage(Duration.ofMillis(100));
  }

  @Test
  void itsReleaseStopsItWhereItIsNow() {
    passWithout(LOST, 4);
    expectResumed(other);

    kit.cancel(lease.attemptUid());

    assertThat(other.receiveMessage()).isEqualTo(new WorkerCommand.StopAttempt(lease.attemptUid()));
  }

  @Test
  void theDeadlineEndsItWhereverItIs() {
    passWithout(Duration.ofSeconds(80), 0);

    assertThat(kit.owners.receiveMessage().outcome().message()).contains("deadline");
  }

  @Test
  void anyOtherAttemptIsLostAsBefore() {
    kit.outliving.clear();

    passWithout(LOST, 4);

    assertThat(kit.owners.receiveMessage().outcome().message()).contains("lost");
    other.expectNoMessage(Duration.ofMillis(100));
  }
}
