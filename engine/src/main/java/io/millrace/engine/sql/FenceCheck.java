package io.millrace.engine.sql;

import io.millrace.engine.sql.Transaction.TransactionBody;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Refuses a node that the cluster has fenced. Its sessions are ended when it is fenced, and it gets
 * no new one. The work that only one node does checks it again in its transactions, because not
 * every installation lets a node end the sessions of others.
 */
public final class FenceCheck {
  /**
   * Fails if the node of this session is fenced. The session's name ends as the node's does: with
   * the number of this start. Without a cluster it has none.
   */
  public static final String STATEMENT =
      """
      do $$ begin
        if exists (select 1 from put_out where substring(node from '#[^#]*$')
            = substring(current_setting('application_name') from '#[^#]*$')) then
          raise exception 'this node is fenced';
        end if;
      end $$""";

  private FenceCheck() {}

  /** The same transaction, which a fenced node cannot begin. */
  public static <T> TransactionBody<T> before(TransactionBody<T> body) {
    return connection -> {
      check(connection);
      return body.run(connection);
    };
  }

  private static void check(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(STATEMENT);
    }
  }
}
