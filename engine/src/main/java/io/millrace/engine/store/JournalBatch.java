package io.millrace.engine.store;

import io.millrace.engine.sql.ColumnArrays;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.task.HistoryWriter;
import io.millrace.engine.task.TaskCounter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Writes many events and what they say to the history in one transaction: one statement for the
 * journal, however many events, and a few more for what they say beside it.
 */
final class JournalBatch {
  /**
   * A zombie that slept for long is not stopped by the key: the events that have its numbers may be
   * deleted by then, a snapshot being in their place. There are later ones. {@code offset 0} has
   * each looked up by the key. Nor by both of them, if it is the first to write after it woke: so
   * who is put out writes nothing at all.
   */
  private static final String INSERT =
      """
      insert into event_journal (persistence_id, sequence_number, writer, write_timestamp,
        adapter_manifest, event_payload, event_ser_id, event_ser_manifest)
      select * from unnest(?, ?, ?, ?, ?, ?, ?, ?) as x (id, number, w, t, a, p, si, sm)
      where not exists (select 1 from event_journal as later
          where later.persistence_id = x.id and later.sequence_number > x.number offset 0)
        and not exists (select 1 from put_out where node = ?)
      """;

  static final String UNIQUE_VIOLATION = "23505";

  private JournalBatch() {}

  /**
   * Commits.
   *
   * @param node the one that writes
   */
  static void write(Connection connection, String node, List<JournalRow> rows, TaskCounter counts)
      throws SQLException {
    HistoryBatch history = new HistoryBatch();
    for (JournalRow row : rows) {
      if (row.event() instanceof HistoryWriter.HistoryEvent recorded) {
        recorded.record(owner(row.persistenceId()), history);
      }
    }
    int written =
        Statements.plannedAnew(connection)
            .update(
                INSERT,
                ColumnArrays.of(rows)
                    .texts(JournalRow::persistenceId)
                    .longs(JournalRow::sequenceNr)
                    .texts(JournalRow::writer)
                    .longs(JournalRow::timestamp)
                    .texts(JournalRow::adapterManifest)
                    .bytes(JournalRow::payload)
                    .ints(JournalRow::serializerId)
                    .texts(JournalRow::serializerManifest)
                    .values(node));
    if (written < rows.size()) {
      throw new SQLException(
          "There are later events of the same actor, or this node was put out", UNIQUE_VIOLATION);
    }
    history.write(connection);
    connection.commit();
    history.addCountsTo(counts);
  }

  /** The owner's own id, without the type that a persistence id begins with. */
  static String owner(String persistenceId) {
    return persistenceId.substring(persistenceId.indexOf('|') + 1);
  }
}
