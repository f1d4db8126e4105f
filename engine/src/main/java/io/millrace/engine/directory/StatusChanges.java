package io.millrace.engine.directory;

import io.millrace.engine.notify.Notification;
import io.millrace.engine.notify.Notification.Kind;
import io.millrace.engine.notify.NotificationStore;
import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Adds a notification for each changed connection status, in the transaction that changes it. */
final class StatusChanges {
  private static final String LOCK =
      "select id, status from user_sites where id = any(?) order by id for no key update";

  private StatusChanges() {}

  /** Call this before the update. */
  static void recordChanges(Connection connection, List<UserSiteEntry> updated, Instant now)
      throws SQLException {
    Map<String, String> before =
        lock(connection, updated.stream().map(DirectoryEntry::id).toList());
    List<Notification> changes = new ArrayList<>();
    for (UserSiteEntry entry : updated) {
      String from = before.get(entry.id());
      if (from != null && !from.equals(entry.status().name())) {
        changes.add(change(entry, from, now));
      }
    }
    NotificationStore.insert(connection, changes);
  }

  private static Notification change(UserSiteEntry entry, String from, Instant now) {
    return Notification.of(
        Kind.CONNECTION_STATUS_CHANGED,
        entry.owner(),
        UUID.randomUUID().toString(), // it is written with the change, so it cannot repeat
        now,
        Map.of(
            "from", from,
            "to", entry.status().name(),
            "user", entry.user(),
            "site", entry.site()));
  }

  /** Returns the current statuses and locks them until the transaction ends. */
  static Map<String, String> lock(Connection connection, List<String> ids) throws SQLException {
    Map<String, String> statuses = new HashMap<>();
    Statements.plannedAnew(connection)
        .forEach(LOCK, row -> statuses.put(row.getString(1), row.getString(2)), ids);
    return statuses;
  }
}
