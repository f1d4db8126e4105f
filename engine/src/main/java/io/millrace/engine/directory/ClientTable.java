package io.millrace.engine.directory;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.input.InputNode;
import io.millrace.engine.task.RunSpec;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/** The table of clients. */
final class ClientTable extends EntryTable<Client> {
  ClientTable() {
    super(
        Client.class,
        "client",
        List.of(
            Column.fixed("id", "text", Client::id),
            Column.of("name", "text", Client::name),
            Column.of("refreshes_per_day", "int", Client::refreshesPerDay),
            Column.of("requires_recent_login", "boolean", Client::requiresRecentLogin),
            Column.of("fresh", "text", client -> EntryFields.text(client.fresh()))),
        List.of());
  }

  @Override
  Client read(InputNode node, JsonNode json, RunSpec.RunValidator check) {
    return Client.read(node);
  }

  @Override
  Client row(ResultSet row) throws SQLException {
    return new Client(
        row.getString("id"),
        row.getString("name"),
        row.getObject("refreshes_per_day", Integer.class),
        row.getBoolean("requires_recent_login"),
        EntryFields.promise(row.getString("fresh")));
  }

  @Override
  String column(String field) {
    throw new IllegalArgumentException(field);
  }

  @Override
  void afterInsert(Connection connection, List<Client> inserted, Instant now) {
    // a client affects no other table
  }

  @Override
  void beforeUpdate(Connection connection, List<Client> updated, Instant now) {
    // the flywheel notices a new number of refreshes itself
  }
}
