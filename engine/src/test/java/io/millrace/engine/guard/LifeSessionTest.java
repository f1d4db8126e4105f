package io.millrace.engine.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.store.FencedNodes;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Sessions of nodes on a real PostgreSQL. */
class LifeSessionTest {
  private static final String A = "akka://millrace@a:1#1";
  private static final String B = "akka://millrace@b:1#-2";
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final NodeObservation NOTHING = new NodeObservation(false, Set.of(), Set.of());

  private final DatabaseUrl url = TestDatabase.fresh();

  /** Opens the session of a node that is up. */
  private LifeSession open(String node) throws SQLException {
    LifeSession session = LifeSession.open(url, node);
    session.lock();
    return session;
  }

  /** Ends all sessions of a node, as the operating system does when its process dies. */
  private void die(String node) throws SQLException {
    try (Connection connection = url.connect()) {
      new Statements(connection)
          .rows(
              "select pg_terminate_backend(pid, 5000) from pg_stat_activity"
                  + " where datname = current_database() and application_name = ?",
              row -> row.getBoolean(1),
              FencedNodes.sessionName(node));
    }
  }

  @Test
  void theLockOfANodeThatDiedIsFreed() throws SQLException {
    try (LifeSession a = open(A);
        LifeSession b = open(B)) {
      assertThat(b.look(Set.of(A))).isEqualTo(NOTHING);
      assertThat(a.look(Set.of(B))).isEqualTo(NOTHING);
      assertThat(a.look(Set.of(B))).as("b has its lock").isEqualTo(NOTHING);
      die(B);
      assertThat(a.look(Set.of(B))).isEqualTo(new NodeObservation(false, Set.of(B), Set.of()));
      assertThatThrownBy(() -> b.look(Set.of(A))).isInstanceOf(SQLException.class);
    }
  }

  @Test
  void aNodeWhoseOtherSessionsWaitForItIsConnected() throws SQLException {
    try (LifeSession a = open(A)) {
      try (LifeSession b = open(B)) {
        b.look(Set.of(A));
        a.look(Set.of(B));
      }
      try (Connection pool = url.connectAs(FencedNodes.sessionName(B), SECOND)) {
        await().until(() -> a.look(Set.of(B)).freed().contains(B));
        assertThat(a.look(Set.of(B)).connected()).containsExactly(B);
        new Statements(pool).number("select 1");
        assertThat(a.look(Set.of(B)).connected()).containsExactly(B);
      }
      await().until(() -> a.look(Set.of(B)).connected().isEmpty());
    }
  }

  /** A new session knows nothing: all sessions end when the database restarts. */
  @Test
  void aLockThatThisSessionHasNotSeenHeldSaysNothing() throws SQLException {
    try (LifeSession a = open(A)) {
      assertThat(a.look(Set.of(B))).as("b has never had one").isEqualTo(NOTHING);
      try (LifeSession b = open(B)) {
        b.look(Set.of(A));
        a.look(Set.of(B));
      }
      await().until(() -> !a.look(Set.of(B)).freed().isEmpty());
    }
    try (LifeSession again = open(A)) {
      assertThat(again.look(Set.of(B))).isEqualTo(NOTHING);
    }
  }

  @Test
  void aNodeThatIsNoLongerWatchedIsForgotten() throws SQLException {
    try (LifeSession a = open(A);
        LifeSession b = open(B)) {
      b.look(Set.of(A));
      a.look(Set.of(B));
      die(B);
      assertThat(a.look(Set.of()).freed()).isEmpty();
      assertThat(a.look(Set.of(B)).freed()).isEmpty();
    }
  }

  @Test
  void theLockIsTakenAsSoonAsTheEarlierSessionOfTheNodeIsGone() throws SQLException {
    try (LifeSession a = open(A);
        LifeSession b = LifeSession.open(url, B)) {
      try (LifeSession old = open(B)) {
        old.look(Set.of());
        b.lock();
        a.look(Set.of(B));
      }
      await().until(() -> a.look(Set.of(B)).freed().contains(B));
      b.lock();
      assertThat(a.look(Set.of(B))).isEqualTo(NOTHING);
    }
  }

