package io.millrace.engine.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.JournalKit;
import io.millrace.engine.flow.FlowKit.OwnerCall;
import io.millrace.engine.task.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Grants, releases, deadlines, lost workers and restarts. */
class FlowControlTest {
  private static JournalKit journal;
  private FlowKit kit;

  @BeforeAll
  static void start() {
    journal = JournalKit.start();
  }

  @AfterAll
  static void stop() {
    journal.close();
  }

  @BeforeEach
  void create() {
    kit = new FlowKit(journal);
  }

  @Test
  void aRequestIsGrantedToTheWorkerAndItsOwnerIsNotTold() {
    kit.alive();
    WaitingTask task = kit.task();
    kit.request(task);
    Lease lease = kit.expectRun();
    assertThat(lease.attemptUid()).isEqualTo(task.attemptUid());
    assertThat(lease.deadline()).isEqualTo(kit.clock.instant().plus(Duration.ofMinutes(1)));
    kit.request(task); // the owner restarted, and asks again
    kit.owners.expectNoMessage(Duration.ofMillis(100));
    kit.callersGranted.expectNoMessage(Duration.ZERO);
  }

  @Test
  void aThirdWaitsForAChannelAndGetsTheOneThatIsReleased() {
    kit.alive();
    List<WaitingTask> tasks = List.of(kit.task(), kit.task(), kit.task());
    tasks.forEach(task -> kit.request(task));
    Lease first = kit.expectRun();
    kit.expectRun();
    kit.worker.expectNoMessage(Duration.ofMillis(100));
    kit.release(first.attemptUid());
    assertThat(kit.expectRun().attemptUid()).isEqualTo(tasks.get(2).attemptUid());
  }

  @Test
  void aWorkerThatReportedTheEndIsNotToldToStop() {
    kit.alive();
    kit.request(kit.task());
    kit.release(kit.expectRun().attemptUid());
    await().until(() -> kit.state().running() == 0);
    kit.worker.expectNoMessage(Duration.ofMillis(100));
  }

  @Test
  void aWorkerIsToldToStopWhatSomebodyElseEnded() {
    kit.alive();
    kit.request(kit.task());
    Lease lease = kit.expectRun();
    kit.cancel(lease.attemptUid());
    assertThat(kit.worker.receiveMessage())
        .isEqualTo(new WorkerCommand.StopAttempt(lease.attemptUid()));
  }

  @Test
  void aRequestMadeTwiceIsGrantedOnce() {
    kit.alive();
    WaitingTask task = kit.task();
    kit.request(task);
    kit.expectRun();
    kit.request(task);
    kit.worker.expectNoMessage(Duration.ofMillis(100));
  }

  @Test
  void nothingIsGrantedBeforeAllThatWaitsIsKnown() {
    kit.stop();
    kit.readable = new CompletableFuture<>();
    WaitingTask first = kit.inLine("daily", 1);
    kit.history.add(first);
    kit.start();
    kit.alive();
    WaitingTask second = kit.request(kit.inLine("daily", 2));
    kit.worker.expectNoMessage(Duration.ofMillis(200));
    kit.readable.complete(null);
    assertThat(kit.expectRun().attemptUid()).isEqualTo(first.attemptUid());
    assertThat(kit.expectRun().attemptUid()).isEqualTo(second.attemptUid());
  }

  @Test
  void aTaskThatIsCanceledWhileItWaitsNeverRuns() {
    WaitingTask task = kit.task();
    kit.request(task);
    kit.release(task.attemptUid());
    kit.alive();
    kit.worker.expectNoMessage(Duration.ofMillis(100));
  }

  @Test
  void atItsDeadlineAnAttemptIsEndedAndItsChannelIsFree() {
    kit.alive();
    kit.request(kit.task());
    Lease lease = kit.expectRun();
    for (int second = 0; second < 65; second += 5) {
      kit.alive(lease.attemptUid());
      kit.pass(Duration.ofSeconds(5));
    }
    kit.owners.expectNoMessage(Duration.ofMillis(100));
    kit.pass(Duration.ofSeconds(1));
    OwnerCall told = kit.owners.receiveMessage();
    assertThat(told.outcome().kind()).isEqualTo(Outcome.Kind.TIMEOUT);
    told.replyTo().tell(new OwnerGateway.AttemptEnded(lease.attemptUid(), true));
    assertThat(kit.worker.receiveMessage())
        .isEqualTo(new WorkerCommand.StopAttempt(lease.attemptUid()));
  }

