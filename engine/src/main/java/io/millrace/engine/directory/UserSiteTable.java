package io.millrace.engine.directory;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.input.InputNode;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.task.RunSpec;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/** The table of user-sites. New ones are marked to learn the schedule of their site. */
final class UserSiteTable extends EntryTable<UserSiteEntry> {
  private static final String MARK_UNSENT =
      """
      update sites set told = false, changes = changes + 1
      where id in (
        select id from sites where id = any(?) and schedule <> '' order by id for no key update)
      """;

  UserSiteTable() {
    super(
        UserSiteEntry.class,
        "user_site",
        List.of(
            Column.fixed("id", "text", UserSiteEntry::id),
            Column.fixed("user_id", "text", UserSiteEntry::user),
            Column.fixed("site_id", "text", UserSiteEntry::site),
            Column.of("status", "text", UserSiteEntry::status),
            Column.of("migrating", "boolean", UserSiteEntry::migrating),
            Column.of("last_refresh", "timestamptz", UserSiteEntry::lastRefresh),
            Column.of("last_mfa_required_at", "timestamptz", UserSiteEntry::lastMfaRequiredAt),
            Column.of("fresh", "text", entry -> EntryFields.text(entry.fresh()))),
        List.of(
            new Parent<>("user", "users", UserSiteEntry::user),
            new Parent<>("site", "sites", UserSiteEntry::site)));
  }

  @Override
  UserSiteEntry read(InputNode node, JsonNode json, RunSpec.RunValidator check) {
    return UserSiteEntry.read(node);
  }

  @Override
  UserSiteEntry row(ResultSet row) throws SQLException {
    return UserSiteEntry.builder()
        .id(row.getString("id"))
        .user(row.getString("user_id"))
        .site(row.getString("site_id"))
        .status(ConnectionStatus.valueOf(row.getString("status")))
        .migrating(row.getBoolean("migrating"))
        .lastRefresh(Statements.instantOrNull(row, "last_refresh"))
        .lastMfaRequiredAt(Statements.instantOrNull(row, "last_mfa_required_at"))
        .fresh(EntryFields.promise(row.getString("fresh")))
        .build();
  }

  @Override
  String column(String field) {
    return switch (field) {
      case "user" -> "user_id";
      case "site" -> "site_id";
      case "status" -> "status";
      default -> throw new IllegalArgumentException(field);
    };
  }

  @Override
  void afterInsert(Connection connection, List<UserSiteEntry> inserted, Instant now)
      throws SQLException {
    Statements.plannedAnew(connection)
        .update(MARK_UNSENT, inserted.stream().map(UserSiteEntry::site).distinct().toList());
  }

  @Override
  void beforeUpdate(Connection connection, List<UserSiteEntry> updated, Instant now)
      throws SQLException {
    StatusChanges.recordChanges(connection, updated, now);
  }
}
