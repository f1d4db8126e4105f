package io.millrace.engine.flow;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.TestProbe;
import io.millrace.engine.JournalKit;
import io.millrace.engine.flow.FlowCommand.ClaimReply;
import io.millrace.engine.task.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A pool whose node was frozen for a while. In this kit a worker is lost after 10 s. */
class FrozenPoolTest {
  private static final Duration FREEZE = Duration.ofSeconds(12);
  private static final Duration SECOND = Duration.ofSeconds(1);

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

  /** Starts two attempts: one on the node, one at the remote worker "far". */
  private List<UUID> runTwo() {
    kit.alive();
    kit.request(kit.task());
    UUID near = kit.expectRun().attemptUid();
    kit.request(kit.task("DEFAULT", "q"));
    Lease far = kit.claim("far", 1, "q").receiveMessage().leases().get(0);
    kit.storedDeadlines.put(far.attemptUid(), far.deadline());
    return List.of(near, far.attemptUid());
  }

  private void nobodyIsEnded() {
    kit.owners.expectNoMessage(Duration.ofMillis(100));
  }

  @Test
  void aFreezeCountsAgainstNobodyAndHeartbeatsThatWaitedAreReadFirst() {
    List<UUID> uids = runTwo();
    kit.pass(Duration.ofSeconds(8));
    kit.freeze(FREEZE);
    kit.pass(SECOND);
    nobodyIsEnded();
    kit.alive(uids.get(0));
    assertThat(kit.heartbeat("far", uids.get(1))).containsExactly(uids.get(1));
    kit.pass(Duration.ofSeconds(9));
    nobodyIsEnded();
  }

  @Test
  void whoIsReallySilentIsLostAfterAFullPeriod() {
    List<UUID> uids = runTwo();
    kit.pass(Duration.ofSeconds(8));
    kit.freeze(FREEZE);
    kit.pass(SECOND);
    for (int second = 0; second < 10; second++) {
      kit.alive(uids.get(0));
      kit.pass(SECOND);
    }
    nobodyIsEnded();
    kit.pass(SECOND);
    FlowKit.OwnerCall told = kit.owners.receiveMessage();
    assertThat(told.lease().attemptUid()).isEqualTo(uids.get(1));
    assertThat(told.outcome().message()).isEqualTo("The worker was lost: far");
  }

  @Test
  void aHeartbeatFromBeforeTheAnswerToItsClaimEndsNothing() {
    runTwo();
    kit.freeze(FREEZE);
    kit.heartbeat("far");
    kit.alive();
    kit.pass(SECOND);
    kit.heartbeat("far");
    nobodyIsEnded();
  }

  @Test
  void aDeadlineThatPassedMeanwhileIsJudgedAfterItsGrace() {
    List<UUID> uids = runTwo();
    kit.freeze(Duration.ofMinutes(5));
    kit.pass(SECOND);
    kit.alive(uids.get(0));
    kit.release(uids.get(0)); // it had ended, and the report arrives now
    kit.heartbeat("far", uids.get(1));
    kit.pass(Duration.ofSeconds(5));
    nobodyIsEnded();
    kit.pass(SECOND);
    FlowKit.OwnerCall told = kit.owners.receiveMessage();
    assertThat(told.lease().attemptUid()).isEqualTo(uids.get(1));
    assertThat(told.outcome().kind()).isEqualTo(Outcome.Kind.TIMEOUT);
  }

  @Test
  void aClaimThatRanOutMeanwhileGetsNothing() {
    TestProbe<ClaimReply> gone = kit.claim("far", 1, Duration.ofSeconds(5), "q");
    kit.state();
    kit.freeze(FREEZE);
    WaitingTask task = kit.request(kit.task("DEFAULT", "q"));
    assertThat(gone.receiveMessage().leases()).isEmpty();
    ClaimReply claimed = kit.claim("far", 1, "q").receiveMessage();
    assertThat(claimed.leases().get(0).attemptUid()).isEqualTo(task.attemptUid());
  }
}
