package io.millrace.engine.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.database.TestSql;
import io.millrace.engine.serialization.EventSerializer;
import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A user-site of an earlier release, which stored events and snapshots. */
class UserSiteMoveTest extends UserSiteEntityTestBase {
  private static final String HAS_NO_OWNERS = "event_journal_has_no_owners";
  private static final EventSerializer serializer = new EventSerializer();

  /** Whether there are events is found out once, by the first owner without a row. */
  @BeforeAll
  static void allowEvents() throws SQLException {
    TestSql.execute(journal.database, "alter table event_journal drop constraint " + HAS_NO_OWNERS);
    event("user-site|another/one", 1);
  }

  private static UserSiteEvent.Defined defined(int number) {
    return new UserSiteEvent.Defined("schedule " + number, Instant.EPOCH, null);
  }

  private static void event(String persistenceId, int number) throws SQLException {
    UserSiteEvent event = defined(number);
    try (Connection connection = journal.dataSource().getConnection()) {
      new Statements(connection)
          .update(
              """
              insert into event_journal (persistence_id, sequence_number, writer, event_ser_id,
                event_ser_manifest, event_payload) values (?, ?, 'w', ?, ?, ?)
              on conflict do nothing
              """,
              persistenceId,
              number,
              serializer.identifier(),
              serializer.manifest(event),
              serializer.toBinary(event));
    }
  }

  private void snapshot(int number) throws SQLException {
    UserSite site = defined(number).applyTo(UserSite.NEW).toBuilder().attemptNo(3).build();
    try (Connection connection = journal.dataSource().getConnection()) {
      new Statements(connection)
          .update(
              """
              insert into snapshot (persistence_id, sequence_number, created, snapshot_ser_id,
                snapshot_ser_manifest, snapshot_payload) values (?, ?, 0, ?, ?, ?)
              """,
              persistenceId(),
              number,
              serializer.identifier(),
              serializer.manifest(site),
              serializer.toBinary(site));
    }
  }

  private String persistenceId() {
    return "user-site|" + kit.id.owner();
  }

  private String number(String query) throws SQLException {
    return TestSql.value(journal.database, query);
  }

  @Test
  void itGoesOnFromAllItsEventsAndItsFirstRowReplacesThem() throws Exception {
    for (int i = 1; i <= 250; i++) {
      event(persistenceId(), i);
    }
    kit.restart();
    assertThat(kit.state()).isEqualTo(defined(250).applyTo(UserSite.NEW));
    moves(251);
  }

  @Test
  void itGoesOnFromItsSnapshotAndTheEventsSince() throws Exception {
    for (int i = 15; i <= 22; i++) {
      event(persistenceId(), i);
    }
    snapshot(20);
    kit.restart();
    assertThat(kit.state().schedule()).isEqualTo("schedule 22");
    assertThat(kit.state().attemptNo()).as("only the snapshot has it").isEqualTo(3);
    moves(23);
    assertThat(kit.state().attemptNo()).isEqualTo(3);
  }

  private void moves(int revision) throws SQLException {
    String stored = "select count(*) from %s where persistence_id = '" + persistenceId() + "'";
    assertThat(number(stored.formatted("event_journal")))
        .as("nothing is written")
        .isNotEqualTo("0");
    kit.define(HOURLY);
    String schedule = kit.state().schedule();
    assertThat(number("select revision from owner_state where owner = '" + kit.id.owner() + "'"))
        .isEqualTo(Integer.toString(revision));
    assertThat(number(stored.formatted("event_journal"))).isEqualTo("0");
    assertThat(number(stored.formatted("snapshot"))).isEqualTo("0");
    assertThat(number("select count(*) from event_journal")).as("of another").isEqualTo("1");
    kit.restart();
    assertThat(kit.state().schedule()).isEqualTo(schedule);
  }
}
