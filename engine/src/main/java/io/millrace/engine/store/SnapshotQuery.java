package io.millrace.engine.store;

import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Reads the latest snapshots of many entities in one statement. */
final class SnapshotQuery
    implements BatchedQuery.BatchStatement<String, Optional<SnapshotQuery.FoundSnapshot>> {
  private static final String SELECT =
      """
      select requested.position, latest.*
      from unnest(?) with ordinality as requested (persistence_id, position)
      cross join lateral (
        select sequence_number, created, snapshot_payload, snapshot_ser_id, snapshot_ser_manifest,
          meta_payload is not null
        from snapshot where persistence_id = requested.persistence_id
        order by sequence_number desc limit 1) as latest
      """;

  /**
   * @param described whether it has metadata of its own, which this query does not read
   */
  record FoundSnapshot(
      long sequenceNr,
      long created,
      byte[] payload,
      int serializerId,
      String serializerManifest,
      boolean described) {

    SerializedPayload state() {
      return new SerializedPayload(payload, serializerId, serializerManifest);
    }
  }

  @Override
  public List<Optional<FoundSnapshot>> answer(Connection connection, List<String> ids)
      throws SQLException {
    List<Optional<FoundSnapshot>> found =
        new ArrayList<>(Collections.nCopies(ids.size(), Optional.empty()));
    Statements.plannedAnew(connection)
        .forEach(SELECT, row -> found.set(row.getInt(1) - 1, Optional.of(snapshot(row))), ids);
    return found;
  }

  private static FoundSnapshot snapshot(ResultSet row) throws SQLException {
    return new FoundSnapshot(
        row.getLong(2),
        row.getLong(3),
        row.getBytes(4),
        row.getInt(5),
        row.getString(6),
        row.getBoolean(7));
  }
}
