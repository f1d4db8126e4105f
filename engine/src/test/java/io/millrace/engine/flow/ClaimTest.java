package io.millrace.engine.flow;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.TestProbe;
import io.millrace.engine.JournalKit;
import io.millrace.engine.flow.FlowCommand.ClaimReply;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Remote workers: they claim work, send heartbeats, and may vanish. */
class ClaimTest {
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

  private WaitingTask queued(String queue) {
    return kit.request(kit.task("DEFAULT", queue));
  }

  private static List<UUID> uids(ClaimReply claimed) {
    return claimed.leases().stream().map(Lease::attemptUid).toList();
  }

  @Test
  void aClaimIsAnsweredWithWhatWaitsUpToWhatItAskedFor() {
    kit.configure(PoolConfig.ofChannels(9));
    List<WaitingTask> tasks = List.of(queued("q"), queued("q"), queued("q"));
    ClaimReply claimed = kit.claim("far", 2, "q").receiveMessage();
    assertThat(uids(claimed)).containsExactly(tasks.get(0).attemptUid(), tasks.get(1).attemptUid());
    assertThat(claimed.leases()).allMatch(lease -> lease.worker().equals("far"));
    assertThat(kit.state().waiting()).isEqualTo(1);
  }

  @Test
  void aClaimWaitsUntilThereIsWorkOfItsQueue() {
    TestProbe<ClaimReply> claim = kit.claim("far", 1, "q");
    queued("other");
    claim.expectNoMessage(Duration.ofMillis(100));
    WaitingTask mine = queued("q");
    assertThat(uids(claim.receiveMessage())).containsExactly(mine.attemptUid());
  }

  @Test
  void aClaimThatGotNothingIsToldSoAndGetsNothingLater() {
    TestProbe<ClaimReply> claim = kit.claim("far", 1, "q");
    kit.pass(Duration.ofSeconds(21));
    assertThat(claim.receiveMessage()).isEqualTo(new ClaimReply(List.of(), false));
    queued("q");
    claim.expectNoMessage(Duration.ofMillis(100));
    assertThat(kit.state().running()).isZero();
  }

  @Test
  void aClaimThatDoesNotWaitIsAnsweredAtOnce() {
    kit.state();
    assertThat(kit.claim("far", 1, Duration.ZERO, "q").receiveMessage().leases()).isEmpty();
    WaitingTask task = queued("q");
    assertThat(uids(kit.claim("far", 1, Duration.ZERO, "q").receiveMessage()))
        .containsExactly(task.attemptUid());
  }

  @Test
  void aSecondClaimOfAWorkerTakesThePlaceOfTheFirst() {
    TestProbe<ClaimReply> first = kit.claim("far", 1, "q");
    TestProbe<ClaimReply> second = kit.claim("far", 1, "q");
    assertThat(first.receiveMessage()).isEqualTo(new ClaimReply(List.of(), true));
    WaitingTask task = queued("q");
    assertThat(uids(second.receiveMessage())).containsExactly(task.attemptUid());
  }

  @Test
  void aClaimThatIsSentAgainIsTheSameClaim() {
    UUID id = UUID.randomUUID();
    TestProbe<ClaimReply> first = kit.claim("far", id, null, "q");
    TestProbe<ClaimReply> again = kit.claim("far", id, null, "q");
    WaitingTask task = queued("q");
    assertThat(uids(again.receiveMessage())).containsExactly(task.attemptUid());
    first.expectNoMessage(Duration.ofMillis(100));
  }

  @Test
  void theAttemptsOfAWorkerThatHungUpEndAfterOneHeartbeat() {
    queued("q");
    kit.claim("far", 1, "q").receiveMessage();
    UUID id = UUID.randomUUID();
    TestProbe<ClaimReply> open = kit.claim("far", id, null, "q");
    kit.flow.tell(new FlowCommand.Withdraw("far", id, false));
    open.receiveMessage();
    kit.pass(Duration.ofSeconds(3));
    kit.owners.expectNoMessage(Duration.ofMillis(100));
    kit.pass(Duration.ofSeconds(1));
    assertThat(kit.owners.receiveMessage().outcome().message()).contains("lost").contains("far");
  }

