package io.millrace.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.notify.Notification;
import io.millrace.engine.task.HistoryWriter;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class JournalWriterFaultTest extends JournalWriterTestBase {

  @Test
  void anOutdatedWriterFailsAloneAndTheOthersOfItsBatchAreWritten() throws Exception {
    write(row("test|a/b", 1, queued(UID)));
    List<CompletableFuture<Void>> writes = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      writes.add(
          writer
              .write(List.of(row("test|x/" + i, 1, queued(UUID.randomUUID()))))
              .toCompletableFuture());
    }
    CompletableFuture<Void> outdated =
        writer.write(List.of(row("test|a/b", 1, queued(UUID.randomUUID())))).toCompletableFuture();
    assertThatThrownBy(() -> outdated.get(30, TimeUnit.SECONDS))
        .hasMessageContaining("event_journal_pkey");
    CompletableFuture.allOf(writes.toArray(CompletableFuture[]::new)).get(30, TimeUnit.SECONDS);
    assertThat(count("event_journal")).isEqualTo(201);
    assertThat(count("task")).isEqualTo(201);
  }

  /**
   * Found by chaos: a paused node woke, and wrote an event with a number that a snapshot had
   * replaced.
   */
  @Test
  void anOutdatedWriterThatSleptUntilTheEventsOfItsNumbersWereDeletedFailsAsWell()
      throws Exception {
    for (int number = 1; number <= 5; number++) {
      write(row("test|a/b", number, queued(UUID.randomUUID())));
    }
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("delete from event_journal where sequence_number <= 3");
    }
    write(row("test|c/d", 1, queued(UUID.randomUUID())));

    assertThatThrownBy(() -> write(row("test|a/b", 2, queued(UID))))
        .hasMessageContaining("later events");

    assertThat(task(UID)).isNull();
    assertThat(count("event_journal")).isEqualTo(3);
  }

  /**
   * Found by chaos: a paused node woke, recovered an actor, and was the first to write for it. So
   * the actor on the other nodes was out of date, and did not know the task.
   */
  @Test
  void aFencedNodeWritesNothing() throws Exception {
    write(row("test|a/b", 1, queued(UUID.randomUUID())));
    new FencedNodes(database).fenceOthers("another", List.of(NODE));

    assertThatThrownBy(() -> write(row("test|a/b", 2, queued(UID))))
        .hasMessageContaining("this node is fenced");

    assertThat(task(UID)).isNull();
    assertThat(count("event_journal")).isOne();
  }

  @Test
  void aFaultInWhatIsWrittenBesideFailsTheEventItself() throws Exception {
    HistoryWriter.HistoryEvent broken =
        (owner, history) -> {
          throw new IllegalStateException("a bug in the mapping");
        };
    assertThatThrownBy(() -> write(row("test|a/b", 1, broken)))
        .hasMessageContaining("a bug in the mapping");
    assertThat(count("event_journal")).isZero();
  }

  @Test
  void anErrorFailsItsWritesAndTheWritersContinue() throws Exception {
    HistoryWriter.HistoryEvent broken =
        (owner, history) -> {
          throw new StackOverflowError("a bug in the mapping");
        };
    for (int i = 0; i < 5; i++) { // there are two writers
      assertThatThrownBy(() -> write(row("test|a/b", 1, broken)))
          .hasMessageContaining("a bug in the mapping");
    }
    write(row("test|a/b", 1, queued(UID)));
    assertThat(count("event_journal")).isOne();
    await().until(() -> errors.size() == 5);
  }

  @Test
  void aFaultAfterTheCommitFailsNoWrite() throws Exception {
    writer.onBooking(
        at -> {
          throw new IllegalStateException("a bug in the listener");
        });
    write(row("test|a/b", 1, queued(UID)));
    write(row("test|a/b", 2, queued(UUID.randomUUID())));
    assertThat(count("event_journal")).isEqualTo(2);
  }

  /** A fault of class 23: a column that must not be null. */
  @Test
  void anEventThatBreaksAConstraintFailsAloneAndTheOthersOfItsBatchAreWritten() throws Exception {
    HistoryWriter.HistoryEvent broken =
        (owner, history) ->
            history.notify(
                new Notification(
                    UUID.randomUUID(), AT, Notification.Kind.DISABLED, null, Map.of()));
    List<CompletableFuture<Void>> writes = new ArrayList<>();
    CompletableFuture<Void> alone;
    try (Connection maintenance = database.getConnection();
        Statement sql = maintenance.createStatement()) {
      maintenance.setAutoCommit(false);
      sql.execute(
          "lock table event_journal in access exclusive mode"); // so that writes form a batch
      for (int i = 0; i < 50; i++) {
        writes.add(
            writer
                .write(List.of(row("test|x/" + i, 1, queued(UUID.randomUUID()))))
                .toCompletableFuture());
      }
      alone = writer.write(List.of(row("test|a/b", 1, broken))).toCompletableFuture();
      for (int i = 50; i < 100; i++) {
        writes.add(
            writer
                .write(List.of(row("test|x/" + i, 1, queued(UUID.randomUUID()))))
                .toCompletableFuture());
      }
      maintenance.commit();
    }
    assertThatThrownBy(() -> alone.get(10, TimeUnit.SECONDS)).hasMessageContaining("subject");
    CompletableFuture.allOf(writes.toArray(CompletableFuture[]::new)).get(10, TimeUnit.SECONDS);
    assertThat(count("event_journal")).isEqualTo(100);
  }

  @Test
  void whatOthersAreToldIsNotStoredIfItsEventIsNot() throws Exception {
    write(row("test|a/b", 1, queued(UID)));
    HistoryWriter.HistoryEvent outdated =
        (owner, history) ->
            history.notify(Notification.of(Notification.Kind.DISABLED, "a/b", "1", AT, Map.of()));
    assertThatThrownBy(() -> write(row("test|a/b", 1, outdated)))
        .hasMessageContaining("event_journal_pkey");
    assertThat(count("notifications")).isZero();
  }
}
