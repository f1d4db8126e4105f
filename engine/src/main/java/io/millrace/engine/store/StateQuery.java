package io.millrace.engine.store;

import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the states of many owners in one statement. */
final class StateQuery implements BatchedQuery.BatchStatement<String, StateQuery.FoundState> {
  private static final String SELECT =
      """
      select requested.position, stored.*
      from unnest(?) with ordinality as requested (owner, position)
      cross join lateral (
        select revision, serializer_id, manifest, state
        from owner_state where owner = requested.owner limit 1) as stored
      """;

  private static final String ANY_EVENTS =
      "select exists (select 1 from event_journal where persistence_id not like 'flow-control|%')";

  /**
   * @param state absent if there is no row
   * @param mayHaveEvents whether it may have events that no row has replaced yet
   */
  record FoundState(long revision, @Nullable SerializedPayload state, boolean mayHaveEvents) {}

  /** No code adds events of owners now, so missing ones stay missing. */
  private volatile boolean noEvents;

  @Override
  public List<FoundState> answer(Connection connection, List<String> owners) throws SQLException {
    Statements sql = Statements.plannedAnew(connection);
    List<@Nullable FoundState> rows = new ArrayList<>(Collections.nCopies(owners.size(), null));
    sql.forEach(SELECT, row -> rows.set(row.getInt(1) - 1, found(row)), owners);
    FoundState none = rows.contains(null) ? new FoundState(0, null, hasEvents(sql)) : null;
    List<FoundState> found = new ArrayList<>(rows.size());
    for (FoundState row : rows) {
      if (row != null) {
        found.add(row);
      } else if (none != null) {
        found.add(none);
      }
    }
    return found;
  }

  private boolean hasEvents(Statements sql) throws SQLException {
    if (!noEvents) {
      noEvents = sql.rows(ANY_EVENTS, row -> !row.getBoolean(1)).get(0);
    }
    return !noEvents;
  }

  private static FoundState found(ResultSet row) throws SQLException {
    return new FoundState(
        row.getLong(2),
        new SerializedPayload(row.getBytes(5), row.getInt(3), row.getString(4)),
        false);
  }
}
