package io.millrace.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.task.HistoryWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** States of owners, and who may write them. */
class StateWriterTest extends JournalWriterTestBase {
  private static final OwnerRevision NOTHING = new OwnerRevision("a/b", 0, false, null);

  private static StateRow row(OwnerRevision before, HistoryWriter.HistoryEvent... events) {
    SerializedPayload state =
        new SerializedPayload(new byte[] {(byte) (before.number() + 1)}, 1, "m");
    return new StateRow(before, state, List.of(events));
  }

  private CompletableFuture<Void> send(StateRow row) {
    return writer.write(row).toCompletableFuture();
  }

  private void write(OwnerRevision before, HistoryWriter.HistoryEvent... events) throws Exception {
    send(row(before, events)).get(30, TimeUnit.SECONDS);
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private StateQuery.FoundState stored(String owner) throws SQLException {
    try (Connection connection = database.getConnection()) {
      return new StateQuery().answer(connection, List.of("x", owner)).get(1);
    }
  }

  @Test
  void aStateIsWrittenWithTheRowsOfItsEventsAndReadBack() throws Exception {
    write(NOTHING, queued(UID));
    write(NOTHING.next());
    assertThat(task(UID)).isNotNull();
    assertThat(stored("a/b").revision()).isEqualTo(2);
    assertThat(stored("a/b").state().bytes()).containsExactly(2);
    assertThat(count("owner_state")).isEqualTo(1);
    assertThat(stored("none").state()).isNull();
  }

  @Test
  void anOutdatedWriterFailsAloneAndTheOthersOfItsBatchAreWritten() throws Exception {
    write(NOTHING);
    write(NOTHING.next());
    List<CompletableFuture<Void>> writes = new ArrayList<>();
    List<CompletableFuture<Void>> outdated = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      OwnerRevision other = new OwnerRevision("x/" + i, 0, false, null);
      writes.add(send(row(other, queued(UUID.randomUUID()))));
    }
    outdated.add(send(row(NOTHING, queued(UID))));
    outdated.add(send(row(NOTHING.next(), queued(UID))));
    for (CompletableFuture<Void> write : outdated) {
      assertThatThrownBy(() -> write.get(30, TimeUnit.SECONDS))
          .hasMessageMatching("(?s).*(another revision|owner_state_pkey).*");
    }
    CompletableFuture.allOf(writes.toArray(CompletableFuture[]::new)).get(30, TimeUnit.SECONDS);
    assertThat(count("owner_state")).isEqualTo(201);
    assertThat(count("task")).isEqualTo(200);
    assertThat(stored("a/b").revision()).isEqualTo(2);
  }

  @Test
  void aWriterWhoseRowWasDeletedMeanwhileFails() throws Exception {
    write(NOTHING);
    execute("delete from owner_state");
    assertThatThrownBy(() -> write(NOTHING.next(), queued(UID)))
        .hasMessageContaining("another revision");
    assertThat(task(UID)).isNull();
    assertThat(count("owner_state")).isZero();
  }

  /** It may have read the newest revision when it woke, and be the first to write the next. */
  @Test
  void aFencedNodeWritesNothing() throws Exception {
    write(NOTHING);
    new FencedNodes(database).fenceOthers("another", List.of(NODE));
    assertThatThrownBy(() -> write(NOTHING.next(), queued(UID)))
        .hasMessageContaining("this node is fenced");
    assertThatThrownBy(() -> write(new OwnerRevision("c/d", 0, false, null), queued(UID)))
        .hasMessageContaining("this node is fenced");
    assertThat(task(UID)).isNull();
    assertThat(stored("a/b").revision()).isEqualTo(1);
    assertThat(count("owner_state")).isEqualTo(1);
  }

  @Test
  void aFaultInWhatIsWrittenBesideFailsTheStateItself() throws Exception {
    assertThatThrownBy(
            () ->
                write(
                    NOTHING,
                    (owner, history) -> {
                      throw new IllegalStateException("a bug in the mapping");
                    }))
        .hasMessageContaining("a bug in the mapping");
    assertThat(count("owner_state")).isZero();
  }

  @Test
  void aRemovalRemembersItsRevision() throws Exception {
    write(NOTHING);
    write(NOTHING.next(), (owner, history) -> history.deleted(owner));
    assertThat(count("removed_owner where owner = 'a/b' and revision = 2")).isEqualTo(1);
    write(NOTHING.next().next(), (owner, history) -> history.suspended(owner, AT));
    assertThat(count("removed_owner where suspended and revision = 3")).isEqualTo(1);
  }

  /** As if a node of the release before ran beside this one. */
  @Test
  void theReleaseBeforeCannotAddEventsOfOwners() throws Exception {
    for (String id : List.of("user-site|a/b", "token|token:1/s/t")) {
      assertThatThrownBy(() -> write(row(id, 1, "event")))
          .hasMessageContaining("event_journal_has_no_owners");
    }
    write(row("flow-control|default", 1, "event"));
    assertThat(count("event_journal")).isEqualTo(1);
  }
}
