package io.millrace.engine.directory;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.input.InputNode;
import io.millrace.engine.sql.ColumnArrays;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.task.RunSpec;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The table of sites. A version number tells every node of a change. */
final class SiteTable extends EntryTable<SiteEntry> {
  private static final String MARK_RESCHEDULED =
      """
      update sites s set told = false, changes = changes + 1
      from unnest(?::text[], ?::text[]) as new_values (id, schedule)
      where s.id = new_values.id and s.schedule <> new_values.schedule
      """;

  private static final String NEXT_VERSION =
      "update sites set version = nextval('definition_version') where id = any(?)";

  SiteTable() {
    super(
        SiteEntry.class,
        "site",
        List.of(
            Column.fixed("id", "text", SiteEntry::id),
            Column.of("provider", "text", entry -> entry.site().provider()),
            Column.of("maintenance", "boolean", entry -> entry.site().maintenance()),
            Column.of("supported", "boolean", entry -> entry.site().supported()),
            Column.of("scraping", "boolean", entry -> entry.site().scraping()),
            Column.of("definition", "text", SiteEntry::definition),
            Column.of("schedule", "text", SiteTable::schedule),
            Column.of("fresh", "text", entry -> EntryFields.text(entry.fresh())),
            Column.fixed("told", "boolean", entry -> schedule(entry).isEmpty())),
        List.of());
  }

  private static String schedule(SiteEntry entry) {
    return entry.site().policy().scheduleText();
  }

  @Override
  SiteEntry read(InputNode node, JsonNode json, RunSpec.RunValidator check) {
    return SiteEntry.read(node, json, check);
  }

  @Override
  SiteEntry row(ResultSet row) throws SQLException {
    return row(row, FieldErrors.ofStored());
  }

  static SiteEntry row(ResultSet row, FieldErrors errors) throws SQLException {
    return SiteEntry.ofStored(
        row.getString("id"),
        row.getString("provider"),
        row.getBoolean("maintenance"),
        row.getBoolean("supported"),
        row.getBoolean("scraping"),
        row.getString("definition"),
        errors);
  }

  @Override
  String column(String field) {
    if (field.equals("provider")) {
      return field;
    }
    throw new IllegalArgumentException(field);
  }

  @Override
  void afterInsert(Connection connection, List<SiteEntry> inserted, Instant now)
      throws SQLException {
    incrementVersion(connection);
  }

  @Override
  void beforeUpdate(Connection connection, List<SiteEntry> updated, Instant now)
      throws SQLException {
    Statements.plannedAnew(connection)
        .update(
            MARK_RESCHEDULED,
            ColumnArrays.of(updated).texts(SiteEntry::id).texts(SiteTable::schedule).values());
    Statements.plannedAnew(connection)
        .update(NEXT_VERSION, ColumnArrays.of(updated).texts(SiteEntry::id).values());
    incrementVersion(connection);
  }

  @Override
  Optional<String> version(Connection connection, String id) throws SQLException {
    return new Statements(connection)
        .first("select version from sites where id = ?", row -> row.getString(1), id);
  }

  static void incrementVersion(Connection connection) throws SQLException {
    new Statements(connection).update("update sites_version set version = version + 1");
  }
}
