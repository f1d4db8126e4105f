package io.millrace.engine.directory;

import io.millrace.engine.input.InputNode;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A user of a client.
 *
 * @param lastLogin absent if never
 */
public record User(String id, String client, UserStatus status, @Nullable Instant lastLogin)
    implements DirectoryEntry {

  /** Reads a user. Errors are collected. */
  static User read(InputNode node) {
    node.isMappingOf("id", "client", "status", "last_login");
    return new User(
        EntryFields.id(node, "id"),
        EntryFields.id(node, "client"),
        EntryFields.word(node, "status", UserStatus.class).orElse(UserStatus.ACTIVE),
        EntryFields.time(node, "last_login"));
  }

  @Override
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("id", id);
    fields.put("client", client);
    fields.put("status", status.name());
    EntryFields.putGiven(fields, "last_login", lastLogin);
    return fields;
  }
}
