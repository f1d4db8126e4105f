package io.millrace.engine.store;

import io.millrace.engine.sql.ColumnArrays;
import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;

/** Stores the snapshots of many actors in one statement. */
final class SnapshotInsert
    implements BatchedQuery.BatchStatement<SnapshotInsert.NewSnapshot, Void> {

  /** The state of an actor at a sequence number. */
  record NewSnapshot(
      String persistenceId,
      long sequenceNr,
      long created,
      int serializerId,
      String serializerManifest,
      byte[] payload) {}

  /** The state at a sequence number never changes, so an existing snapshot is the same. */
  private static final String INSERT =
      """
      insert into snapshot (persistence_id, sequence_number, created, snapshot_ser_id,
        snapshot_ser_manifest, snapshot_payload)
      select * from unnest(?, ?, ?, ?, ?, ?) on conflict do nothing
      """;

  @Override
  public List<Void> answer(Connection connection, List<NewSnapshot> all) throws SQLException {
    Statements.plannedAnew(connection)
        .update(
            INSERT,
            ColumnArrays.of(all)
                .texts(NewSnapshot::persistenceId)
                .longs(NewSnapshot::sequenceNr)
                .longs(NewSnapshot::created)
                .ints(NewSnapshot::serializerId)
                .texts(NewSnapshot::serializerManifest)
                .bytes(NewSnapshot::payload)
                .values());
    return Collections.nCopies(all.size(), null);
  }
}
