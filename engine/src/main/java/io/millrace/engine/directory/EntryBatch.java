package io.millrace.engine.directory;

import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads and changes many clients and sites, in a transaction of the caller. */
public final class EntryBatch {
  private final Connection connection;
  private final Statements sql;

  public EntryBatch(Connection connection) {
    this.connection = connection;
    this.sql = Statements.plannedAnew(connection);
  }

  /** Excludes all other changes of clients and sites until the transaction ends. */
  public void lock() throws SQLException {
    sql.update("lock table clients, sites in share row exclusive mode");
  }

  public <T extends DirectoryEntry> List<T> all(EntryTable<T> table) throws SQLException {
    return table.list(connection, Map.of(), null, Integer.MAX_VALUE);
  }

  /** The version of each site. */
  public Map<String, String> siteVersions() throws SQLException {
    Map<String, String> versions = new HashMap<>();
    sql.forEach(
        "select id, version from sites", row -> versions.put(row.getString(1), row.getString(2)));
    return versions;
  }

  public <T extends DirectoryEntry> void write(
      EntryTable<T> table, List<T> inserts, List<T> updates, Instant now) throws SQLException {
    if (!inserts.isEmpty()) {
      table.insert(connection, inserts);
      table.afterInsert(connection, inserts, now);
    }
    if (!updates.isEmpty()) {
      table.beforeUpdate(connection, updates, now);
      table.update(connection, updates);
    }
  }

  /** Locks entries, so that nobody adds what belongs to them. */
  public void lock(EntryTable<?> table, Collection<String> ids) throws SQLException {
    sql.rows(
        "select id from " + table.plural() + " where id = any(?) order by id for update",
        row -> true,
        ids);
  }

  /** How many entries belong to each parent; parents without any are left out. */
  public Map<String, Long> inUse(EntryTable<?> table, Collection<String> ids) throws SQLException {
    String children =
        table == EntryTables.CLIENTS
            ? "select client_id, count(*) from users where client_id = any(?) group by 1"
            : "select site_id, count(*) from user_sites where site_id = any(?) group by 1";
    return counts(children, ids);
  }

  private Map<String, Long> counts(String statement, Object... values) throws SQLException {
    Map<String, Long> counts = new HashMap<>();
    sql.forEach(statement, row -> counts.put(row.getString(1), row.getLong(2)), values);
    return counts;
  }

  public void delete(EntryTable<?> table, Collection<String> ids) throws SQLException {
    if (!ids.isEmpty()) {
      sql.update("delete from " + table.plural() + " where id = any(?)", ids);
      if (table == EntryTables.SITES) {
        SiteTable.incrementVersion(connection);
      }
    }
  }
}
