package io.millrace.engine.token;

import static io.millrace.engine.token.TestStep.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import akka.actor.testkit.typed.javadsl.LoggingTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import io.millrace.engine.database.TestSql;
import io.millrace.engine.job.JobPriority;
import io.millrace.engine.message.Ack;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskOrder;
import io.millrace.engine.task.TaskPriority;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.task.TaskStatus;
import io.millrace.engine.task.TokenRow.TokenState;
import io.millrace.engine.token.TokenKit.PoolMessage;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class TokenEntityTest extends TokenEntityTestBase {

  @Test
  void anArrivalIsStoredThenItsChannelRequestedThenAnswered() throws Exception {
    kit.put(step("load", "step/a", "step/b"));
    kit.arrive("load", "step/a");
    assertThat(kit.row("load")).isEqualTo("WAITING 1");
    assertThat(kit.dueAt("load")).isNull();
    kit.arrive("load", "step/b");
    assertThat(kit.row("load")).isEqualTo("ACTIVE 0");
    assertThat(kit.sent)
        .containsExactly(new PoolMessage("request", kit.uid("load"), TaskStatus.SCHEDULED));
    Task task = kit.tasks("load").get(0);
    assertThat(task.id().source()).isEqualTo("reports.job-" + kit.job);
    assertThat(task.id().collection()).isEqualTo("load");
    assertThat(task.origin().token()).isEqualTo(kit.id("load").owner());
    assertThat(task.origin().logicalTime()).isEqualTo(TokenKit.DAY);
    assertThat(task.origin().reason()).isEqualTo(TaskReason.TRIGGER);
    assertThat(task.route().priority()).isEqualTo(TaskPriority.HIGH.value());
  }

  @Test
  void anArrivalAndAnEndEachLookUpTheJobOnce() {
    kit.put(step("load", "step/a"));
    kit.token("load");
    int before = kit.known.lookups.get();
    kit.arrive("load", "step/a");
    assertThat(kit.sent).hasSize(1);
    assertThat(kit.known.lookups.get() - before).isEqualTo(1);
    kit.finish("load", Outcome.success());
    assertThat(kit.known.lookups.get() - before).isEqualTo(2);
    assertThat(kit.releasedByWorker).isTrue();
  }

  @Test
  void aRunThatAPersonCancelsIsLeftForThePoolToStop() {
    kit.put(step("load", "step/a"));
    kit.arrive("load", "step/a");
    kit.releasedByWorker = true;
    kit.<TokenCommand.ChangeReply>ask("load", TokenCommand.Cancel::new);
    assertThat(kit.releasedByWorker).isFalse();
  }

  @Test
  void whereItStandsIsStoredSoThatAPoolThatStartsHasTheSameOrder() throws Exception {
    TaskOrder order = new TaskOrder("7/daily", Long.MIN_VALUE);
    kit.put(step("load", "step/a"), step("report", "step/load"), step("other", "step/a"));
    kit.arrive(
        "load",
        new Arrival(
            "step/a", TaskReason.CATCH_UP, JobPriority.BACKFILL, null, kit.jobs.version(), order));
    kit.arrive("other", "step/a");
    assertThat(kit.order("load")).contains(order);
    assertThat(kit.order("other")).isEmpty();
    kit.finish("load", Outcome.success());
    await().until(() -> !kit.tasks("report").isEmpty());
    assertThat(kit.order("report")).as("what follows inherits it").contains(order);
  }

  @Test
  void theSameArrivalAgainIsAnsweredAndNotCounted() {
    kit.put(step("load", "step/a", "step/b"));
    kit.arrive("load", "step/a");
    kit.arrive("load", "step/a");
    assertThat(kit.token("load").arrivals()).hasSize(1);
    assertThat(kit.counted("millrace.tokens.arrivals", "result", "counted")).isEqualTo(1);
    assertThat(kit.counted("millrace.tokens.arrivals", "result", "known")).isEqualTo(1);
  }

  @Test
  void whatArrivesAtAStepThatIsGoneIsAnsweredAndLeavesNothing() throws Exception {
    kit.put(step("other"));
    kit.arrive("load", "step/a");
    assertThat(kit.row("load")).isEmpty();
    assertThat(kit.rows("load")).isEqualTo("0");
    assertThat(kit.counted("millrace.tokens.arrivals", "result", "gone")).isEqualTo(1);
  }

  @Test
  void aNodeThatHasNotHeardOfTheJobLooksFirst() {
    kit.jobs.put(kit.job, step("load", "step/a"));
    assertThat(kit.known.find(kit.job)).isEmpty();
    kit.arrive("load", "step/a");
    assertThat(kit.sent).hasSize(1);
  }

  @Test
  void whatCannotBeDecidedYetIsNotAnsweredAndTakenWhenItComesAgain() throws Exception {
    kit.jobs.put(kit.job, step("load", "step/a"));
    kit.blocked.set(new IllegalStateException("no database"));
    TestProbe<Ack> sender = journal.actors.createTestProbe();
    TokenCommand.Arrive arrive = new TokenCommand.Arrive(kit.arrival("step/a"), sender.ref());
    LoggingTestKit.warn("cannot decide")
        .expect(
            journal.actors.system(),
            () -> {
              kit.tokens.ref(kit.id("load").owner()).tell(arrive);
              return null;
            });
    assertThat(kit.rows("load")).isEqualTo("0");
    sender.expectNoMessage(Duration.ZERO);
    kit.blocked.set(null);
    kit.tokens.ref(kit.id("load").owner()).tell(arrive);
    sender.receiveMessage();
    assertThat(kit.row("load")).isEqualTo("ACTIVE 0");
  }

  @Test
  void anEndIsStoredThenTheChannelReleasedThenItArrivesElsewhere() throws Exception {
    kit.put(step("load", "step/a"), step("report", "step/load"), step("join", "step/load").join());
    kit.arrive("load", "step/a");
    UUID uid = kit.uid("load");
    assertThat(kit.finish("load", Outcome.success("{\"rows\":3}"))).isTrue();
    assertThat(kit.sent).contains(new PoolMessage("release", uid, TaskStatus.SUCCESS));
    assertThat(kit.tasks("load").get(0).result().output()).isEqualTo("{\"rows\":3}");
    kit.untilDelivered("load");
    assertThat(kit.row("load")).isEqualTo("SUCCESS 0");
    assertThat(kit.dueAt("load")).isNull();
    assertThat(kit.row("report")).isEqualTo("ACTIVE 0");
    assertThat(kit.token("report").inputs()).containsEntry("step/load", "{\"rows\":3}");
    assertThat(kit.row("join")).isEqualTo("SUCCESS 0");
    assertThat(kit.tasks("join")).isEmpty();
    assertThat(kit.counted("millrace.tasks.ended", "outcome", "success")).isEqualTo(1);
  }

  @Test
  void whatDoesNotArriveIsSentAgainAndIsInTheDueIndexUntilItDid() throws Exception {
    kit.put(step("load", "step/a"), step("report", "step/load"));
    kit.arrive("load", "step/a");
    kit.blocked.set(new IllegalStateException("its node is away"));
    kit.finish("load", Outcome.success());
    assertThat(kit.dueAt("load")).isEqualTo(clock.instant().plusSeconds(10));
    await().until(() -> kit.counted("millrace.tokens.undelivered") > 0);
    assertThat(kit.row("report")).isEmpty();
    kit.blocked.set(null);
    journal.time.timePasses(Duration.ofSeconds(1));
    kit.untilDelivered("load");
    assertThat(kit.row("report")).isEqualTo("ACTIVE 0");
    assertThat(kit.dueAt("load")).isNull();
  }

  @Test
  void whatWasUndeliveredWhenItsNodeDiedArrivesOnceItIsWoken() throws Exception {
    kit.put(step("load", "step/a"), step("report", "step/load"));
    kit.arrive("load", "step/a");
    kit.blocked.set(new IllegalStateException("its node is away"));
    kit.finish("load", Outcome.success());
    kit.tokens.stop(kit.id("load").owner());
    kit.blocked.set(null);
    clock.pass(Duration.ofSeconds(10));
    kit.wake("load");
    kit.untilDelivered("load");
    assertThat(kit.row("report")).isEqualTo("ACTIVE 0");
    assertThat(kit.dueAt("load")).isNull();
  }

  @Test
  void aReportOfAnotherAttemptChangesNothingAndIsCounted() throws Exception {
    kit.put(step("load", "step/a"));
    kit.arrive("load", "step/a");
    UUID uid = kit.uid("load");
    assertThat(kit.finish("load", UUID.randomUUID(), Outcome.success())).isFalse();
    kit.finish("load", Outcome.failure("no"));
    assertThat(kit.finish("load", uid, Outcome.success())).isFalse();
    assertThat(kit.row("load")).isEqualTo("FAILED 0");
    assertThat(kit.task(uid).orElseThrow().status()).isEqualTo(TaskStatus.FAILED);
    assertThat(kit.counted("millrace.reports.stale")).isEqualTo(2);
  }

  @Test
  void afterARestartAnOpenAttemptAsksForItsChannelAgain() {
    kit.put(step("load", "step/a"));
    kit.arrive("load", "step/a");
    UUID uid = kit.uid("load");
    kit.restart("load");
    PoolMessage request = new PoolMessage("request", uid, TaskStatus.SCHEDULED);
    assertThat(kit.sent).containsExactly(request, request);
    kit.finish("load", Outcome.success());
    kit.restart("load");
    assertThat(kit.sent).as("nothing is open, nothing is asked for").hasSize(3);
  }

  @Test
  void howeverOftenItRunsItHasOneRow() throws Exception {
    kit.put(step("load", "step/a"), step("report", "step/load"));
    for (int i = 0; i < 5; i++) {
      kit.run("load");
      kit.finish("load", Outcome.success());
      kit.untilDelivered("load");
    }
    assertThat(kit.rows("load")).isEqualTo("1");
    kit.restart("load");
    assertThat(kit.token("load").runs()).isEqualTo(5);
  }

  @Test
  void whatCannotBeStoredIsNeitherSentNorAnswered() throws Exception {
    kit.put(step("load", "step/a"));
    kit.token("load");
    TestProbe<Ack> caller = journal.actors.createTestProbe();
    TokenCommand.Arrive arrive = new TokenCommand.Arrive(kit.arrival("step/a"), caller.ref());
    TestSql.execute(journal.database, "alter table owner_state rename to away");
    try {
      LoggingTestKit.warn("Could not load or store")
          .expect(
              journal.actors.system(),
              () -> {
                kit.tokens.ref(kit.id("load").owner()).tell(arrive);
                return null;
              });
    } finally {
      TestSql.execute(journal.database, "alter table away rename to owner_state");
    }
    assertThat(kit.sent).isEmpty();
    caller.expectNoMessage(Duration.ZERO);
    await()
        .until(
            () -> {
              journal.time.timePasses(Duration.ofSeconds(10)); // the entity restarts after a while
              kit.tokens
                  .ref(kit.id("load").owner())
                  .tell(arrive); // a sender without an answer sends again
              return !kit.sent.isEmpty();
            });
    caller.receiveMessage();
    assertThat(kit.row("load")).isEqualTo("ACTIVE 0");
    assertThat(kit.token("load").state()).isEqualTo(TokenState.ACTIVE);
  }

  @Test
  void itStopsWheneverItIsTold() {
    kit.put(step("load", "step/a").retries(Duration.ofMinutes(1)), step("report", "step/load"));
    stops();
    kit.arrive("load", "step/a");
    stops();
    kit.finish("load", Outcome.failure("no"));
    stops();
    kit.run("load");
    kit.blocked.set(new IllegalStateException("its node is away"));
    kit.finish("load", Outcome.success());
    stops();
  }

  private void stops() {
    String owner = kit.id("load").owner();
    TestProbe<Object> watcher = journal.actors.createTestProbe();
    var ref = kit.tokens.ref(owner);
    ref.tell(TokenCommand.Stop.INSTANCE);
    watcher.expectTerminated(ref);
    kit.tokens.stop(owner);
  }
}
