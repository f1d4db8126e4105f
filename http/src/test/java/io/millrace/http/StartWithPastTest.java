package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.database.TestSql;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a node reads when it starts. */
class StartWithPastTest {
  private static final int PAST = 20_000;

  /** Ended tasks of the last days, each with a log line, a stored state and a told notification. */
  private static final String ADD_PAST =
      """
      with added as (
        insert into task (attempt_uid, source, collection, attempt_no, status, reason, priority,
          system, pool, timeout_ms, created_at, started_at, finished_at, worker)
        select (substring(first_uid(at)::text from 1 for 30) || lpad(to_hex(n), 6, '0'))::uuid,
          'old', 'c' || n, 1, 'SUCCESS', 'schedule', 200, 'DEFAULT', 'default', 60000, at, at,
          at + interval '10 s', 'w'
        from (select n, now() - interval '2 hours' - n * interval '10 s' as at
          from generate_series(1, %1$d) as n) as times
        returning attempt_uid, created_at),
      logged as (
        insert into task_log select attempt_uid, 1, created_at, 'info', 'a line' from added),
      told as (
        insert into notifications (id, at, kind, subject, details, fanned_out)
        select attempt_uid, created_at, 'disabled', 'old', '{}', true from added)
      insert into owner_state (owner, revision, serializer_id, manifest, state)
      select 'old/' || attempt_uid, 1, 1, '', '' from added
      """
          .formatted(PAST);

  private static final String ROWS_READ =
      """
      select (select sum(seq_tup_read) from pg_stat_user_tables)
        + (select sum(idx_tup_read) from pg_stat_user_indexes)
      """;

  private static final String OTHER_SESSIONS =
      "select count(*) from pg_stat_activity where datname = current_database()"
          + " and backend_type = 'client backend' and pid <> pg_backend_pid()";

  private final DatabaseUrl database = TestDatabase.fresh();

  @Test
  void theRowsThatANodeReadsDoNotGrowWithItsPast() throws Exception {
    rowsReadByStart();
    long before = rowsReadByStart();
    TestSql.execute(database, ADD_PAST);
    TestSql.execute(database, "analyze");
    awaitNoSessions();
    long after = rowsReadByStart();
    assertThat(after).as("without a past it read %d", before).isLessThan(before + PAST / 10);
  }

  /** Each session writes its statistics at its end. */
  private long rowsReadByStart() throws SQLException {
    awaitNoSessions();
    long before = rowsRead();
    try (TestNode node = TestNode.start("", Clock.systemUTC(), database)) {
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> node.client.get("/ready").status() == 200 && hasPool(node));
    }
    awaitNoSessions();
    return rowsRead() - before;
  }

  private long rowsRead() throws SQLException {
    return Long.parseLong(TestSql.value(database, ROWS_READ));
  }

  private static boolean hasPool(TestNode node) {
    return node.client.get("/flow-control").json().path("running").isNumber();
  }

  private void awaitNoSessions() {
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> TestSql.value(database, OTHER_SESSIONS).equals("0"));
  }
}
