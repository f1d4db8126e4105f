package io.millrace.engine.flywheel;

import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestSql;
import java.sql.SQLException;

/** Writes clients, users and user-sites directly into the tables. */
record FlywheelDirectory(DatabaseUrl database) {

  void client(String id, Integer refreshesPerDay) throws SQLException {
    client(id, refreshesPerDay, false);
  }

  void client(String id, Integer refreshesPerDay, boolean requiresLogin) throws SQLException {
    execute(
        "insert into clients values ('%s', 'a client', %s, %s)",
        id, refreshesPerDay, requiresLogin);
  }

  /** With ids such as {@code acme-000007}. */
  void users(String client, int from, int until) throws SQLException {
    execute(
        """
        insert into users select '%1$s-' || lpad(i::text, 7, '0'), '%1$s', 'ACTIVE', null
        from generate_series(%2$d, %3$d - 1) as i
        """,
        client, from, until);
  }

  /** Adds a user as the directory does: the user is marked as unplanned. */
  void newUsers(String client, int from, int until) throws SQLException {
    users(client, from, until);
    execute(
        """
        insert into unplanned_users select '%1$s-' || lpad(i::text, 7, '0')
        from generate_series(%2$d, %3$d - 1) as i
        """,
        client, from, until);
  }

  void user(String id, String client, String status, String lastLogin) throws SQLException {
    execute(
        "insert into users values ('%s', '%s', '%s', %s)",
        id, client, status, lastLogin == null ? "null" : "'" + lastLogin + "'");
  }

  void site(String id) throws SQLException {
    execute("insert into sites values ('%s', 'p', false, true, false, '{}', '', true)", id);
  }

  void userSite(String id, String user, String site) throws SQLException {
    execute("insert into user_sites values ('%s', '%s', '%s', 'CONNECTED', false)", id, user, site);
  }

  void execute(String sql, Object... values) throws SQLException {
    TestSql.execute(database, sql.formatted(values));
  }

  String value(String sql, Object... values) throws SQLException {
    return TestSql.value(database, sql.formatted(values));
  }

  long number(String sql, Object... values) throws SQLException {
    return Long.parseLong(value(sql, values));
  }
}