  /** All its slots are in use, so it has no open claim. */
  @Test
  void theAttemptsOfABusyWorkerWhoseConnectionEndedEndAfterOneHeartbeat() {
    UUID uid = queued("q").attemptUid();
    kit.claim("far", 1, "q").receiveMessage();
    kit.heartbeat("far", uid);
    kit.flow.tell(new FlowCommand.Withdraw("far", UUID.randomUUID(), true));
    kit.state();
    kit.pass(Duration.ofSeconds(3));
    kit.owners.expectNoMessage(Duration.ofMillis(100));
    kit.pass(Duration.ofSeconds(1));
    assertThat(kit.owners.receiveMessage().outcome().message()).contains("lost").contains("far");
  }

  @Test
  void aWorkerThatOpensAnotherConnectionInsteadIsNotLost() {
    UUID uid = queued("q").attemptUid();
    kit.claim("far", 1, "q").receiveMessage();
    kit.flow.tell(new FlowCommand.Withdraw("far", UUID.randomUUID(), true));
    kit.state();
    kit.pass(Duration.ofSeconds(3));
    assertThat(kit.heartbeat("far", uid)).containsExactly(uid);
    kit.pass(Duration.ofSeconds(6));
    kit.owners.expectNoMessage(Duration.ofMillis(100));
    assertThat(kit.heartbeat("far", uid)).containsExactly(uid);
  }

  @Test
  void aClaimThatIsWithdrawnGetsNothing() {
    UUID id = UUID.randomUUID();
    TestProbe<ClaimReply> gone = kit.claim("far", id, null, "q");
    kit.flow.tell(new FlowCommand.Withdraw("far", id, false));
    assertThat(gone.receiveMessage()).isEqualTo(new ClaimReply(List.of(), false));
    WaitingTask task = queued("q");
    assertThat(kit.state().running()).isZero();
    assertThat(uids(kit.claim("other", 1, "q").receiveMessage()))
        .containsExactly(task.attemptUid());
  }

  @Test
  void onlyTheClaimThatIsNamedIsWithdrawn() {
    UUID first = UUID.randomUUID();
    kit.claim("far", first, null, "q");
    TestProbe<ClaimReply> second = kit.claim("far", UUID.randomUUID(), null, "q");
    TestProbe<ClaimReply> old = kit.claim("old", 1, "r");
    kit.flow.tell(new FlowCommand.Withdraw("far", first, false));
    kit.flow.tell(new FlowCommand.Withdraw("old", first, false));
    kit.flow.tell(new FlowCommand.Withdraw("nobody", first, false));
    WaitingTask task = queued("q");
    assertThat(uids(second.receiveMessage())).containsExactly(task.attemptUid());
    WaitingTask other = queued("r");
    assertThat(uids(old.receiveMessage())).containsExactly(other.attemptUid());
  }

  @Test
  void aTaskThatNeedsSecretsWaitsForAWorkerThatMayHaveThem() {
    kit.configure(PoolConfig.ofChannels(9));
    UUID id = UUID.randomUUID();
    TestProbe<ClaimReply> stranger = kit.claim("stranger", id, Set.of("theirs"), "q");
    WaitingTask secret = kit.request(kit.task("DEFAULT", "q").withSecretsOf("ours"));
    kit.state();
    stranger.expectNoMessage(Duration.ofMillis(100));
    WaitingTask plain = queued("q");
    assertThat(uids(stranger.receiveMessage()))
        .as("what needs none is not held up")
        .containsExactly(plain.attemptUid());
    assertThat(uids(kit.claim("ours", id, Set.of("ours"), "q").receiveMessage()))
        .containsExactly(secret.attemptUid());
    WaitingTask another = kit.request(kit.task("DEFAULT", "q").withSecretsOf("ours"));
    assertThat(uids(kit.claim("any", id, null, "q").receiveMessage()))
        .containsExactly(another.attemptUid());
  }

  @Test
  void theNodesRunNothingThatIsToBeClaimed() {
    kit.alive();
    queued("q");
    kit.worker.expectNoMessage(Duration.ofMillis(100));
  }

  @Test
  void aWorkerThatIsSilentLosesItsAttempts() {
    queued("q");
    kit.claim("far", 1, "q").receiveMessage();
    kit.pass(Duration.ofSeconds(9));
    kit.owners.expectNoMessage(Duration.ofMillis(100));
    kit.pass(Duration.ofSeconds(2));
    assertThat(kit.owners.receiveMessage().outcome().message()).contains("lost").contains("far");
  }

