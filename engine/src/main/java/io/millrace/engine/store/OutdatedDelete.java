package io.millrace.engine.store;

import io.millrace.engine.sql.ColumnArrays;
import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Deletes rows that a later snapshot has replaced, for many actors in one statement. */
final class OutdatedDelete
    implements BatchedQuery.BatchStatement<OutdatedDelete.DeleteUpTo, Boolean> {

  /** Deletes all rows of an actor up to and including this number. */
  record DeleteUpTo(String persistenceId, long sequenceNr) {}

  /** Deletes only where later events exist: the last event keeps the highest sequence number. */
  static final OutdatedDelete EVENTS =
      new OutdatedDelete(
          """
          with outdated as (
            select * from unnest(?, ?) with ordinality
              as requested (persistence_id, sequence_number, position)
            where exists (select 1 from event_journal as later
              where later.persistence_id = requested.persistence_id
                and later.sequence_number > requested.sequence_number offset 0)),
          deleted as (
            delete from event_journal using outdated
            where event_journal.persistence_id = outdated.persistence_id
              and event_journal.sequence_number <= outdated.sequence_number)
          select position from outdated
          """);

  static final OutdatedDelete SNAPSHOTS =
      new OutdatedDelete(
          """
          with outdated as (
            select * from unnest(?, ?) with ordinality
              as requested (persistence_id, sequence_number, position)),
          deleted as (
            delete from snapshot using outdated
            where snapshot.persistence_id = outdated.persistence_id
              and snapshot.sequence_number <= outdated.sequence_number)
          select position from outdated
          """);

  private final String delete;

  private OutdatedDelete(String delete) {
    this.delete = delete;
  }

  /** Returns for each whether it was done. */
  @Override
  public List<Boolean> answer(Connection connection, List<DeleteUpTo> all) throws SQLException {
    List<Boolean> done = new ArrayList<>(Collections.nCopies(all.size(), false));
    Statements.plannedAnew(connection)
        .forEach(
            delete,
            row -> done.set(row.getInt(1) - 1, true),
            ColumnArrays.of(all)
                .texts(DeleteUpTo::persistenceId)
                .longs(DeleteUpTo::sequenceNr)
                .values());
    return done;
  }
}