  @Test
  void aNodeSeesThatItIsFencedAndItsOpenTransactionsEnd() throws SQLException {
    try (LifeSession a = open(A);
        Connection open = url.connectAs(FencedNodes.sessionName(A), SECOND)) {
      assertThat(a.look(Set.of(B))).isEqualTo(NOTHING);
      open.setAutoCommit(false);
      new Statements(open).update("insert into write_probe default values");

      assertThat(new FencedNodes(url.dataSource()).fenceOthers(B, List.of(A))).isTrue();

      assertThatThrownBy(open::commit).isInstanceOf(SQLException.class);
      try (Connection other = url.connect()) {
        assertThat(new Statements(other).number("select count(*) from write_probe")).isZero();
      }
      assertThatThrownBy(() -> a.look(Set.of(B))).isInstanceOf(SQLException.class);
    }
    try (LifeSession again = open(A)) {
      assertThat(again.look(Set.of(B)).fenced()).isTrue();
    }
  }

  /** As PgBouncer does it by transaction: each statement may be run by another session. */
  @Test
  void behindAPoolerNothingIsSaidOfOthers() throws SQLException {
    try (Connection one = url.connect();
        Connection two = url.connect();
        LifeSession a = LifeSession.over(pooled(one, two), A);
        LifeSession b = open(B)) {
      a.lock();
      b.look(Set.of(A));
      a.look(Set.of(B));
      a.look(Set.of(B));
      assertThat(a.isPooled()).isTrue();
      die(B);
      assertThat(a.look(Set.of(B))).isEqualTo(NOTHING);
    }
  }

  private static Connection pooled(Connection one, Connection two) {
    int[] turn = {0};
    return (Connection)
        Proxy.newProxyInstance(
            Connection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, values) -> {
              try {
                return method.invoke(turn[0]++ % 3 == 0 ? one : two, values);
              } catch (InvocationTargetException fault) {
                throw fault.getCause();
              }
            });
  }

  @Test
  void thereIsAClusterWhileANodeHasItsLock() throws SQLException {
    assertThat(LiveNodes.exist(url)).isFalse();
    try (LifeSession joining = LifeSession.open(url, A)) {
      joining.look(Set.of());
      assertThat(LiveNodes.exist(url)).as("it waits for the others").isFalse();
      joining.lock();
      assertThat(LiveNodes.exist(url)).isTrue();
    }
    await().until(() -> !LiveNodes.exist(url));
  }

  /** Machines that lost their power, and poolers, leave sessions open for a long time. */
  @Test
  void aSessionThatIsSilentForLongIsNoCluster() throws SQLException {
    try (LifeSession b = open(B);
        Connection connection = url.connect()) {
      b.look(Set.of());
      assertThat(LiveNodes.exist(connection, Duration.ofHours(1))).isTrue();
      assertThat(LiveNodes.exist(connection, Duration.ZERO)).isFalse();
    }
  }

  /** A pool's session may hold a lock of another kind, or that of a node that it served before. */
  @Test
  void onlyTheLockOfItsOwnNodeProvesThatANodeLives() throws SQLException {
    try (Connection pool = url.connectAs(FencedNodes.sessionName(A), SECOND)) {
      Statements sql = new Statements(pool);
      sql.rows("select pg_advisory_lock(7, 1)", row -> true);
      sql.rows("select pg_advisory_lock(?)", row -> true, FencedNodes.uid(B));
      assertThat(LiveNodes.exist(url)).isFalse();
      sql.rows("select pg_advisory_lock(?)", row -> true, FencedNodes.uid(A));
      assertThat(LiveNodes.exist(url)).isTrue();
    }
  }
}
