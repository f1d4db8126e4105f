package io.millrace.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.database.TestSql;
import io.millrace.engine.store.OutdatedDelete.DeleteUpTo;
import io.millrace.engine.store.SnapshotInsert.NewSnapshot;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Deletes rows that snapshots have replaced, for many actors at once. */
class OutdatedDeleteTest {
  private final DatabaseUrl url = TestDatabase.fresh();

  private void events(String actors, int each) throws SQLException {
    TestSql.execute(
        url,
        """
        insert into event_journal (persistence_id, sequence_number, writer, write_timestamp,
          adapter_manifest, event_payload, event_ser_id, event_ser_manifest)
        select id, nr, 'w', 0, '', 'x', 1, 'm' from %s as t (id), generate_series(1, %d) as nr
        """
            .formatted(actors, each));
  }

  private String left(String table) throws SQLException {
    return TestSql.value(
        url,
        "select string_agg(persistence_id || sequence_number, ' ' order by persistence_id,"
            + " sequence_number) from "
            + table);
  }

  @Test
  void eventsUpToANumberAreDeletedUnlessNoneWouldBeLeft() throws Exception {
    events("(values ('a'), ('b'), ('c'))", 4);
    try (Connection connection = url.connect()) {
      assertThat(
              OutdatedDelete.EVENTS.answer(
                  connection,
                  List.of(
                      new DeleteUpTo("c", 4),
                      new DeleteUpTo("a", 2),
                      new DeleteUpTo("none", 9),
                      new DeleteUpTo("b", 3))))
          .containsExactly(false, true, false, true);
    }
    assertThat(left("event_journal")).isEqualTo("a3 a4 b4 c1 c2 c3 c4");
  }

  @Test
  void snapshotsAreStoredOnceAndThoseBeforeAreDeleted() throws Exception {
    try (Connection connection = url.connect()) {
      List<NewSnapshot> taken =
          List.of(taken("a", 10), taken("a", 20), taken("a", 20), taken("b", 10), taken("b", 30));
      SnapshotInsert insert = new SnapshotInsert();
      insert.answer(connection, taken);
      insert.answer(connection, taken.subList(0, 1));
      assertThat(left("snapshot")).isEqualTo("a10 a20 b10 b30");
      assertThat(
              OutdatedDelete.SNAPSHOTS.answer(
                  connection, List.of(new DeleteUpTo("a", 19), new DeleteUpTo("b", 30))))
          .containsExactly(true, true);
    }
    assertThat(left("snapshot")).isEqualTo("a20");
  }

  private static NewSnapshot taken(String id, long number) {
    return new NewSnapshot(id, number, 1, 1, "m", new byte[] {1});
  }

  @Test
  void aLargeJournalIsNotReadThroughForIt() throws Exception {
    events("(select 'test|' || i from generate_series(1, 20000) as i)", 20);
    TestSql.execute(url, "analyze event_journal");
    List<DeleteUpTo> some =
        IntStream.rangeClosed(1, 500).mapToObj(i -> new DeleteUpTo("test|" + i, 10)).toList();
    ExplainingDatabase explained = new ExplainingDatabase(url.dataSource());
    try (Connection connection = explained.dataSource().getConnection()) {
      assertThat(OutdatedDelete.EVENTS.answer(connection, some)).containsOnly(true);
    }
    assertThat(explained.plans()).hasSize(1);
    assertThat(explained.plans().get(0).scanned()).isEmpty();
  }
}
