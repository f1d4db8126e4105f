package io.millrace.engine.flow;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.TestProbe;
import io.millrace.engine.JournalKit;
import io.millrace.engine.flow.FlowCommand.AwaitReply;
import io.millrace.engine.task.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A pool whose config changes while tasks run and callers wait for a channel. */
class PoolConfigChangeTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final PoolConfig SHARED =
      new PoolConfig(
          true, 2, List.of(new SourceSystem("TDR", 1, 40), new SourceSystem("DEFAULT", 0, 60)));

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

  private List<UUID> running(int n) {
    List<UUID> running = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      running.add(kit.expectRun().attemptUid());
    }
    kit.worker.expectNoMessage(Duration.ofMillis(100));
    return running;
  }

  @Test
  void withAThousandWaitingMoreChannelsAreUsedAtOnceAndFewerKillNothing() {
    kit.alive();
    for (int i = 0; i < 1_000; i++) {
      kit.request(kit.task());
    }
    List<UUID> running = running(2);

    kit.configure(PoolConfig.ofChannels(10));
    running.addAll(running(8));

    kit.configure(PoolConfig.ofChannels(3));
    kit.worker.expectNoMessage(Duration.ofMillis(100));
    assertThat(kit.state().running()).as("nothing was killed").isEqualTo(10);
    for (int ended = 0; ended < 7; ended++) {
      kit.release(running.get(ended));
    }
    kit.worker.expectNoMessage(Duration.ofMillis(100));
    kit.release(running.get(7));
    kit.expectRun();
    PoolState state = kit.state();
    assertThat(state.running()).isEqualTo(3);
    assertThat(state.waiting()).isEqualTo(989);
  }

  @Test
  void nothingIsGrantedWhileItIsPausedAndAllOfItAfterwards() {
    kit.alive();
    kit.configure(PoolConfig.ofChannels(2).withEnabled(false));
    kit.request(kit.task());
    kit.worker.expectNoMessage(Duration.ofMillis(100));
    kit.configure(PoolConfig.ofChannels(2));
    kit.expectRun();
  }

  @Test
  void aPauseThatLastsIsToldOnce() {
    kit.configure(PoolConfig.ofChannels(2).withEnabled(false));
    kit.freeze(Duration.ofMinutes(59));
    kit.pass(SECOND);
    kit.notifications.expectNoMessage(Duration.ofMillis(100));
    kit.freeze(Duration.ofMinutes(2));
    kit.pass(SECOND);
    assertThat(kit.notifications.receiveMessage().details())
        .containsEntry("reason", "why")
        .containsEntry("by", "ops");
    kit.freeze(Duration.ofMinutes(2));
    kit.pass(SECOND);
    kit.notifications.expectNoMessage(Duration.ofMillis(100));
  }

  @Test
  void whoWaitsKeepsHisPlaceWhenTheSystemsChange() {
    kit.configure(PoolConfig.ofChannels(1));
    WaitingTask first = kit.request(kit.task("DRI", Task.NODES));
    WaitingTask second = kit.request(kit.task("TDR", Task.NODES));
    kit.configure(SHARED);
    kit.alive();
    assertThat(List.of(kit.expectRun().attemptUid(), kit.expectRun().attemptUid()))
        .as("TDR has a reserve now, and comes first")
        .containsExactly(second.attemptUid(), first.attemptUid());
  }

  @Test
  void anOlderConfigThatIsReadLaterIsNotTaken() {
    PoolChange old = kit.config;
    kit.configure(PoolConfig.ofChannels(7));
    kit.config = old;
    kit.pass(Duration.ofSeconds(61));
    assertThat(kit.state().change().config().maxConcurrency()).isEqualTo(7);
  }

  @Test
  void theStateSaysWhoRunsAndWhoWaitsSinceWhen() {
    kit.configure(SHARED);
    kit.alive();
    kit.request(kit.task("TDR", Task.NODES));
    kit.request(kit.task("DRI", Task.NODES));
    kit.expectRun();
    kit.expectRun();
    WaitingTask oldest = kit.request(kit.task("DRI", Task.NODES));
    kit.clock.pass(Duration.ofSeconds(5));
    kit.request(kit.task("OTHER", Task.NODES));
    assertThat(kit.state().systems())
        .containsExactly(
            PoolState.PoolSystem.builder()
                .systemName("TDR")
                .reservedChannels(1)
                .probability(40)
                .running(1)
                .waiting(0)
                .granted(1)
                .drawn(0)
                .expected(0)
                .build(),
            PoolState.PoolSystem.builder()
                .systemName("DEFAULT")
                .reservedChannels(0)
                .probability(60)
                .running(1)
                .waiting(2)
                .oldest(oldest.createdAt())
                .granted(1)
                .drawn(1)
                .expected(1)
                .build());
  }

  @Test
  void theMetricsSayHowManyWereGrantedOnAReserveAndHowManyDrawn() {
    kit.configure(SHARED);
    kit.alive();
    kit.request(kit.task("TDR", Task.NODES));
    kit.request(kit.task("DRI", Task.NODES));
    kit.expectRun();
    kit.expectRun();
    kit.request(kit.task("DRI", Task.NODES));
    kit.pass(Duration.ofSeconds(30));
    kit.state();
    assertThat(
            kit.meters
                .get("millrace.flow.grants")
                .tags("system", "TDR", "by", "reserve")
                .counter()
                .count())
        .isEqualTo(1);
    assertThat(
            kit.meters
                .get("millrace.flow.grants")
                .tags("system", "DEFAULT", "by", "draw")
                .counter()
                .count())
        .isEqualTo(1);
    assertThat(kit.meters.get("millrace.flow.running").tags("system", "TDR").gauge().value())
        .isEqualTo(1);
    assertThat(kit.meters.get("millrace.flow.waiting").tags("system", "DEFAULT").gauge().value())
        .isEqualTo(1);
    assertThat(
            kit.meters
                .get("millrace.flow.oldest.seconds")
                .tags("system", "DEFAULT")
                .gauge()
                .value())
        .isEqualTo(30);
  }

  @Test
  void aCallerIsAnsweredWhenHisTurnComes() {
    kit.configure(PoolConfig.ofChannels(1));
    WaitingTask first = kit.task("TDR", Task.CALLER);
    WaitingTask second = kit.task("TDR", Task.CALLER);
    assertThat(kit.await(first).receiveMessage().lease().attemptUid())
        .isEqualTo(first.attemptUid());
    assertThat(kit.callersGranted.receiveMessage().attemptUid())
        .as("the caller may want to be called back")
        .isEqualTo(first.attemptUid());
    TestProbe<AwaitReply> waits = kit.await(second);
    waits.expectNoMessage(Duration.ofMillis(100));
    kit.release(first.attemptUid());
    assertThat(waits.receiveMessage().lease().attemptUid()).isEqualTo(second.attemptUid());
    assertThat(kit.await(second).receiveMessage().lease().attemptUid())
        .as("asked again, the caller has the same one")
        .isEqualTo(second.attemptUid());
  }

  @Test
  void aCallerWhoWaitedLongEnoughIsToldAndKeepsHisPlace() {
    kit.configure(PoolConfig.ofChannels(1));
    WaitingTask first = kit.task("TDR", Task.CALLER);
    kit.await(first).receiveMessage();
    WaitingTask second = kit.task("TDR", Task.CALLER);
    TestProbe<AwaitReply> waits = kit.await(second);
    kit.pass(Duration.ofSeconds(21));
    assertThat(waits.receiveMessage().lease()).isNull();
    kit.await(kit.task("TDR", Task.CALLER));
    TestProbe<AwaitReply> again = kit.await(second);
    kit.release(first.attemptUid());
    assertThat(again.receiveMessage().lease().attemptUid()).isEqualTo(second.attemptUid());
  }

  @Test
  void aCallersChannelIsHisUntilItsDeadlineHoweverSilentHeIs() {
    WaitingTask task = kit.task("TDR", Task.CALLER);
    kit.await(task).receiveMessage();
    kit.storedDeadlines.put(task.attemptUid(), kit.clock.instant().plusSeconds(60));
    kit.pass(Duration.ofSeconds(59));
    kit.owners.expectNoMessage(Duration.ofMillis(100));
    Instant deadline = kit.clock.instant().plusSeconds(60);
    kit.storedDeadlines.put(task.attemptUid(), deadline);
    kit.flow.tell(new FlowCommand.Extend(task.attemptUid(), deadline));
    kit.pass(Duration.ofSeconds(60));
    kit.owners.expectNoMessage(Duration.ofMillis(100));
    kit.pass(Duration.ofSeconds(10));
    assertThat(kit.owners.receiveMessage().outcome().message()).contains("deadline");
  }

  @Test
  void theChannelOfATaskThatHasEndedUnheardIsFoundAndFreed() {
    kit.configure(PoolConfig.ofChannels(1));
    kit.alive();
    kit.request(kit.task());
    Lease lease = kit.expectRun();
    kit.over.add(lease.attemptUid());
    kit.stop();
    kit.start();
    kit.alive(lease.attemptUid());
    assertThat(kit.worker.receiveMessage())
        .isEqualTo(new WorkerCommand.StopAttempt(lease.attemptUid()));
    WaitingTask next = kit.request(kit.task());
    assertThat(kit.expectRun().attemptUid()).isEqualTo(next.attemptUid());
  }
}
