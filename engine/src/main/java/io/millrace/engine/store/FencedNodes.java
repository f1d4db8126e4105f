package io.millrace.engine.store;

import akka.cluster.Member;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.sql.Transaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import javax.sql.DataSource;

/**
 * The nodes that the cluster has fenced off. When nodes cannot reach each other, the first to write
 * here fences the others. A fenced node shuts down; it does not matter when it notices.
 */
public record FencedNodes(DataSource dataSource) {

  /** Names a node by its address and its own number. A restarted node has a new name. */
  public static String nodeName(Member member) {
    return member.address() + "#" + member.uniqueAddress().longUid();
  }

  /** Fences the unreachable nodes. Returns false if this node itself is fenced. */
  public boolean fenceOthers(String node, Collection<String> unreachable) throws SQLException {
    return Transaction.run(
        dataSource,
        connection -> {
          Statements sql = new Statements(connection);
          sql.update("lock table put_out in exclusive mode");
          if (isFenced(sql, node)) {
            return false;
          }
          sql.update("delete from put_out where at < now() - interval '7 days'");
          for (String other : unreachable) {
            sql.update("insert into put_out (node) values (?) on conflict do nothing", other);
          }
          return true;
        });
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
