package io.millrace.http.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.TestClock;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.database.TestSql;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.http.endpoint.Caller;
import io.millrace.http.endpoint.Role;
import io.millrace.http.endpoint.WorkerBounds;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whose a worker's id is, as the nodes of a cluster see it: one of these each, on one database. */
class WorkerIdsTest {
  private static final UUID ATTEMPT = UUID.fromString("01980000-0000-7000-8000-000000000001");
  private static final Caller ANN = caller(1);
  private static final Caller BEN = caller(2);

  private final DatabaseUrl database = TestDatabase.fresh();
  private final TestClock clock = new TestClock();
  private final WorkerIds ids = node();

  private static Caller caller(int n) {
    return new Caller(new UUID(0, n), "token " + n, Role.WORKER, WorkerBounds.NONE);
  }

  private WorkerIds node() {
    return new WorkerIds(
        new WorkerIdStore(database.dataSource()), new AsyncSql(Runnable::run), clock);
  }

  @BeforeEach
  void makeTokens() throws SQLException {
    for (Caller caller : List.of(ANN, BEN)) {
      TestSql.execute(
          database,
          """
          insert into access_token (hash, id, name, role)
          values ('\\x0%s', '%s', 'n', 'worker')
          """
              .formatted(caller.token().getLeastSignificantBits(), caller.token()));
    }
  }

  /** A task that a worker runs. */
  private void running(String worker) throws SQLException {
    TestSql.execute(
        database,
        """
        insert into task (attempt_uid, source, collection, attempt_no, status, reason, priority,
          system, pool, timeout_ms, created_at, worker)
        values ('%s', 's', 'c', 1, 'RUNNING', 'MANUAL', 0, 'D', 'default', 1, now(), '%s')
        """
            .formatted(ATTEMPT, worker));
    TestSql.execute(
        database,
        "insert into open_task (attempt_uid, pool) values ('%s', 'default')".formatted(ATTEMPT));
  }

  private void ended() throws SQLException {
    TestSql.execute(database, "delete from open_task");
  }

  private static boolean take(WorkerIds ids, String id, Caller caller) {
    return ids.take(id, caller).toCompletableFuture().join();
  }

  private boolean take(Caller caller) {
    return take(node(), "w", caller);
  }

  @Test
  void anIdIsThatOfTheTokenThatUsedItFirstOnEveryNodeAndAfterAnyStart() {
    assertThat(take(ids, "w", ANN)).isTrue();
    assertThat(take(ids, "w", BEN)).isFalse();
    assertThat(take(node(), "w", BEN)).isFalse();
    assertThat(take(node(), "w", ANN)).isTrue();
    assertThat(take(ids, "other", BEN)).isTrue();
  }

  @Test
  void anIdOfARevokedTokenIsFreeWhenNothingRunsUnderIt() throws SQLException {
    take(ANN);
    running("w");
    TestSql.execute(database, "delete from access_token where id = '%s'".formatted(ANN.token()));
    assertThat(take(BEN)).isFalse();
    ended();
    assertThat(take(BEN)).isTrue();
  }

  @Test
  void anIdOfAnExpiredTokenIsFree() throws SQLException {
    take(ANN);
    Instant at = clock.instant().plusSeconds(60);
    TestSql.execute(
        database,
        "update access_token set expires_at = '%s' where id = '%s'".formatted(at, ANN.token()));
    assertThat(take(BEN)).isFalse();
    clock.pass(Duration.ofSeconds(60));
    assertThat(take(BEN)).isTrue();
  }

  @Test
  void anIdThatWasNotUsedForADayIsFreeUnlessSomethingRunsUnderIt() throws SQLException {
    take(ids, "w", ANN);
    running("w");
    clock.pass(WorkerIds.KEPT_FOR.plusSeconds(1));
    assertThat(take(BEN)).isFalse();
    ids.sweep();
    assertThat(TestSql.value(database, "select count(*) from worker_id")).isEqualTo("1");
    ended();
    assertThat(take(BEN)).isTrue();
    clock.pass(WorkerIds.KEPT_FOR.plusSeconds(1));
    ids.sweep();
    assertThat(TestSql.value(database, "select count(*) from worker_id")).isEqualTo("0");
  }

  @Test
  void anIdThatIsUsedNowAndThenStaysItsTokens() {
    for (int beat = 0; beat < 60; beat++) {
      assertThat(take(ids, "w", ANN)).isTrue();
      clock.pass(Duration.ofMinutes(50));
    }
    assertThat(take(BEN)).isFalse();
  }

  @Test
  void attemptsAreThoseOfTheTokenWhoseWorkerHasThem() throws SQLException {
    running("w");
    assertThat(done(ids, BEN)).as("given before ids had tokens").isFalse();
    take(ids, "w", ANN);
    assertThat(done(ids, BEN)).isTrue();
    assertThat(done(ids, ANN)).isFalse();
    assertThat(node().isUsedByAnother("w", BEN).toCompletableFuture().join()).isTrue();
    assertThat(node().isUsedByAnother("w", ANN).toCompletableFuture().join()).isFalse();
  }

  private static boolean done(WorkerIds ids, Caller caller) {
    return ids.anyGivenToOthers(List.of(ATTEMPT), caller).toCompletableFuture().join();
  }
}
