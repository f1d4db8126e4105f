package io.millrace.engine.retention;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.database.TestSql;
import io.millrace.engine.token.TokenStore;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TokenCleanerTest {
  private static final Duration KEEP = Duration.ofDays(90);
  private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");

  private final DatabaseUrl database = TestDatabase.fresh();
  private final TokenStore store = new TokenStore(database.dataSource());
  private final List<Long> removed = new ArrayList<>();
  private TokenCleaner cleaner;

  @BeforeEach
  void make() throws SQLException {
    TestSql.execute(
        database, "alter table event_journal drop constraint event_journal_has_no_owners");
    cleaner = cleaner();
  }

  private TokenCleaner cleaner() {
    return new TokenCleaner(database.dataSource(), store, KEEP, removed::add);
  }

  private void job(int number, String flag) throws SQLException {
    TestSql.execute(
        database,
        """
        insert into jobs (number, id, project, name, paused, definition, document, media_type,
          refers_to, saved_by, saved_at, version, deleted)
        overriding system value values (%1$d, gen_random_uuid(), 'p', 'job-%1$d', %2$s, '', '', '',
          '{}', 'x', '2026-01-01T00:00:00Z', %1$d, %3$s);
        update jobs_version set version = greatest(version, %1$d)
        """
            .formatted(number, flag.equals("paused"), flag.equals("deleted")));
  }

  /** A token with its state, and with two events and a snapshot of an earlier release. */
  private void token(int job, String step, Instant time, String state, Instant changedAt)
      throws SQLException {
    TestSql.execute(
        database,
        """
insert into token values ('token:%1$d/%2$s/%3$s', %1$d, '%2$s', '%3$s', '%4$s', %5$d, '%6$s');
insert into owner_state values ('token:%1$d/%2$s/%3$s', 3, 1, '', '');
insert into event_journal (persistence_id, sequence_number, writer, event_ser_id,
    event_ser_manifest, event_payload)
  select 'token|token:%1$d/%2$s/%3$s', n, '', 1, '', '' from generate_series(1, 2) as n;
insert into snapshot (persistence_id, sequence_number, created, snapshot_ser_id,
    snapshot_ser_manifest, snapshot_payload)
  values ('token|token:%1$d/%2$s/%3$s', 1, 0, 1, '', '')
"""
            .formatted(job, step, time, state, state.equals("WAITING") ? 1 : 0, changedAt));
  }

  private String left() throws SQLException {
    String names = "coalesce(string_agg(distinct split_part(%s, '/', 2), ' '), '')";
    String rows = TestSql.value(database, "select " + names.formatted("owner") + " from token");
    assertThat(TestSql.value(database, "select " + names.formatted("owner") + " from owner_state"))
        .isEqualTo(rows);
    for (String table : List.of("event_journal", "snapshot")) {
      assertThat(
              TestSql.value(
                  database, "select " + names.formatted("persistence_id") + " from " + table))
          .as(table)
          .isEqualTo(rows);
    }
    return rows;
  }

  private String due() throws SQLException {
    return TestSql.value(database, "select coalesce(string_agg(owner, ' '), '') from due");
  }

  @Test
  void oldTokensGoWithTheirEventsAndSnapshots() throws Exception {
    Instant old = NOW.minus(KEEP).minusSeconds(1);
    Instant young = NOW.minus(KEEP).plusSeconds(1);
    job(1, "");
    token(1, "gone", old, "SUCCESS", old);
    token(1, "never-filled", old, "WAITING", old);
    token(1, "was-deleted", old, "REMOVED", old);
    token(1, "runs", old, "ACTIVE", old);
    token(1, "ran-lately", old, "FAILED", young);
    token(1, "young", young, "SUCCESS", young);
    token(1, "undelivered", old, "SUCCESS", old);
    TestSql.execute(
        database,
        "insert into due values ('token:1/undelivered/%s', '2026-01-01', '')".formatted(old));
    job(2, "paused");
    token(2, "waits-for-its-job", old, "WAITING", old);
    cleaner.run(NOW);
    assertThat(left()).isEqualTo("ran-lately runs undelivered waits-for-its-job young");
  }

  @Test
  void aDeletedJobGoesWithTheLastOfItsTokensOnceEveryNodeHasHeardOfIt() throws Exception {
    job(1, "deleted");
    job(2, "");
    token(1, "a", NOW, "REMOVED", NOW);
    token(1, "b", NOW, "REMOVED", NOW.minus(Duration.ofHours(2)));
    token(2, "c", NOW, "SUCCESS", NOW);
    cleaner.run(NOW);
    assertThat(removed).as("what may have come after it was deleted").containsExactly(1L);
    assertThat(left()).isEqualTo("a c");
    cleaner.run(NOW.plus(Duration.ofMinutes(61)));
    assertThat(left()).isEqualTo("c");
    cleaner.run(NOW.plus(Duration.ofMinutes(70)));
    assertThat(TestSql.value(database, "select string_agg(name, ' ') from jobs"))
        .isEqualTo("job-2");
  }

  @Test
  void aDeletedJobStaysWhileItHasTokens() throws Exception {
    job(1, "deleted");
    token(1, "a", NOW, "ACTIVE", NOW);
    for (int hour = 0; hour < 3; hour++) {
      cleaner.run(NOW.plus(Duration.ofHours(hour)));
    }
    assertThat(left()).isEqualTo("a");
    assertThat(removed).hasSize(3);
    assertThat(TestSql.value(database, "select count(*) from jobs")).isEqualTo("1");
  }

  @Test
  void tokensOfAChangedJobAreWokenOnceMoreARoundLater() throws Exception {
    job(1, "");
    token(1, "a", NOW, "WAITING", NOW);
    cleaner.run(NOW);
    assertThat(due()).as("by then every node has heard of it").isEmpty();
    cleaner.run(NOW.plusSeconds(10));
    assertThat(due()).isEqualTo("token:1/a/" + NOW);
    TestSql.execute(database, "delete from due");
    cleaner.run(NOW.plusSeconds(20));
    assertThat(due()).as("once").isEmpty();
    job(2, "paused");
    token(2, "b", NOW, "WAITING", NOW);
    cleaner.run(NOW.plusSeconds(30));
    cleaner.run(NOW.plusSeconds(40));
    assertThat(due()).as("it is paused").isEmpty();
  }
}
