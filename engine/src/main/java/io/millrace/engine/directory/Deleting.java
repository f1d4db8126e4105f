package io.millrace.engine.directory;

import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Deletes one entry, in a transaction. Locks from above, so that nothing comes to what goes. */
final class Deleting {
  private Deleting() {}

  static Deleted delete(Connection connection, Table<?> table, String id) throws SQLException {
    Statements sql = new Statements(connection);
    String name = table.plural();
    if (texts(sql, "select id from " + name + " where id = ? for update", id).isEmpty()) {
      return Deleted.NOT_FOUND;
    }
    long inUse = inUse(sql, table, id);
    if (inUse > 0) {
      return Deleted.refused(inUse);
    }
    List<String> owners = List.of();
    if (table == Tables.USERS) {
      owners = texts(sql, "delete from user_sites where user_id = ? returning owner", id);
      sql.update("delete from unplanned_users where user_id = ?", id);
    }
    if (table == Tables.USER_SITES) {
      owners = texts(sql, "select owner from user_sites where id = ?", id);
    }
    sql.update("delete from " + name + " where id = ?", id);
    if (table == Tables.SITES) {
      Sites.changed(connection);
    }
    return Deleted.gone(owners);
  }

  private static long inUse(Statements sql, Table<?> table, String id) throws SQLException {
    if (table == Tables.CLIENTS) {
      return sql.number("select count(*) from users where client_id = ?", id);
    }
    return table == Tables.SITES
        ? sql.number("select count(*) from user_sites where site_id = ?", id)
        : 0;
  }

  private static List<String> texts(Statements sql, String statement, String id)
      throws SQLException {
    return sql.rows(statement, row -> row.getString(1), id);
  }
}
