package io.millrace.engine.directory;

import io.millrace.engine.fresh.FreshPromise;
import io.millrace.engine.fresh.FreshPromiseReader;
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
 * @param fresh what is promised for all its user-sites; absent if nothing is
 */
public record Client(
    String id,
    String name,
    @Nullable Integer refreshesPerDay,
    boolean requiresRecentLogin,
    @Nullable FreshPromise fresh)
    implements DirectoryEntry {
  /** One refresh for each minute of the planned part of the day. */
  static final int MOST_REFRESHES = 1_380;

  /** A client without a promise. */
  public Client(
      String id, String name, @Nullable Integer refreshesPerDay, boolean requiresRecentLogin) {
    this(id, name, refreshesPerDay, requiresRecentLogin, null);
  }

  /** Reads a client. Errors are collected. */
  static Client read(InputNode node) {
    node.isMappingOf(
        "id", "name", "refreshes_per_day", "requires_recent_login", FreshPromiseReader.FIELD);
    return new Client(
        EntryFields.id(node, "id"),
        EntryFields.label(node, "name"),
        node.optional("refreshes_per_day")
            .flatMap(field -> field.whole(0, MOST_REFRESHES))
            .orElse(null),
        EntryFields.flag(node, "requires_recent_login", false),
        FreshPromiseReader.read(node));
  }

  @Override
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("id", id);
    fields.put("name", name);
    EntryFields.putGiven(fields, "refreshes_per_day", refreshesPerDay);
    fields.put("requires_recent_login", requiresRecentLogin);
    EntryFields.putPromise(fields, fresh);
    return fields;
  }
}