  @Test
  void aWorkerThatIsHeardOfKeepsThem() {
    WaitingTask task = queued("q");
    kit.claim("far", 1, "q").receiveMessage();
    for (int beat = 0; beat < 5; beat++) {
      kit.pass(Duration.ofSeconds(9));
      assertThat(kit.heartbeat("far", task.attemptUid())).containsExactly(task.attemptUid());
    }
    kit.owners.expectNoMessage(Duration.ofMillis(100));
  }

  @Test
  void aHeartbeatTellsWhatIsOver() {
    WaitingTask task = queued("q");
    kit.claim("far", 1, "q").receiveMessage();
    kit.release(task.attemptUid());
    assertThat(kit.heartbeat("far", task.attemptUid(), UUID.randomUUID())).isEmpty();
  }

  @Test
  void aPoolThatJustStartedTellsNoWorkerToStop() {
    WaitingTask task = queued("q");
    Lease lease = kit.claim("far", 1, "q").receiveMessage().leases().get(0);
    kit.storedDeadlines.put(lease.attemptUid(), lease.deadline()); // its task is open
    kit.stop();
    kit.start();
    assertThat(kit.heartbeat("far", task.attemptUid())).containsExactly(task.attemptUid());
  }

  @Test
  void aWorkerThatWaitedForLongIsNotLostTheMomentItGetsWork() {
    TestProbe<ClaimReply> claim = kit.claim("far", 1, "q");
    kit.pass(Duration.ofSeconds(15));
    queued("q");
    claim.receiveMessage();
    kit.pass(Duration.ofSeconds(9));
    kit.owners.expectNoMessage(Duration.ofMillis(100));
  }

  @Test
  void nobodyKeepsTheChannelOfAnotherWorker() {
    WaitingTask task = queued("q");
    kit.claim("far", 1, "q").receiveMessage();
    assertThat(kit.heartbeat("thief", task.attemptUid())).isEmpty();
  }

  @Test
  void whatAWorkerWasGivenAndDoesNotHaveIsEnded() {
    queued("q");
    kit.claim("far", 1, "q").receiveMessage();
    kit.pass(Duration.ofSeconds(6));
    kit.heartbeat("far");
    kit.pass(Duration.ofSeconds(5));
    kit.heartbeat("far");
    assertThat(kit.owners.receiveMessage().outcome().message()).contains("does not have");
  }

  @Test
  void aWorkerNeedNotHaveWhatTakesLongToBeStored() throws SQLException {
    TestProbe<ClaimReply> claim;
    try (Connection slow = journal.database.connect()) {
      slow.setAutoCommit(false);
      slow.createStatement().execute("lock table event_journal in exclusive mode");
      claim = kit.claim("far", 1, "q");
      queued("q");
      for (int second = 0; second < 20; second++) {
        kit.heartbeat("far");
        kit.pass(Duration.ofSeconds(1));
      }
      slow.rollback();
    }
    Lease lease = claim.receiveMessage().leases().get(0);
    assertThat(lease.grantedAt()).isBefore(kit.clock.instant().minusSeconds(11));
    kit.heartbeat("far");
    kit.state();
    kit.owners.expectNoMessage(Duration.ofMillis(100));
  }

  @Test
  void workersAreListedWithWhatTheyRunAndWant() {
    kit.alive();
    WaitingTask task = queued("q");
    kit.claim("busy", 1, "q").receiveMessage();
    kit.claim("idle", 3, "r", "s");
    List<PoolState.PoolWorker> workers = kit.state().workers();
    assertThat(workers)
        .extracting(PoolState.PoolWorker::worker)
        .containsExactly("busy", "idle", "w");
    assertThat(workers).extracting(PoolState.PoolWorker::remote).containsExactly(true, true, false);
    assertThat(workers).extracting(PoolState.PoolWorker::slots).containsExactly(0, 3, 16);
    assertThat(workers.get(1).queues()).containsExactlyInAnyOrder("r", "s");
    assertThat(workers.get(0).leases())
        .extracting(Lease::attemptUid)
        .containsExactly(task.attemptUid());
  }
}
