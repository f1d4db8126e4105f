package io.millrace.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import com.typesafe.config.ConfigFactory;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.database.TestSql;
import io.millrace.engine.store.CountingEntity.EntitySignal;
import io.millrace.engine.store.CountingEntity.EventCount;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Entities that recover from stored state, on a real journal. */
class RecoveryTest {
  private static final AtomicInteger NAMES = new AtomicInteger();

  private static DatabaseUrl url;
  private static ActorTestKit kit;

  private final String id = "tally|" + NAMES.incrementAndGet();
  private final TestProbe<EventCount> counts = kit.createTestProbe();
  private final TestProbe<EntitySignal> signals = kit.createTestProbe();

  @BeforeAll
  static void start() {
    url = TestDatabase.fresh();
    kit =
        ActorTestKit.create(
            "millrace",
            ConfigFactory.parseMap(
                    Map.of(
                        "millrace.db.url", url.url(),
                        "millrace.db.user", url.user(),
                        "millrace.db.password", url.password(),
                        "akka.actor.testkit.typed.single-expect-default", "20s",
                        "akka.actor.provider", "local"))
                .withFallback(ConfigFactory.parseResources("single.conf"))
                .withFallback(ConfigFactory.defaultReferenceUnresolved())
                .resolve());
  }

  @AfterAll
  static void stop() {
    kit.shutdownTestKit();
    Storage.get(kit.system()).close();
  }

  private ActorRef<CountingEntity.Command> spawn(String entity, int snapshotEvery) {
    return kit.spawn(CountingEntity.create(entity, snapshotEvery, signals.ref()));
  }

  private ActorRef<CountingEntity.Command> spawn() {
    return spawn(id, CountingEntity.NO_SNAPSHOT);
  }

  private EventCount add(ActorRef<CountingEntity.Command> tally, int events) {
    tally.tell(new CountingEntity.Add(events, counts.ref()));
    return counts.receiveMessage();
  }

