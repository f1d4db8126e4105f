package io.millrace.engine.store;

import akka.cluster.Member;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.sql.Transaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The nodes that the cluster has fenced off. When nodes cannot reach each other, the first to write
 * here fences the others. A fenced node shuts down; it does not matter when it notices.
 */
public record FencedNodes(DataSource dataSource) {
  private static final Logger LOG = LoggerFactory.getLogger(FencedNodes.class);
  private static final String PROGRAM = "millrace";
  private static final int MAX_TRIES = 10;

  private static final String SESSIONS =
      " from pg_stat_activity where datname = current_database() and application_name = any(?)";

  private static final String END_SESSIONS = "select pg_terminate_backend(pid)" + SESSIONS;

  /** Waits up to a second for each, in steps of 100 ms: so they end together first. */
  private static final String AWAIT_THEIR_END = "select pg_terminate_backend(pid, 1000)" + SESSIONS;

  /** Names a node by its address and its own number. A restarted node has a new name. */
  public static String nodeName(Member member) {
    return member.address() + "#" + member.uniqueAddress().longUid();
  }

  /** Returns the number of a node, which no other start of it has. */
  public static long uid(String node) {
    return Long.parseLong(node.substring(node.lastIndexOf('#') + 1));
  }

  /**
   * Returns how all sessions of a node are called in the database.
   *
   * @param node empty if there is no cluster
   */
  public static String sessionName(String node) {
    return node.isEmpty() ? PROGRAM : PROGRAM + node.substring(node.lastIndexOf('#'));
  }

  /**
   * Fences the unreachable nodes, and ends their sessions. Returns false if this node itself is
   * fenced.
   */
  public boolean fenceOthers(String node, Collection<String> unreachable) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      boolean continues = addToList(connection, node, unreachable);
      if (continues) {
        endSessions(connection, unreachable);
      }
      return continues;
    }
  }

  private static boolean addToList(Connection fencing, String node, Collection<String> unreachable)
      throws SQLException {
    return Transaction.run(
        fencing,
        MAX_TRIES,
        connection -> {
          Statements sql = new Statements(connection);
          // A node that freezes while it has this lock must not keep the others from fencing it.
          sql.update("set local idle_in_transaction_session_timeout = '2s'");
          sql.update("lock table put_out in exclusive mode");
          if (isFenced(sql, node)) {
            return false;
          }
          sql.update("delete from put_out where at < now() - interval '90 days'");
          for (String other : unreachable) {
            sql.update("insert into put_out (node) values (?) on conflict do nothing", other);
          }
          return true;
        });
  }

  /**
   * A transaction that began before the fence did not see it, and could still commit: so its
   * session ends. If another user owns the session, PostgreSQL ends it when the transaction was
   * idle for too long.
   */
  private static void endSessions(Connection connection, Collection<String> nodes) {
    List<String> names = nodes.stream().map(FencedNodes::sessionName).toList();
    try {
      Statements sql = new Statements(connection);
      sql.rows(END_SESSIONS, row -> row.getBoolean(1), names);
      connection.commit(); // within a transaction the view shows those that are gone
      sql.update("set local statement_timeout = '1500ms'");
      sql.rows(AWAIT_THEIR_END, row -> row.getBoolean(1), names);
      connection.commit();
    } catch (SQLException fault) {
      LOG.warn("The sessions of fenced nodes were not ended: {}", nodes, fault);
    }
  }

  /** A fenced node, such as {@code akka://millrace@10.0.0.7:25520#-17}. */
  public record FencedNode(String node, Instant at) {}

  /** The nodes that were fenced since that time, the latest first. */
  public List<FencedNode> since(Instant time) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      return new Statements(connection)
          .rows(
              "select node, at from put_out where at >= ? order by at desc, node limit 200",
              row -> new FencedNode(row.getString("node"), Statements.instant(row, "at")),
              time);
    }
  }

  public boolean isFenced(String node) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      return isFenced(new Statements(connection), node);
    }
  }

  private static boolean isFenced(Statements sql, String node) throws SQLException {
    return sql.number("select count(*) from put_out where node = ?", node) > 0;
  }
}
