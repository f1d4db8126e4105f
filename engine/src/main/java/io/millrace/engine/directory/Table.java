package io.millrace.engine.directory;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.input.InputNode;
import io.millrace.engine.task.Run;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Where all entries of a kind are kept, and how: a statement is for many of them at once. */
public abstract sealed class Table<T extends Entry> permits Clients, Sites, Users, UserSiteEntries {

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
  Table(Class<T> type, String key, List<Column<T>> columns, List<Parent<T>> parents) {
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
  abstract T read(InputNode node, JsonNode json, Run.Check check);

  abstract T row(ResultSet row) throws SQLException;

  /** The column of a field that lists can be narrowed by. */
  abstract String column(String field);

  /** In the transaction that made these. */
  abstract void afterInsert(Connection connection, List<T> made, Instant now) throws SQLException;

  /** In the transaction that is about to change these. */
  abstract void beforeUpdate(Connection connection, List<T> given, Instant now) throws SQLException;

  Map<String, T> find(Connection connection, Collection<String> ids) throws SQLException {
    try (Columns<String> select =
            Columns.of(connection, select() + " where id = any(?)", ids).column(id -> id);
        ResultSet row = select.query()) {
      Map<String, T> found = new HashMap<>();
      while (row.next()) {
        found.put(row.getString("id"), row(row));
      }
      return found;
    }
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
    try (PreparedStatement select = Columns.planned(connection.prepareStatement(sql.toString()))) {
      int parameter = 1;
      select.setString(parameter++, after == null ? "" : after);
      for (String value : filters.values()) {
        select.setString(parameter++, value);
      }
      select.setInt(parameter, limit);
      List<T> page = new ArrayList<>();
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          page.add(row(row));
        }
      }
      return page;
    }
  }

  /** Makes those whose id nobody has; returns the ids. In order, so that two do not deadlock. */
  Set<String> insert(Connection connection, List<T> entries) throws SQLException {
    String sql =
        "insert into %s (%s) select * from unnest(%s) order by 1 on conflict (id) do nothing"
                .formatted(plural(), names(columns), arrays(columns))
            + " returning id";
    return returned(connection, sql, columns, entries);
  }

  /** Changes those there are; returns their ids. */
  Set<String> update(Connection connection, List<T> entries) throws SQLException {
    List<Column<T>> changing = columns.stream().filter(column -> !column.fixed()).toList();
    List<Column<T>> given = new ArrayList<>(changing);
    given.add(0, columns.get(0));
    String sql =
        "update %s t set %s from unnest(%s) as given (%s) where t.id = given.id returning t.id"
            .formatted(
                plural(),
                changing.stream()
                    .map(column -> column.name() + " = given." + column.name())
                    .collect(Collectors.joining(", ")),
                arrays(given),
                names(given));
    return returned(connection, sql, given, entries);
  }

  private Set<String> returned(
      Connection connection, String sql, List<Column<T>> given, List<T> entries)
      throws SQLException {
    try (Columns<T> statement = Columns.of(connection, sql, entries)) {
      for (Column<T> column : given) {
        statement.column(column.value());
      }
      return statement.returned();
    }
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

  static Instant time(ResultSet row, String column) throws SQLException {
    OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }
}
