package io.millrace.engine.store;

import io.millrace.engine.sql.Columns;
import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Deletes what a later snapshot has taken the place of, for many actors in one statement. */
final class Outdated implements Grouped.Statement<Outdated.UpTo, Boolean> {

  /** All of an actor up to this number, and with it. */
  record UpTo(String persistenceId, long sequenceNr) {}

  /** Only where there are later ones: by the last one it is known how far the numbers went. */
  static final Outdated EVENTS =
      new Outdated(
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

  static final Outdated SNAPSHOTS =
      new Outdated(
          """
          with old as (select * from unnest(?, ?) with ordinality as x (id, number, position)),
          gone as (
            delete from snapshot using old
            where persistence_id = id and sequence_number <= number)
          select position from old
          """);

  private final String delete;

  private Outdated(String delete) {
    this.delete = delete;
  }

  /** Whether each was done. */
  @Override
  public List<Boolean> answer(Connection connection, List<UpTo> all) throws SQLException {
    List<Boolean> done = new ArrayList<>(Collections.nCopies(all.size(), false));
    Statements.plannedAnew(connection)
        .each(
            delete,
            row -> done.set(row.getInt(1) - 1, true),
            Columns.of(all).texts(UpTo::persistenceId).longs(UpTo::sequenceNr).values());
    return done;
  }
}