  @Test
  void theAttemptsOfAWorkerThatIsSilentAreEnded() {
    kit.alive();
    kit.request(kit.task());
    Lease lease = kit.expectRun();
    kit.pass(Duration.ofSeconds(11));
    OwnerCall told = kit.owners.receiveMessage();
    assertThat(told.lease()).isEqualTo(lease);
    assertThat(told.outcome().message()).contains("lost").contains("w");
  }

  @Test
  void anAttemptThatItsWorkerDoesNotKnowIsEnded() {
    kit.alive();
    kit.request(kit.task());
    kit.expectRun();
    kit.pass(Duration.ofSeconds(6));
    kit.alive();
    kit.pass(Duration.ofSeconds(5));
    kit.alive();
    assertThat(kit.owners.receiveMessage().outcome().message()).contains("does not have");
  }

  @Test
  void itsChannelsOutliveItAndWhatWaitedIsReadFromTheHistory() {
    kit.alive();
    WaitingTask running = kit.task();
    kit.request(running);
    Lease lease = kit.expectRun();
    kit.stop();

    WaitingTask queued = kit.task();
    kit.history.add(queued);
    kit.start();
    kit.alive(lease.attemptUid());
    assertThat(kit.expectRun().attemptUid()).isEqualTo(queued.attemptUid());
    kit.request(kit.task());
    kit.worker.expectNoMessage(Duration.ofMillis(100));
    kit.release(lease.attemptUid());
    kit.expectRun();
  }

  @Test
  void workersOfAnEarlierLifeAreLostOnlyAfterTheyHadTimeToSpeak() {
    kit.alive();
    WaitingTask task = kit.task();
    kit.request(task);
    kit.expectRun();
    kit.stop();
    kit.start();
    kit.request(task);
    await().untilAsserted(() -> assertThat(kit.state().running()).isEqualTo(1));
    assertThat(kit.state().waiting()).as("it has its channel").isZero();
    kit.pass(Duration.ofSeconds(9));
    kit.owners.expectNoMessage(Duration.ofMillis(100));
    kit.pass(Duration.ofSeconds(2));
    assertThat(kit.owners.receiveMessage().outcome().message()).contains("lost");
  }

  @Test
  void aPoolThatStartsTellsTheNodes() {
    await().untilAsserted(() -> assertThat(kit.starts).hasValue(1));
    kit.stop();
    kit.start();
    await().untilAsserted(() -> assertThat(kit.starts).hasValue(2));
  }

  @Test
  void theAttemptsOfANodeThatIsGoneEndAtOnceAndItGetsNoMore() {
    kit.alive();
    kit.request(kit.task());
    Lease lease = kit.expectRun();
    kit.gone.add("w");
    kit.flow.tell(FlowControl.nodeLost());
    OwnerCall told = kit.owners.receiveMessage();
    assertThat(told.lease()).isEqualTo(lease);
    assertThat(told.outcome().message()).contains("lost").contains("w");
    kit.request(kit.task());
    kit.worker.expectNoMessage(Duration.ofMillis(200));
  }

  /** The owner may have lived on the lost node, and its message with it. */
  @Test
  void overdueOwnersAreAskedAgainAfterANodeIsLost() {
    kit.alive();
    kit.request(kit.task());
    Lease lease = kit.expectRun();
    kit.gone.add("w");
    kit.flow.tell(FlowControl.nodeLost());
    assertThat(kit.owners.receiveMessage().lease()).isEqualTo(lease);
    kit.flow.tell(FlowControl.nodeLost());
    assertThat(kit.owners.receiveMessage().lease()).isEqualTo(lease);
  }
}
