package io.millrace.engine.retention;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.database.TestSql;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class UserSiteCleanerTest {
  private static final Duration KEEP = Duration.ofDays(90);
  private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");

  private final DatabaseUrl database = TestDatabase.fresh();
  private final UserSiteCleaner cleaner = new UserSiteCleaner(database.dataSource(), KEEP);

  @BeforeEach
  void allowEvents() throws SQLException {
    TestSql.execute(
        database, "alter table event_journal drop constraint event_journal_has_no_owners");
  }

  /** Of an earlier release: a user-site with a snapshot and three events; this is the last one. */
  private void userSite(String owner, String lastEvent) throws SQLException {
    TestSql.execute(
        database,
        """
insert into event_journal (persistence_id, sequence_number, writer, event_ser_id,
    event_ser_manifest, event_payload)
  select 'user-site|%1$s', n, '', 1, case n when 3 then '%2$s' else 'user-site-queued' end, ''
  from generate_series(1, 3) as n;
insert into snapshot (persistence_id, sequence_number, created, snapshot_ser_id,
    snapshot_ser_manifest, snapshot_payload) values ('user-site|%1$s', 1, 0, 1, '', '')
"""
            .formatted(owner, lastEvent));
  }

  private void row(String owner, int revision) throws SQLException {
    TestSql.execute(
        database,
        "insert into owner_state values ('%s', %d, 1, 'user-site', '')".formatted(owner, revision));
  }

  private void deleted(String owner, int revision) throws SQLException {
    TestSql.execute(
        database,
        "insert into removed_owner (owner, revision) values ('%s', %d)".formatted(owner, revision));
  }

  private String rows() throws SQLException {
    return TestSql.value(
        database, "select coalesce(string_agg(owner, ' ' order by owner), '') from owner_state");
  }

  private void deleted(String owner) throws SQLException {
    TestSql.execute(database, "insert into removed_owner (owner) values ('%s')".formatted(owner));
  }

  private String left() throws SQLException {
    String names = "select coalesce(string_agg(distinct persistence_id, ' '), '') from ";
    String events = TestSql.value(database, names + "event_journal");
    assertThat(TestSql.value(database, names + "snapshot")).isEqualTo(events);
    return events.replace("user-site|", "");
  }

  private String known() throws SQLException {
    return TestSql.value(
        database, "select coalesce(string_agg(owner, ' ' order by owner), '') from removed_owner");
  }

  @Test
  void anHourAfterItWasDeletedItsEventsGo() throws Exception {
    userSite("bank/here", "user-site-ended");
    userSite("bank/gone", "user-site-removed");
    deleted("bank/gone");
    deleted("bank/never-was");
    assertThat(cleaner.run(NOW)).isAfter(NOW);
    cleaner.run(NOW.plusSeconds(3600));
    assertThat(left()).isEqualTo("bank/gone bank/here");

    cleaner.run(NOW.plusSeconds(3601));
    assertThat(left()).isEqualTo("bank/here");
    assertThat(known()).as("its tasks are still there").isEqualTo("bank/gone bank/never-was");
    cleaner.run(NOW.plus(KEEP));
    assertThat(known()).isEqualTo("bank/gone bank/never-was");
    cleaner.run(NOW.plus(KEEP).plus(Duration.ofDays(1)).plusSeconds(1));
    assertThat(known()).isEmpty();
  }

  @Test
  void anHourAfterItWasDeletedItsRowGoesUnlessItWasWrittenSince() throws Exception {
    row("bank/here", 5);
    row("bank/gone", 7);
    deleted("bank/gone", 7);
    row("bank/back", 9);
    deleted("bank/back", 7);
    row("bank/moved", 4);
    deleted("bank/moved");
    cleaner.run(NOW);
    cleaner.run(NOW.plusSeconds(3600));
    assertThat(rows()).isEqualTo("bank/back bank/gone bank/here bank/moved");
    cleaner.run(NOW.plusSeconds(3601));
    assertThat(rows()).isEqualTo("bank/back bank/here bank/moved");
    assertThat(known()).as("its tasks are still there").isEqualTo("bank/gone");
  }

  @Test
  void whoCameBackKeepsWhatItHas() throws Exception {
    userSite("bank/back", "user-site-queued");
    deleted("bank/back");
    cleaner.run(NOW);
    cleaner.run(NOW.plusSeconds(3601));
    assertThat(left()).isEqualTo("bank/back");
    assertThat(known()).isEmpty();
  }

  @Test
  void whatWasTakenOutOfTheSourcesIsKeptForAsLongAsItsTasks() throws Exception {
    userSite("bank/gone", "user-site-removed");
    TestSql.execute(
        database,
        "insert into removed_owner (owner, since, suspended) values ('bank/gone', '%s', true)"
            .formatted(NOW));
    cleaner.run(NOW.plus(KEEP));
    cleaner.run(NOW.plus(KEEP).plusSeconds(1));
    assertThat(left()).as("it can still come back").isEqualTo("bank/gone");
    Instant deleted = NOW.plus(KEEP).plusSeconds(1);
    cleaner.run(deleted.plusSeconds(3601));
    assertThat(left()).isEmpty();
    assertThat(known()).as("its tasks are still there").isEqualTo("bank/gone");
    cleaner.run(deleted.plus(KEEP).plus(Duration.ofDays(1)).plusSeconds(1));
    assertThat(known()).isEmpty();
  }

  @Test
  void manyAreDeletedInBoundedPieces() throws Exception {
    TestSql.execute(
        database,
        """
        insert into removed_owner (owner) select 's/' || n from generate_series(1, 20500) as n;
        insert into event_journal (persistence_id, sequence_number, writer, event_ser_id,
          event_ser_manifest, event_payload)
        select 'user-site|' || owner, 1, '', 1, 'user-site-removed', '' from removed_owner
        """);
    cleaner.run(NOW);
    Instant later = NOW.plusSeconds(3601);
    assertThat(cleaner.run(later)).as("there is more").isEqualTo(later);
    assertThat(TestSql.value(database, "select count(*) from event_journal")).isEqualTo("500");
    assertThat(cleaner.run(later)).isAfter(later);
    assertThat(TestSql.value(database, "select count(*) from event_journal")).isEqualTo("0");
  }
}
