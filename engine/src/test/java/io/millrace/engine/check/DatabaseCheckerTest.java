package io.millrace.engine.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.flow.ChannelsChanged;
import io.millrace.engine.flow.Lease;
import io.millrace.engine.policy.Attempt;
import io.millrace.engine.refresh.UserSite;
import io.millrace.engine.refresh.UserSiteEvent;
import io.millrace.engine.serialization.EventSerializer;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.task.TaskRoute;
import io.millrace.engine.token.Token;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A correct database breaks no rule; each fault is found by its own rule. */
class DatabaseCheckerTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final UUID FIRST = UUID.fromString("019ca949-0000-7000-8000-000000000001");
  private static final UUID SECOND = UUID.fromString("019ca949-0000-7000-8000-000000000002");

  private static final UUID THIRD = UUID.fromString("019ca949-0000-7000-8000-000000000003");
  private static final Instant BOOKED = NOW.plusSeconds(600);

  private final EventSerializer serializer = new EventSerializer();
  private DatabaseUrl database;

  @BeforeEach
  void fill() throws SQLException {
    database = TestDatabase.fresh();
    execute("alter table event_journal drop constraint event_journal_has_no_owners");
    task(FIRST, "SUCCESS", "10:00:00", "10:00:01", "10:00:05", "10:00:00");
    task(SECOND, "SUCCESS", "11:00:00", "11:00:01", "11:00:05", "11:00:00");
    event("user-site|bank/c", 1, queued(FIRST));
    task(THIRD, "SCHEDULED", "11:30:00", null, null, "11:30:00");
    execute("update task set collection = 'd' where attempt_uid = '" + THIRD + "'");
    execute("insert into open_task values ('" + THIRD + "', 'default')");
    state("bank/d", queued(THIRD).applyTo(UserSite.NEW).toBuilder().refreshAt(BOOKED).build());
    state("token:1/s/2026-03-01T00:00:00Z", Token.NEW.toBuilder().deliverAt(BOOKED).build());
    execute("insert into due select owner, '" + BOOKED + "', '' from owner_state");
    event("flow-control|default", 1, new ChannelsChanged(NOW, List.of(), List.of(lease(FIRST))));
    event(
        "flow-control|default",
        2,
        new ChannelsChanged(NOW, List.of(FIRST), List.of(lease(SECOND))));
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private void task(
      UUID uid, String status, String created, String started, String finished, String logical)
      throws SQLException {
    execute(
        """
insert into task (attempt_uid, source, collection, attempt_no, status, reason, priority, system,
  pool, timeout_ms, created_at, started_at, finished_at, deadline, logical_time)
values ('%s', 'bank', 'c', 1, '%s', 'schedule', 200, 'DEFAULT', 'default', 600000,
  '2026-03-01T%sZ', %s, %s, '2026-03-01T10:10:00Z', '2026-03-01T%sZ')
"""
            .formatted(uid, status, created, time(started), time(finished), logical));
  }

  private static String time(String time) {
    return time == null ? "null" : "'2026-03-01T" + time + "Z'";
  }

  private static UserSiteEvent.Queued queued(UUID uid) {
    Attempt attempt =
        Attempt.of(
            uid,
            1,
            TaskReason.MANUAL,
            new TaskRoute(300, "DEFAULT", "default", ""),
            Duration.ofMinutes(10),
            NOW);
    return new UserSiteEvent.Queued(attempt, null, null, null, false);
  }

  private static Lease lease(UUID uid) {
    return new Lease(uid, "bank/c", 1, "DEFAULT", "w", NOW, NOW.plusSeconds(60));
  }

  private void event(String persistenceId, long number, Object event) throws SQLException {
    try (Connection connection = database.connect();
        PreparedStatement insert =
            connection.prepareStatement(
                """
                insert into event_journal (persistence_id, sequence_number, writer, event_ser_id,
                  event_ser_manifest, event_payload) values (?, ?, 'w', ?, ?, ?)
                """)) {
      insert.setString(1, persistenceId);
      insert.setLong(2, number);
      insert.setInt(3, serializer.identifier());
      insert.setString(4, serializer.manifest(event));
      insert.setBytes(5, serializer.toBinary(event));
      insert.executeUpdate();
    }
  }

  private void state(String owner, Object state) throws SQLException {
    try (Connection connection = database.connect()) {
      new Statements(connection)
          .update(
              "insert into owner_state values (?, 1, ?, ?, ?)",
              owner,
              serializer.identifier(),
              serializer.manifest(state),
              serializer.toBinary(state));
    }
  }

  private List<String> broken() throws SQLException {
    return new DatabaseChecker(database.dataSource(), 1, serializer::fromBinary)
        .check(NOW).stream().filter(finding -> !finding.isFine()).map(Finding::rule).toList();
  }

  @Test
  void onWhatIsAsItMustBeNoRuleComplains() throws SQLException {
    assertThat(broken()).isEmpty();
    assertThat(new DatabaseChecker(database.dataSource(), 1, serializer::fromBinary).check(NOW))
        .filteredOn(finding -> finding.looked() == 0)
        .extracting(Finding::rule)
        .containsExactly("no count is negative");
  }

  @ParameterizedTest(name = "{1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "update task set logical_time = '2026-03-01T10:00:00Z' | each fire creates one task",
        "update task set finished_at = '2026-03-01T11:00:00.5Z' where logical_time <"
            + " '2026-03-01T10:30:00Z' | an owner has one attempt at a time",
        "update task set collection = attempt_uid::text, started_at = '2026-03-01T10:00:00Z'"
            + " | a pool never runs more than its channels",
        "insert into open_task select attempt_uid, pool from task limit 1 | a task is open or"
            + " final, never both",
        "insert into due values ('a/b', '2026-03-01T11:00:00Z', '') | nothing is long overdue",
        "insert into token values ('token:1/s/t', 1, 's', now(), 'WAITING', -1, now()) | no count"
            + " is negative",
        "update event_journal set sequence_number = 7 where sequence_number = 2"
            + " | the events of an actor have no gap",
        "delete from open_task | an owner's open attempt is its open task",
        "delete from owner_state | an owner's open attempt is its open task",
        "update owner_state set owner = 'bank/x' where owner = 'bank/d'"
            + " | an owner's open attempt is its open task",
        "update due set at = at + interval '1 s' where owner = 'bank/d'"
            + " | an owner is woken when its state says",
        "update due set at = at + interval '1 s' where owner like 'token:%'"
            + " | an owner is woken when its state says",
        "delete from due where owner like 'token:%' | an owner is woken when its state says",
      })
  void aFaultInTheTablesIsFound(String fault, String rule) throws SQLException {
    execute(fault);
    assertThat(broken()).contains(rule);
  }

  @Test
  void anAttemptThatIsQueuedOverAnotherIsFound() throws SQLException {
    event("user-site|bank/c", 2, queued(SECOND));
    assertThat(broken()).containsExactly("only the current attempt counts");
  }

  @Test
  void aChannelThatIsGrantedTwiceOrReleasedTwiceIsFound() throws SQLException {
    event("flow-control|default", 3, new ChannelsChanged(NOW, List.of(), List.of(lease(SECOND))));
    event("flow-control|default", 4, new ChannelsChanged(NOW, List.of(FIRST), List.of()));
    assertThat(broken()).containsExactly("a channel is granted once and released once");
  }

  @Test
  void aTokenMayBeWokenEarlierThanItsStateSays() throws SQLException {
    execute("update due set at = at - interval '1 s' where owner like 'token:%'");
    assertThat(broken()).isEmpty();
  }

  @Test
  void theStateOfAnOwnerThatWasNotWrittenSinceAnEarlierReleaseIsInItsEvents() throws SQLException {
    execute("delete from owner_state");
    event("user-site|bank/d", 1, queued(THIRD));
    assertThat(broken()).isEmpty();
  }

  @Test
  void aTaskThatEndedBeforeItBeganIsFound() throws SQLException {
    execute("update task set finished_at = null where attempt_uid = '" + FIRST + "'");
    assertThat(broken()).contains("a task is created, started, finished in this order");
  }
}
