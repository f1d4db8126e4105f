package io.millrace.engine.directory;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.input.InputNode;
import io.millrace.engine.sql.ColumnArrays;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.task.RunSpec;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Where all entries of a kind are kept, and how: a statement is for many of them at once. */
public abstract sealed class EntryTable<T extends DirectoryEntry>
    permits ClientTable, SiteTable, UserTable, UserSiteTable {

  /**
   * @param type what the statement makes of the value's text
   * @param fixed whether it is set when the row is made, and never after
   */
  record Column<T>(String name, String type, boolean fixed, Function<T, ?> value) {
    static <T> Column<T> fixed(String name, String type, Function<T, ?> value) {
      return new Column<>(name, type, true, value);
    }

    static <T> Column<T> of(String name, String type, Function<T, ?> value) {
      return new Column<>(name, type, false, value);
    }

    String text(T entry) {
      Object given = value.apply(entry);
      return given == null ? null : given.toString();
    }
  }

  /** What an entry belongs to, for good. */
  record Parent<T>(String field, String table, Function<T, String> id) {}

  private final Class<T> type;
  private final String key;
  private final List<Column<T>> columns;
  private final List<Parent<T>> parents;

  /**
   * @param key its name in an import; one entry's name
   * @param columns the first is the id
   */
  EntryTable(Class<T> type, String key, List<Column<T>> columns, List<Parent<T>> parents) {
    this.type = type;
    this.key = key;
    this.columns = columns;
    this.parents = parents;
  }

  /** What one entry is called in JSON, such as {@code user_site}. */
  public String key() {
    return key;
  }

  /** What they are called in JSON; the name of the table, too. */
  public String plural() {
    return key + "s";
  }

  /** What one entry is called, such as {@code user-site}. */
  public String word() {
    return key.replace('_', '-');
  }

  Class<T> type() {
    return type;
  }

  List<Parent<T>> parents() {
    return parents;
  }

  /** Reads an entry; what is refused is noted. */
  abstract T read(InputNode node, JsonNode json, RunSpec.RunValidator check);

  abstract T row(ResultSet row) throws SQLException;

  /** The column of a field that lists can be narrowed by. */
  abstract String column(String field);

  /** In the transaction that made these. */
  abstract void afterInsert(Connection connection, List<T> made, Instant now) throws SQLException;

  /** In the transaction that is about to change these. */
  abstract void beforeUpdate(Connection connection, List<T> given, Instant now) throws SQLException;

  Map<String, T> find(Connection connection, Collection<String> ids) throws SQLException {
    Map<String, T> found = new HashMap<>();
    Statements.plannedAnew(connection)
        .forEach(
            select() + " where id = any(?)", row -> found.put(row.getString("id"), row(row)), ids);
    return found;
  }

  /**
   * In the order of their ids.
   *
   * @param filters field to value; only entries that have all of them
   * @param after the id of the last one of the page before; null for the first page
   */
  List<T> list(Connection connection, Map<String, String> filters, String after, int limit)
      throws SQLException {
    StringBuilder sql = new StringBuilder(select()).append(" where id > ?");
    filters.keySet().forEach(field -> sql.append(" and ").append(column(field)).append(" = ?"));
    sql.append(" order by id limit ?");
    List<Object> values = new ArrayList<>(filters.values());
    values.add(0, after == null ? "" : after);
    values.add(limit);
    return Statements.plannedAnew(connection).rows(sql.toString(), this::row, values.toArray());
  }

  /** Makes those whose id nobody has; returns how many. In order, so that two do not deadlock. */
  int insert(Connection connection, List<T> entries) throws SQLException {
    String sql =
        "insert into %s (%s) select * from unnest(%s) order by 1 on conflict (id) do nothing"
            .formatted(plural(), names(columns), arrays(columns));
    return update(connection, sql, columns, entries);
  }

  /** Changes those there are; returns how many. */
  int update(Connection connection, List<T> entries) throws SQLException {
    List<Column<T>> changing = columns.stream().filter(column -> !column.fixed()).toList();
    List<Column<T>> given = new ArrayList<>(changing);
    given.add(0, columns.get(0));
    String sql =
        "update %s t set %s from unnest(%s) as given (%s) where t.id = given.id"
            .formatted(
                plural(),
                changing.stream()
                    .map(column -> column.name() + " = given." + column.name())
                    .collect(Collectors.joining(", ")),
                arrays(given),
                names(given));
    return update(connection, sql, given, entries);
  }

  private static <T> int update(
      Connection connection, String sql, List<Column<T>> given, List<T> entries)
      throws SQLException {
    ColumnArrays<T> values = ColumnArrays.of(entries);
    given.forEach(column -> values.texts(column::text));
    return Statements.plannedAnew(connection).update(sql, values.values());
  }

  private String select() {
    return "select " + names(columns) + " from " + plural();
  }

  private static <T> String names(List<Column<T>> columns) {
    return columns.stream().map(Column::name).collect(Collectors.joining(", "));
  }

  private static <T> String arrays(List<Column<T>> columns) {
    return columns.stream()
        .map(column -> "?::" + column.type() + "[]")
        .collect(Collectors.joining(", "));
  }
}
