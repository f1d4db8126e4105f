package io.millrace.engine.guard;

import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.store.FencedNodes;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The session by which a node shows that it lives. It holds a lock with the node's own number,
 * which PostgreSQL frees when the process ends. By the same session the node looks at the locks of
 * the others. All methods block.
 *
 * <p>Only a lock that this session has seen held can be freed for it. So after a restart of the
 * database, which ends all sessions, no lock means anything until its node has it again.
 */
final class LifeSession implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** A lock that this look gets is free. It is given back when the statement ends. */
  private static final String LOOK =
      """
      select exists (select 1 from put_out where node = ?), pg_backend_pid(),
        array(select uid from unnest(?) as other (uid) where pg_try_advisory_xact_lock_shared(uid))
      """;

  private static final String CONNECTED =
      """
      select distinct application_name from pg_stat_activity
      where datname = current_database() and application_name = any(?)
        and state is distinct from 'active'
      """;

  private record LookRow(boolean fenced, int backend, Set<Long> free) {}

  private final Connection connection;
  private final String node;
  private final int backend;
  private final Set<String> held = new HashSet<>();
  private boolean locked;
  private boolean pooled;

  private LifeSession(Connection connection, String node) throws SQLException {
    this.connection = connection;
    this.node = node;
    this.backend = (int) new Statements(connection).number("select pg_backend_pid()");
  }

  /**
   * @param node the name of this node
   */
  static LifeSession open(DatabaseUrl url, String node) throws SQLException {
    return over(url.connectAs(FencedNodes.sessionName(node), PATIENCE), node);
  }

  static LifeSession over(Connection connection, String node) throws SQLException {
    return new LifeSession(connection, node);
  }

  /**
   * Gets the lock of this node, if this session does not have it. An earlier session of the node
   * may still have it; then the next try gets it.
   */
  void lock() throws SQLException {
    if (!locked && !pooled) {
      locked =
          new Statements(connection)
              .first(
                  "select pg_try_advisory_lock(?)", row -> row.getBoolean(1), FencedNodes.uid(node))
              .orElse(false);
    }
  }

  /** Looks at these nodes. */
  NodeObservation look(Collection<String> others) throws SQLException {
    Statements sql = new Statements(connection);
    LookRow row =
        sql.first(LOOK, LifeSession::lookRow, node, uids(pooled ? Set.of() : others)).orElseThrow();
    if (row.backend() != backend) {
      pooled = true;
    }
    Set<String> freed = pooled ? Set.of() : freed(others, row.free());
    return new NodeObservation(
        row.fenced(), freed, freed.isEmpty() ? Set.of() : connected(sql, freed));
  }

  private static LookRow lookRow(ResultSet row) throws SQLException {
    Long[] free = (Long[]) row.getArray(3).getArray();
    return new LookRow(row.getBoolean(1), row.getInt(2), Set.of(free));
  }

  private static long[] uids(Collection<String> nodes) {
    return nodes.stream().mapToLong(FencedNodes::uid).toArray();
  }

  private Set<String> freed(Collection<String> others, Set<Long> free) {
    held.retainAll(others);
    Set<String> freed = new HashSet<>();
    for (String other : others) {
      if (!free.contains(FencedNodes.uid(other))) {
        held.add(other);
      } else if (held.contains(other)) {
        freed.add(other);
      }
    }
    return freed;
  }

  private static Set<String> connected(Statements sql, Set<String> nodes) throws SQLException {
    Set<String> names =
        new HashSet<>(
            sql.rows(
                CONNECTED,
                row -> row.getString(1),
                nodes.stream().map(FencedNodes::sessionName).toList()));
    return nodes.stream()
        .filter(other -> names.contains(FencedNodes.sessionName(other)))
        .collect(Collectors.toSet());
  }

  /**
   * Whether a pooler between this node and the database lends the session to others. Then nothing
   * can be said by locks.
   */
  boolean isPooled() {
    return pooled;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
