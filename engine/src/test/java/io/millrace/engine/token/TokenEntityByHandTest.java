package io.millrace.engine.token;

import static io.millrace.engine.token.TestStep.step;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.JournalKit;
import io.millrace.engine.TestClock;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskPriority;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.task.TaskStatus;
import io.millrace.engine.token.TokenCommand.ChangeReply;
import io.millrace.engine.token.TokenCommand.RunReply;
import io.millrace.engine.token.TokenKit.PoolMessage;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Commands by hand to a token entity on a real journal. */
class TokenEntityByHandTest {
  private static JournalKit journal;

  private TokenKit kit;

  @BeforeAll
  static void start() {
    journal = JournalKit.start();
  }

  @AfterAll
  static void stop() {
    journal.close();
  }

  @BeforeEach
  void make() {
    kit = new TokenKit(journal, new TestClock());
  }

  @Test
  void aRunByHandIsAnsweredWithItsTaskAndAgainWithTheSame() throws Exception {
    kit.put(step("load", "step/a", "step/b"));
    RunReply ran = kit.run("load");
    assertThat(ran.known()).isTrue();
    assertThat(ran.created()).isTrue();
    assertThat(kit.run("load")).isEqualTo(new RunReply(true, ran.task(), false, null));
    Task task = kit.task(ran.task().attemptUid()).orElseThrow();
    assertThat(task.id()).isEqualTo(ran.task());
    assertThat(task.origin().reason()).isEqualTo(TaskReason.MANUAL);
    assertThat(task.route().priority()).isEqualTo(TaskPriority.NOW.value());
    assertThat(kit.row("load")).isEqualTo("ACTIVE 0");
  }

  @Test
  void aJoinIsRunByHandWithoutATaskAndWhatIsGoneNotAtAll() throws Exception {
    kit.put(step("join", "step/a").join());
    assertThat(kit.run("join")).isEqualTo(new RunReply(true, null, true, null));
    assertThat(kit.row("join")).isEqualTo("SUCCESS 0");
    assertThat(kit.run("load")).isEqualTo(new RunReply(false, null, false, null));
    assertThat(kit.row("load")).isEmpty();
  }

  @Test
  void aRunAgainOfASuccessArrivesAndCountsOnceOnly() throws Exception {
    kit.put(step("load", "step/a"), step("report", "step/load"));
    kit.arrive("load", "step/a");
    kit.finish("load", Outcome.success());
    kit.untilDelivered("load");
    kit.run("load");
    kit.finish("load", Outcome.success());
    kit.untilDelivered("load");
    assertThat(kit.tasks("report")).hasSize(1);
    assertThat(kit.token("load").runs()).isEqualTo(2);
  }

  @Test
  void cancelClearAndResetAreStored() throws Exception {
    kit.put(step("load", "step/a", "step/b"));
    assertThat(kit.<ChangeReply>ask("load", TokenCommand.Cancel::new).changed()).isFalse();
    kit.arrive("load", "step/a");
    kit.arrive("load", "step/b");
    UUID uid = kit.uid("load");
    assertThat(kit.<ChangeReply>ask("load", TokenCommand.Cancel::new).changed()).isTrue();
    assertThat(kit.row("load")).isEqualTo("CANCELED 0");
    assertThat(kit.task(uid).orElseThrow().status()).isEqualTo(TaskStatus.CANCELED);
    assertThat(kit.sent).contains(new PoolMessage("release", uid, TaskStatus.CANCELED));
    kit.<ChangeReply>ask(
        "load", replyTo -> new TokenCommand.ResetSources(List.of("step/a"), 0, replyTo));
    assertThat(kit.row("load")).isEqualTo("WAITING 1");
    kit.arrive("load", "step/a");
    assertThat(kit.row("load")).isEqualTo("ACTIVE 0");
    kit.<ChangeReply>ask("load", TokenCommand.Clear::new);
    assertThat(kit.row("load")).isEqualTo("WAITING 0");
    assertThat(kit.tasks("load")).extracting(Task::status).containsOnly(TaskStatus.CANCELED);
    kit.restart("load");
    assertThat(kit.token("load").arrivals()).isEmpty();
  }

  @Test
  void whatIsDeletedWhileItRunsIsCanceledAndIsRemoved() throws Exception {
    kit.put(step("load", "step/a").retries(Duration.ofMinutes(1)));
    kit.arrive("load", "step/a");
    UUID uid = kit.uid("load");
    kit.jobs.delete(kit.job);
    kit.<ChangeReply>ask("load", TokenCommand.Remove::new);
    assertThat(kit.row("load")).isEqualTo("REMOVED 0");
    assertThat(kit.dueAt("load")).isNull();
    assertThat(kit.task(uid).orElseThrow().status()).isEqualTo(TaskStatus.CANCELED);
    assertThat(kit.finish("load", uid, Outcome.success())).isFalse();
    assertThat(kit.<ChangeReply>ask("load", TokenCommand.Remove::new).changed()).isFalse();
  }
}
