package io.millrace.engine.store;

import io.millrace.engine.sql.ColumnArrays;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.task.HistoryWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * Writes many changes and their history in one transaction: one statement for the events, two for
 * the states, however many there are, and a few more for the history.
 *
 * @param events the events of pools
 * @param states the states of owners
 */
record JournalBatch(List<JournalRow> events, List<StateRow> states) {
  /**
   * Refuses events of outdated writers. The primary key alone does not stop a writer that slept for
   * long: a snapshot may have replaced the events with its numbers. So later events also block a
   * write ({@code offset 0} makes the planner look up each by the key). If it is the first to write
   * after it woke, there are none yet. So a fenced node may not write at all.
   */
  private static final String INSERT =
      """
      insert into event_journal (persistence_id, sequence_number, writer, write_timestamp,
        adapter_manifest, event_payload, event_ser_id, event_ser_manifest)
      select * from unnest(?, ?, ?, ?, ?, ?, ?, ?)
        as batch (persistence_id, sequence_number, writer, write_timestamp, adapter_manifest,
          event_payload, event_ser_id, event_ser_manifest)
      where not exists (select 1 from event_journal as later
          where later.persistence_id = batch.persistence_id
            and later.sequence_number > batch.sequence_number offset 0)
        and not exists (select 1 from put_out where node = ?)
      """;

  static final String UNIQUE_VIOLATION = "23505";

  /**
   * Writes and commits.
   *
   * @param node the node that writes
   * @return the history that was written
   */
  HistoryBatch write(Connection connection, String node) throws SQLException {
    HistoryBatch history = history();
    try (Statement settings = connection.createStatement()) {
      settings.execute(HistoryStatements.BY_KEY);
    }
    if (!events.isEmpty()) {
      writeEvents(connection, node);
    }
    StateBatch.write(connection, node, states);
    history.write(connection);
    connection.commit();
    return history;
  }

  private HistoryBatch history() {
    HistoryBatch history = new HistoryBatch();
    for (JournalRow row : events) {
      if (row.event() instanceof HistoryWriter.HistoryEvent recorded) {
        recorded.record(owner(row.persistenceId()), history);
      }
    }
    for (StateRow row : states) {
      row.events().forEach(event -> event.record(row.owner(), history));
    }
    return history;
  }

  private void writeEvents(Connection connection, String node) throws SQLException {
    int written =
        Statements.plannedAnew(connection)
            .update(
                INSERT,
                ColumnArrays.of(events)
                    .texts(JournalRow::persistenceId)
                    .longs(JournalRow::sequenceNr)
                    .texts(JournalRow::writer)
                    .longs(JournalRow::timestamp)
                    .texts(JournalRow::adapterManifest)
                    .bytes(row -> row.payload().bytes())
                    .ints(row -> row.payload().serializerId())
                    .texts(row -> row.payload().manifest())
                    .values(node));
    if (written < events.size()) {
      throw new SQLException(
          "There are later events of the same actor, or this node is fenced", UNIQUE_VIOLATION);
    }
  }

  /** Returns the id of the owner, without the type prefix of the persistence id. */
  static String owner(String persistenceId) {
    return persistenceId.substring(persistenceId.indexOf('|') + 1);
  }
}
