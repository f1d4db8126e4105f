package io.millrace.engine.directory;

import io.millrace.engine.input.InputNode;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An organization that has users.
 *
 * @param refreshesPerDay how often the daily plan refreshes each of its users; absent for the
 *     configured default
 * @param requiresRecentLogin whether only users with a recent login are refreshed
 */
public record Client(
    String id, String name, @Nullable Integer refreshesPerDay, boolean requiresRecentLogin)
    implements DirectoryEntry {
  /** One refresh for each minute of the planned part of the day. */
  static final int MOST_REFRESHES = 1_380;

  /** Reads a client. Errors are collected. */
  static Client read(InputNode node) {
    node.isMappingOf("id", "name", "refreshes_per_day", "requires_recent_login");
    return new Client(
        EntryFields.id(node, "id"),
        EntryFields.label(node, "name"),
        node.optional("refreshes_per_day")
            .flatMap(field -> field.whole(0, MOST_REFRESHES))
            .orElse(null),
        EntryFields.flag(node, "requires_recent_login", false));
  }

  @Override
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("id", id);
    fields.put("name", name);
    EntryFields.putGiven(fields, "refreshes_per_day", refreshesPerDay);
    fields.put("requires_recent_login", requiresRecentLogin);
    return fields;
  }
}
