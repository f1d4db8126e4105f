package io.millrace.engine.store;

import io.millrace.engine.sql.ColumnArrays;
import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Deletes what a later snapshot has taken the place of, for many actors in one statement. */
final class OutdatedDelete
    implements BatchedQuery.BatchStatement<OutdatedDelete.DeleteUpTo, Boolean> {

  /** All of an actor up to this number, and with it. */
  record DeleteUpTo(String persistenceId, long sequenceNr) {}

  /** Only where there are later ones: by the last one it is known how far the numbers went. */
  static final OutdatedDelete EVENTS =
      new OutdatedDelete(
          """
          with old as (
            select * from unnest(?, ?) with ordinality as x (id, number, position)
            where exists (select 1 from event_journal as later
              where later.persistence_id = x.id and later.sequence_number > x.number offset 0)),
          gone as (
            delete from event_journal using old
            where persistence_id = id and sequence_number <= number)
          select position from old
          """);

  static final OutdatedDelete SNAPSHOTS =
      new OutdatedDelete(
          """
          with old as (select * from unnest(?, ?) with ordinality as x (id, number, position)),
          gone as (
            delete from snapshot using old
            where persistence_id = id and sequence_number <= number)
          select position from old
          """);

  private final String delete;

  private OutdatedDelete(String delete) {
    this.delete = delete;
  }

  /** Whether each was done. */
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
