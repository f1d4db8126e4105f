package io.millrace.engine.directory;

import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Deletes one entry in a transaction. It locks the parent first, so that no child is added. */
final class EntryDeleter {
  private EntryDeleter() {}

  static EntryDeleteResult delete(Connection connection, EntryTable<?> table, String id)
      throws SQLException {
    Statements sql = new Statements(connection);
    String name = table.plural();
    if (texts(sql, "select id from " + name + " where id = ? for update", id).isEmpty()) {
      return EntryDeleteResult.NOT_FOUND;
    }
    long inUse = inUse(sql, table, id);
    if (inUse > 0) {
      return EntryDeleteResult.refused(inUse);
    }
    List<String> owners = List.of();
    if (table == EntryTables.USERS) {
      owners = texts(sql, "delete from user_sites where user_id = ? returning owner", id);
      sql.update("delete from unplanned_users where user_id = ?", id);
    }
    if (table == EntryTables.USER_SITES) {
      owners = texts(sql, "select owner from user_sites where id = ?", id);
    }
    sql.update("delete from " + name + " where id = ?", id);
    if (table == EntryTables.SITES) {
      SiteTable.incrementVersion(connection);
    }
    return EntryDeleteResult.gone(owners);
  }

  private static long inUse(Statements sql, EntryTable<?> table, String id) throws SQLException {
    if (table == EntryTables.CLIENTS) {
      return sql.number("select count(*) from users where client_id = ?", id);
    }
    return table == EntryTables.SITES
        ? sql.number("select count(*) from user_sites where site_id = ?", id)
        : 0;
  }

  private static List<String> texts(Statements sql, String statement, String id)
      throws SQLException {
    return sql.rows(statement, row -> row.getString(1), id);
  }
}
