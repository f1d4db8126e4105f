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
import java.util.List;

/** The table of users. New users are marked to be planned. */
final class UserTable extends EntryTable<User> {
  private static final String MARK_UNPLANNED =
      "insert into unplanned_users select * from unnest(?::text[]) on conflict do nothing";

  UserTable() {
    super(
        User.class,
        "user",
        List.of(
            Column.fixed("id", "text", User::id),
            Column.fixed("client_id", "text", User::client),
            Column.of("status", "text", User::status),
            Column.of("last_login", "timestamptz", User::lastLogin)),
        List.of(new Parent<>("client", "clients", User::client)));
  }

  @Override
  User read(InputNode node, JsonNode json, RunSpec.RunValidator check) {
    return User.read(node);
  }

  @Override
  User row(ResultSet row) throws SQLException {
    return new User(
        row.getString("id"),
        row.getString("client_id"),
        UserStatus.valueOf(row.getString("status")),
        Statements.instantOrNull(row, "last_login"));
  }

  @Override
  String column(String field) {
    return switch (field) {
      case "client" -> "client_id";
      case "status" -> "status";
      default -> throw new IllegalArgumentException(field);
    };
  }

  @Override
  void afterInsert(Connection connection, List<User> inserted, Instant now) throws SQLException {
    Statements.plannedAnew(connection)
        .update(MARK_UNPLANNED, ColumnArrays.of(inserted).texts(User::id).values());
  }

  @Override
  void beforeUpdate(Connection connection, List<User> updated, Instant now) {
    // the flywheel checks whether a user is blocked when its minute comes
  }
}
