package io.millrace.engine.store;

import io.millrace.engine.sql.ColumnArrays;
import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * What many entities need from the journal to recover, in one statement and so of one moment. Two
 * short index scans per entity, whatever the planner believes about the table.
 */
final class EventsQuery
    implements BatchedQuery.BatchStatement<EventsQuery.EventsFrom, EventsQuery.FoundEvents> {
  private static final String SELECT =
      """
      select wanted.position, newest.sequence_number, event.sequence_number, event.ordering,
        event.writer, event.write_timestamp, event.adapter_manifest, event.event_payload,
        event.event_ser_id, event.event_ser_manifest
      from unnest(?, ?) with ordinality as wanted (persistence_id, from_number, position)
      cross join lateral (
        select coalesce(max(sequence_number), 0) as sequence_number from event_journal
        where persistence_id = wanted.persistence_id) as newest
      left join lateral (
        select * from event_journal
        where persistence_id = wanted.persistence_id and sequence_number >= wanted.from_number
          and not deleted
        order by sequence_number limit ?) as event on true
      order by wanted.position, event.sequence_number
      """;

  /** The events of an entity from a sequence number on. */
  record EventsFrom(String persistenceId, long sequenceNr) {}

  /**
   * @param highest of all that was ever written, deleted or not; 0 if nothing was
   * @param events in their order; the first of them only, if there are very many
   * @param more whether there may be events after these
   */
  record FoundEvents(long from, long highest, List<StoredEvent> events, boolean more) {

    List<StoredEvent> between(long from, long to) {
      return events.stream().filter(e -> e.sequenceNr() >= from && e.sequenceNr() <= to).toList();
    }

    /** The first sequence number that may have an event which is not here. */
    long next() {
      return (more ? events.get(events.size() - 1).sequenceNr() : highest) + 1;
    }
  }

  private final int eventsPerEntity;

  EventsQuery(int eventsPerEntity) {
    this.eventsPerEntity = eventsPerEntity;
  }

  @Override
  public List<FoundEvents> answer(Connection connection, List<EventsFrom> wanted)
      throws SQLException {
    return Statements.plannedAnew(connection)
        .readAll(
            SELECT,
            row -> read(row, wanted),
            ColumnArrays.of(wanted)
                .texts(EventsFrom::persistenceId)
                .longs(EventsFrom::sequenceNr)
                .value(eventsPerEntity)
                .values());
  }

  /** Every entity has at least one row; without events it says only what is the highest. */
  private List<FoundEvents> read(ResultSet row, List<EventsFrom> wanted) throws SQLException {
    List<FoundEvents> found = new ArrayList<>(wanted.size());
    boolean onRow = row.next();
    for (EventsFrom from : wanted) {
      long highest = row.getLong(2);
      List<StoredEvent> events = new ArrayList<>();
      while (onRow && row.getLong(1) == found.size() + 1) {
        long sequenceNr = row.getLong(3);
        if (!row.wasNull()) {
          events.add(event(row, from.persistenceId(), sequenceNr));
        }
        onRow = row.next();
      }
      found.add(
          new FoundEvents(from.sequenceNr(), highest, events, events.size() == eventsPerEntity));
    }
    return found;
  }

  private static StoredEvent event(ResultSet row, String persistenceId, long sequenceNr)
      throws SQLException {
    return new StoredEvent(
        persistenceId,
        sequenceNr,
        row.getLong(4),
        row.getString(5),
        row.getLong(6),
        row.getString(7),
        row.getBytes(8),
        row.getInt(9),
        row.getString(10));
  }
}
