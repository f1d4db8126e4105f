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
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The table of one kind of entries. Each statement handles many entries. */
public abstract sealed class EntryTable<T extends DirectoryEntry>
    permits ClientTable, SiteTable, UserTable, UserSiteTable {

  /**
   * @param type the SQL type that the text of the value is cast to
   * @param fixed whether it is set on insert and never changed
   */
  record Column<T>(String name, String type, boolean fixed, Function<T, ?> value) {
    static <T> Column<T> fixed(String name, String type, Function<T, ?> value) {
      return new Column<>(name, type, true, value);
    }

    static <T> Column<T> of(String name, String type, Function<T, ?> value) {
      return new Column<>(name, type, false, value);
    }

    @Nullable String text(T entry) {
      Object result = value.apply(entry);
      return result == null ? null : result.toString();
    }
  }

  /** The entry that an entry belongs to. It never changes. */
  record Parent<T>(String field, String table, Function<T, String> id) {}

  /** The filter that all kinds have: the beginning of the id. */
  public static final String SEARCH = "search";

  /** Behind everything that an id may have in it. */
  private static final char LAST = '\uffff';

  private final Class<T> type;
  private final String key;
  private final List<Column<T>> columns;
  private final List<Parent<T>> parents;

  /**
   * @param key the name of one entry in an import
   * @param columns the first is the id
   */
  EntryTable(Class<T> type, String key, List<Column<T>> columns, List<Parent<T>> parents) {
    this.type = type;
    this.key = key;
    this.columns = columns;
    this.parents = parents;
  }

  /** The name of one entry in JSON, such as {@code user_site}. */
  public String key() {
    return key;
  }

  /** The name of several entries in JSON, and of the table. */
  public String plural() {
    return key + "s";
  }

  /** The name of one entry in texts, such as {@code user-site}. */
  public String word() {
    return key.replace('_', '-');
  }

  Class<T> type() {
    return type;
  }

  List<Parent<T>> parents() {
    return parents;
  }

  /** Reads an entry. Errors are collected. */
  abstract T read(InputNode node, JsonNode json, RunSpec.RunValidator check);

  abstract T row(ResultSet row) throws SQLException;

  /** Returns the column of a field that lists can be filtered by. */
  abstract String column(String field);

  /** Is called in the transaction, after these were inserted. */
  abstract void afterInsert(Connection connection, List<T> inserted, Instant now)
      throws SQLException;

  /** Is called in the transaction, before these are updated. */
  abstract void beforeUpdate(Connection connection, List<T> updated, Instant now)
      throws SQLException;

  /** Returns the version of an entry; empty if there is none. */
  Optional<String> version(Connection connection, String id) throws SQLException {
    return Optional.ofNullable(find(connection, List.of(id)).get(id)).map(VersionedEntry::of);
  }

  Map<String, T> find(Connection connection, Collection<String> ids) throws SQLException {
    Map<String, T> found = new HashMap<>();
    Statements.plannedAnew(connection)
        .forEach(
            select() + " where id = any(?)", row -> found.put(row.getString("id"), row(row)), ids);
    return found;
  }

  /**
   * Returns entries ordered by id.
   *
   * @param filters values by field; an entry must match all of them. {@link #SEARCH} is the
   *     beginning of the id
   * @param after the last id of the previous page; absent for the first page
   */
  List<T> list(
      Connection connection, Map<String, String> filters, @Nullable String after, int limit)
      throws SQLException {
    StringBuilder sql = new StringBuilder(select()).append(" where id > ?");
    List<Object> values = new ArrayList<>();
    values.add(after == null ? "" : after);
    filters.forEach(
        (field, value) -> {
          values.add(value);
          if (field.equals(SEARCH)) {
            sql.append(" and id >= ? and id < ?");
            values.add(value + LAST);
          } else {
            sql.append(" and ").append(column(field)).append(" = ?");
          }
        });
    sql.append(" order by id limit ?");
    values.add(limit);
    return Statements.plannedAnew(connection).rows(sql.toString(), this::row, values.toArray());
  }

  /**
   * Inserts entries with new ids, ordered so that two inserts do not deadlock; returns how many.
   */
  int insert(Connection connection, List<T> entries) throws SQLException {
    String sql =
        "insert into %s (%s) select * from unnest(%s) order by 1 on conflict (id) do nothing"
            .formatted(plural(), names(columns), arrays(columns));
    return update(connection, sql, columns, entries);
  }

  /** Updates the existing entries; returns how many. */
  int update(Connection connection, List<T> entries) throws SQLException {
    List<Column<T>> changing = columns.stream().filter(column -> !column.fixed()).toList();
    List<Column<T>> written = new ArrayList<>(changing);
    written.add(0, columns.get(0));
    String sql =
        "update %s t set %s from unnest(%s) as new_values (%s) where t.id = new_values.id"
            .formatted(
                plural(),
                changing.stream()
                    .map(column -> column.name() + " = new_values." + column.name())
                    .collect(Collectors.joining(", ")),
                arrays(written),
                names(written));
    return update(connection, sql, written, entries);
  }

  private static <T> int update(
      Connection connection, String sql, List<Column<T>> written, List<T> entries)
      throws SQLException {
    ColumnArrays<T> values = ColumnArrays.of(entries);
    written.forEach(column -> values.texts(column::text));
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
