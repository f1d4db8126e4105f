package io.millrace.engine.owner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import akka.actor.testkit.typed.javadsl.LoggingTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import io.millrace.engine.JournalKit;
import io.millrace.engine.database.TestSql;
import io.millrace.engine.owner.CountingOwner.Add;
import io.millrace.engine.owner.CountingOwner.Command;
import io.millrace.engine.owner.CountingOwner.Get;
import io.millrace.engine.owner.CountingOwner.Stop;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Owners whose states are rows of a real database. */
class OwnerActorTest {
  private static final AtomicInteger NAMES = new AtomicInteger();
  private static JournalKit journal;

  private final String owner = "test/" + NAMES.incrementAndGet();
  private final TestProbe<Long> replies = journal.actors.createTestProbe();
  private final TestProbe<Long> loads = journal.actors.createTestProbe();

  @BeforeAll
  static void start() {
    journal = JournalKit.start();
  }

  @AfterAll
  static void stop() {
    journal.close();
  }

  private ActorRef<Command> spawn() {
    return journal.actors.spawn(CountingOwner.create(owner, loads.ref()));
  }

  private long add(ActorRef<Command> actor, int times) {
    actor.tell(new Add(times, replies.ref()));
    return replies.receiveMessage();
  }

  private long get(ActorRef<Command> actor) {
    actor.tell(new Get(replies.ref()));
    return replies.receiveMessage();
  }

  private String revision() throws SQLException {
    return TestSql.value(
        journal.database,
        "select coalesce((select revision from owner_state where owner = '" + owner + "'), 0)");
  }

  @Test
  void itsStateIsOneRowWhoseRevisionGrowsWithEachWrite() throws Exception {
    ActorRef<Command> actor = spawn();
    loads.expectMessage(0L);
    assertThat(add(actor, 1)).isEqualTo(1);
    assertThat(add(actor, 3)).isEqualTo(4);
    assertThat(add(actor, 0)).as("nothing to store").isEqualTo(4);
    assertThat(revision()).isEqualTo("2");
    journal.actors.stop(actor);
    actor = spawn();
    loads.expectMessage(4L);
    assertThat(add(actor, 1)).isEqualTo(5);
    assertThat(revision()).isEqualTo("3");
  }

  @Test
  void commandsThatComeDuringALoadOrAWriteAreTakenInTheirOrder() throws Exception {
    ActorRef<Command> actor;
    try (Connection connection = journal.database.connect();
        Statement hold = connection.createStatement()) {
      connection.setAutoCommit(false);
      hold.execute("lock table owner_state in access exclusive mode");
      actor = spawn();
      for (int i = 0; i < 3; i++) {
        actor.tell(new Add(1, replies.ref()));
        actor.tell(new Get(replies.ref()));
      }
      actor.tell(Stop.INSTANCE);
      connection.rollback();
    }
    assertThat(replies.receiveSeveralMessages(6)).containsExactly(1L, 1L, 2L, 2L, 3L, 3L);
    replies.expectTerminated(actor);
  }

  @Test
  void anOutdatedActorStoresNothingAndDecidesAgainOnWhatTheOtherStored() throws Exception {
    ActorRef<Command> outdated = spawn();
    assertThat(add(outdated, 2)).isEqualTo(2);
    ActorRef<Command> successor = spawn();
    assertThat(add(successor, 3)).isEqualTo(5);
    LoggingTestKit.warn("Could not load or store " + owner)
        .expect(
            journal.actors.system(),
            () -> {
              outdated.tell(new Add(1, replies.ref()));
              return null;
            });
    outdated.tell(new Get(replies.ref()));
    await()
        .until(
            () -> {
              journal.time.timePasses(Duration.ofSeconds(1));
              return loads.receiveMessage(Duration.ofSeconds(5)) == 5L;
            });
    assertThat(replies.receiveSeveralMessages(2)).containsExactly(6L, 6L);
    assertThat(add(outdated, 1)).isEqualTo(7);
    assertThat(revision()).isEqualTo("4");
  }

  @Test
  void aWriteWhoseSessionIsKilledIsRepeatedBeforeTheCommandsAfterIt() throws Exception {
    ActorRef<Command> actor = spawn();
    assertThat(add(actor, 1)).isEqualTo(1);
    loads.expectMessage(0L);
    try (Connection connection = journal.database.connect();
        Statement hold = connection.createStatement()) {
      connection.setAutoCommit(false);
      hold.execute("lock table owner_state in exclusive mode");
      for (int i = 0; i < 3; i++) {
        actor.tell(new Add(1, replies.ref()));
      }
      LoggingTestKit.warn("Could not load or store " + owner)
          .expect(journal.actors.system(), this::killTheWaitingSession);
      connection.rollback();
    }
    journal.time.timePasses(Duration.ofSeconds(1));
    assertThat(replies.receiveSeveralMessages(3)).containsExactly(2L, 3L, 4L);
    loads.expectMessage(1L);
    assertThat(revision()).isEqualTo("4");
  }

  private boolean killTheWaitingSession() {
    String kill =
        "select count(pg_terminate_backend(pid)) from pg_stat_activity where"
            + " datname = current_database() and wait_event_type = 'Lock'";
    await().until(() -> !TestSql.value(journal.database, kill).equals("0"));
    return true;
  }

  @Test
  void aCommandThatCanNeverBeStoredIsDroppedAndTheNextIsTaken() {
    ActorRef<Command> actor = spawn();
    assertThat(add(actor, 1)).isEqualTo(1);
    loads.expectMessage(0L);
    TestProbe<Long> unanswered = journal.actors.createTestProbe();
    actor.tell(new CountingOwner.AddBroken(unanswered.ref()));
    actor.tell(new Add(1, replies.ref()));
    for (int writes = 1; writes <= 4; writes++) {
      await()
          .until(
              () -> {
                journal.time.timePasses(Duration.ofSeconds(1));
                return loads.receiveMessage(Duration.ofSeconds(5)) == 1L;
              });
    }
    replies.expectMessage(2L);
    unanswered.expectNoMessage(Duration.ZERO);
  }

  @Test
  void itLoadsAgainUntilTheDatabaseIsBackAndStopsWheneverItIsTold() throws Exception {
    ActorRef<Command> actor = spawn();
    add(actor, 7);
    loads.expectMessage(0L);
    journal.actors.stop(actor);
    TestSql.execute(journal.database, "alter table owner_state rename to away");
    ActorRef<Command> stopped;
    try {
      actor = failing();
      stopped = failing();
      stopped.tell(Stop.INSTANCE);
      replies.expectTerminated(stopped);
    } finally {
      TestSql.execute(journal.database, "alter table away rename to owner_state");
    }
    journal.time.timePasses(Duration.ofSeconds(1));
    loads.expectMessage(7L);
    assertThat(get(actor)).isEqualTo(7);
  }

  private ActorRef<Command> failing() {
    return LoggingTestKit.warn("Could not load or store " + owner)
        .expect(journal.actors.system(), this::spawn);
  }
}
