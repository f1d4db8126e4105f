package io.millrace.engine.store;

import io.millrace.engine.sql.ColumnArrays;
import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;

/**
 * Writes the states of many owners: one statement for rows that exist, one for new ones. A row is
 * replaced only by the next revision, so an outdated writer writes nothing. A node that was the
 * first to write after it woke would have the next revision, so a fenced node may not write at all.
 */
final class StateBatch {
  private static final String NOT_FENCED = "not exists (select 1 from put_out where node = ?)";

  private static final String UPDATE =
      """
      update owner_state as stored set revision = batch.revision,
        serializer_id = batch.serializer_id, manifest = batch.manifest, state = batch.state
      from unnest(?, ?, ?, ?, ?) as batch (owner, revision, serializer_id, manifest, state)
      where stored.owner = batch.owner and stored.revision = batch.revision - 1 and\s"""
          + NOT_FENCED;

  private static final String INSERT =
      """
      insert into owner_state (owner, revision, serializer_id, manifest, state)
      select * from unnest(?, ?, ?, ?, ?) where\s"""
          + NOT_FENCED;

  private StateBatch() {}

  static void write(Connection connection, String node, List<StateRow> rows) throws SQLException {
    Statements sql = Statements.plannedAnew(connection);
    write(sql, node, UPDATE, rows.stream().filter(row -> !row.isNew()).toList());
    write(sql, node, INSERT, rows.stream().filter(StateRow::isNew).toList());
    deleteMoved(
        sql,
        rows.stream().map(row -> row.before().persistenceId()).filter(Objects::nonNull).toList());
  }

  private static void write(Statements sql, String node, String statement, List<StateRow> rows)
      throws SQLException {
    if (rows.isEmpty()) {
      return;
    }
    int written =
        sql.update(
            statement,
            ColumnArrays.of(rows)
                .texts(StateRow::owner)
                .longs(StateRow::revision)
                .ints(row -> row.state().serializerId())
                .texts(row -> row.state().manifest())
                .bytes(row -> row.state().bytes())
                .values(node));
    if (written < rows.size()) {
      throw new SQLException(
          "There is another revision of the same owner, or this node is fenced",
          JournalBatch.UNIQUE_VIOLATION);
    }
  }

  /** From now on the row says what these events and snapshots said. */
  private static void deleteMoved(Statements sql, List<String> persistenceIds) throws SQLException {
    if (!persistenceIds.isEmpty()) {
      sql.update("delete from event_journal where persistence_id = any(?)", persistenceIds);
      sql.update("delete from snapshot where persistence_id = any(?)", persistenceIds);
    }
  }
}
