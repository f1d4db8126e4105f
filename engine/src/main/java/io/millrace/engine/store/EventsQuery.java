package io.millrace.engine.store;

import io.millrace.engine.sql.ColumnArrays;
import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the events that many entities need to recover, in one statement and so as of one moment. It
 * takes two short index scans per entity, whatever the statistics of the table say.
 */
final class EventsQuery
    implements BatchedQuery.BatchStatement<EventsQuery.EventsFrom, EventsQuery.FoundEvents> {
  private static final String SELECT =
      """
      select requested.position, newest.sequence_number, event.sequence_number, event.ordering,
        event.writer, event.write_timestamp, event.adapter_manifest, event.event_payload,
        event.event_ser_id, event.event_ser_manifest
      from unnest(?, ?) with ordinality as requested (persistence_id, from_number, position)
      cross join lateral (
        select coalesce(max(sequence_number), 0) as sequence_number from event_journal
        where persistence_id = requested.persistence_id) as newest
      left join lateral (
        select * from event_journal
        where persistence_id = requested.persistence_id
          and sequence_number >= requested.from_number and not deleted
        order by sequence_number limit ?) as event on true
      order by requested.position, event.sequence_number
      """;

  /** Requests the events of an entity from a sequence number on. */
  record EventsFrom(String persistenceId, long sequenceNr) {}

  /**
   * @param highest the highest number ever written, deleted or not; 0 if there is none
   * @param events in order; only the first ones, if there are very many
   * @param more whether more events may follow
   */
  record FoundEvents(long from, long highest, List<StoredEvent> events, boolean more) {

    List<StoredEvent> between(long from, long to) {
      return events.stream().filter(e -> e.sequenceNr() >= from && e.sequenceNr() <= to).toList();
    }

    /** Returns the first sequence number whose event may be missing here. */
    long next() {
      return (more ? events.get(events.size() - 1).sequenceNr() : highest) + 1;
    }
  }

  private final int eventsPerEntity;

  EventsQuery(int eventsPerEntity) {
    this.eventsPerEntity = eventsPerEntity;
  }

  @Override
  public List<FoundEvents> answer(Connection connection, List<EventsFrom> requested)
      throws SQLException {
    return Statements.plannedAnew(connection)
        .readAll(
            SELECT,
            row -> read(row, requested),
            ColumnArrays.of(requested)
                .texts(EventsFrom::persistenceId)
                .longs(EventsFrom::sequenceNr)
                .value(eventsPerEntity)
                .values());
  }

  /** Every entity has at least one row. Without events it has only the highest number. */
  private List<FoundEvents> read(ResultSet rows, List<EventsFrom> requested) throws SQLException {
    List<FoundEvents> found = new ArrayList<>(requested.size());
    boolean onRow = rows.next();
    for (EventsFrom from : requested) {
      long highest = rows.getLong(2);
      List<StoredEvent> events = new ArrayList<>();
      while (onRow && rows.getLong(1) == found.size() + 1) {
        long sequenceNr = rows.getLong(3);
        if (!rows.wasNull()) {
          events.add(event(rows, from.persistenceId(), sequenceNr));
        }
        onRow = rows.next();
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
        new SerializedPayload(row.getBytes(8), row.getInt(9), row.getString(10)));
  }
}
