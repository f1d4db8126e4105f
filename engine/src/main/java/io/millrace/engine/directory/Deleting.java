package io.millrace.engine.directory;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Deletes one entry, in a transaction. Locks from above, so that nothing comes to what goes. */
final class Deleting {
  private Deleting() {}

  static Deleted delete(Connection connection, Table<?> table, String id) throws SQLException {
    String name = table.plural();
    if (texts(connection, "select id from " + name + " where id = ? for update", id).isEmpty()) {
      return Deleted.NOT_FOUND;
    }
    long inUse = inUse(connection, table, id);
    if (inUse > 0) {
      return Deleted.refused(inUse);
    }
    List<String> owners = List.of();
    if (table == Tables.USERS) {
      owners = texts(connection, "delete from user_sites where user_id = ? returning owner", id);
      texts(connection, "delete from unplanned_users where user_id = ? returning user_id", id);
    }
    if (table == Tables.USER_SITES) {
      owners = texts(connection, "select owner from user_sites where id = ?", id);
    }
    texts(connection, "delete from " + name + " where id = ? returning id", id);
    if (table == Tables.SITES) {
      Sites.changed(connection);
    }
    return Deleted.gone(owners);
  }

  private static long inUse(Connection connection, Table<?> table, String id) throws SQLException {
    if (table == Tables.CLIENTS) {
      return count(connection, "select count(*) from users where client_id = ?", id);
    }
    return table == Tables.SITES
        ? count(connection, "select count(*) from user_sites where site_id = ?", id)
        : 0;
  }

  private static long count(Connection connection, String sql, String id) throws SQLException {
    return Long.parseLong(texts(connection, sql, id).get(0));
  }

  private static List<String> texts(Connection connection, String sql, String id)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, id);
      List<String> texts = new ArrayList<>();
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          texts.add(row.getString(1));
        }
      }
      return texts;
    }
  }
}