  private EventCount get(ActorRef<CountingEntity.Command> tally) {
    tally.tell(new CountingEntity.Get(counts.ref()));
    return counts.receiveMessage();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 99, 100, 101, 2_500})
  void allEventsAreReplayedHoweverManyThereAre(int events) {
    ActorRef<CountingEntity.Command> tally = spawn();
    add(tally, events);
    kit.stop(tally);
    assertThat(get(spawn())).isEqualTo(new EventCount(id, events, events));
  }

  @Test
  void afterASnapshotOnlyTheEventsSinceAreReplayed() throws Exception {
    ActorRef<CountingEntity.Command> tally = spawn(id, 10);
    for (int i = 0; i < 23; i++) {
      add(tally, 1);
    }
    signals.expectMessage(EntitySignal.EVENTS_DELETED);
    kit.stop(tally);
    tally = spawn(id, 10);
    assertThat(get(tally)).isEqualTo(new EventCount(id, 23, 23));
    assertThat(add(tally, 1)).isEqualTo(new EventCount(id, 24, 24));
  }

  @Test
  void whereAllEventsAreDeletedTheSequenceNumberGoesOn() throws Exception {
    ActorRef<CountingEntity.Command> tally = spawn(id, 10);
    for (int i = 0; i < 20; i++) {
      add(tally, 1);
    }
    signals.expectMessage(EntitySignal.EVENTS_DELETED);
    kit.stop(tally);
    TestSql.execute(
        url,
        "delete from event_journal where sequence_number < 20 and persistence_id = '" + id + "'");
    TestSql.execute(
        url, "update event_journal set deleted = true where persistence_id = '" + id + "'");
    tally = spawn(id, 10);
    assertThat(get(tally)).isEqualTo(new EventCount(id, 20, 20));
    assertThat(add(tally, 1)).isEqualTo(new EventCount(id, 21, 21));
  }

  @Test
  void manyRecoveriesShareFewQueries() throws Exception {
    List<ActorRef<CountingEntity.Command>> tallies = new ArrayList<>();
    Set<EventCount> expected = new HashSet<>();
    for (int i = 0; i < 500; i++) {
      tallies.add(spawn(id + "-" + i, CountingEntity.NO_SNAPSHOT));
      expected.add(new EventCount(id + "-" + i, 3, 3));
    }
    tallies.forEach(tally -> tally.tell(new CountingEntity.Add(3, counts.ref())));
    counts.receiveSeveralMessages(500);
    tallies.forEach(kit::stop);

    Storage storage = Storage.get(kit.system());
    long before = storage.eventReads().statementCount() + storage.snapshotReads().statementCount();
    try (Connection connection = url.connect();
        Statement holdAll = connection.createStatement()) {
      connection.setAutoCommit(false);
      holdAll.execute("lock table event_journal, snapshot in access exclusive mode");
      for (int i = 0; i < 500; i++) {
        spawn(id + "-" + i, CountingEntity.NO_SNAPSHOT).tell(new CountingEntity.Get(counts.ref()));
      }
      connection.rollback();
    }
    assertThat(counts.receiveSeveralMessages(500)).containsExactlyInAnyOrderElementsOf(expected);
    long queries =
        storage.eventReads().statementCount() + storage.snapshotReads().statementCount() - before;
    assertThat(queries).isBetween(6L, 250L);
  }

  @Test
  void manySnapshotsShareFewStatements() throws Exception {
    List<ActorRef<CountingEntity.Command>> tallies = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      tallies.add(spawn(id + "-" + i, 10));
    }
    Storage storage = Storage.get(kit.system());
    long before =
        storage.snapshotWrites().statementCount() + storage.snapshotDeletes().statementCount();
    for (int round = 0; round < 2; round++) {
      tallies.forEach(tally -> tally.tell(new CountingEntity.Add(10, counts.ref())));
      counts.receiveSeveralMessages(500);
    }
    signals.receiveSeveralMessages(500);
    assertThat(
            storage.snapshotWrites().statementCount()
                + storage.snapshotDeletes().statementCount()
                - before)
        .isLessThan(750);
    assertThat(stored("event_journal")).isEqualTo("11 to 20, 10 of each");
    tallies.forEach(kit::stop);
    assertThat(get(spawn(id + "-7", 10))).isEqualTo(new EventCount(id + "-7", 20, 20));
  }

  private String stored(String table) throws Exception {
    return TestSql.value(
        url,
        "select min(sequence_number) || ' to ' || max(sequence_number) || ', ' || count(*) / 500"
            + " || ' of each' from "
            + table
            + " where persistence_id like '"
            + id
            + "-%'");
  }

  @Test
  void anEntityWhoseWriteConflictedStartsAnewFromWhatTheOtherHasWritten() {
    ActorRef<CountingEntity.Command> outdated = spawn();
    assertThat(add(outdated, 2)).isEqualTo(new EventCount(id, 2, 2));
    ActorRef<CountingEntity.Command> successor = spawn();
    assertThat(add(successor, 3)).isEqualTo(new EventCount(id, 5, 5));
    outdated.tell(new CountingEntity.Add(1, kit.<EventCount>createTestProbe().ref()));
    assertThat(get(outdated)).isEqualTo(new EventCount(id, 5, 5));
    assertThat(add(outdated, 1)).isEqualTo(new EventCount(id, 6, 6));
  }

  @Test
  void aRecoveryFailsIfItsQueryDoesAndSucceedsWhenTheDatabaseIsBack() throws Exception {
    ActorRef<CountingEntity.Command> tally = spawn();
    add(tally, 7);
    kit.stop(tally);
    TestSql.execute(url, "alter table event_journal rename to event_journal_away");
    try {
      tally = spawn();
      signals.expectMessage(EntitySignal.RECOVERY_FAILED);
    } finally {
      TestSql.execute(url, "alter table event_journal_away rename to event_journal");
    }
    assertThat(get(tally)).isEqualTo(new EventCount(id, 7, 7));
  }
}
