package io.millrace.engine.directory;

import io.millrace.engine.input.InputNode;
import io.millrace.engine.task.Owner.UserSiteOwner;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A user's connection to a site, as the directory stores it.
 *
 * @param lastRefresh as the caller gave it; absent if not given
 * @param lastMfaRequiredAt absent if never
 */
public record UserSiteEntry(
    String id,
    String user,
    String site,
    ConnectionStatus status,
    boolean migrating,
    @Nullable Instant lastRefresh,
    @Nullable Instant lastMfaRequiredAt)
    implements DirectoryEntry {

  /** Reads a user-site. Errors are collected. */
  static UserSiteEntry read(InputNode node) {
    node.isMappingOf(
        "id", "user", "site", "status", "migrating", "last_refresh", "last_mfa_required_at");
    return new UserSiteEntry(
        EntryFields.id(node, "id"),
        EntryFields.id(node, "user"),
        EntryFields.id(node, "site"),
        EntryFields.word(node, "status", ConnectionStatus.class).orElse(ConnectionStatus.CONNECTED),
        EntryFields.flag(node, "migrating", false),
        EntryFields.time(node, "last_refresh"),
        EntryFields.time(node, "last_mfa_required_at"));
  }

  /** The name of the owner that refreshes it. */
  public String owner() {
    return new UserSiteOwner(site, id).text();
  }

  public UserSiteFacts facts() {
    return new UserSiteFacts(status, migrating, lastRefresh, lastMfaRequiredAt);
  }

  /** The site asked for the user's second factor. Reports may arrive in any order. */
  public UserSiteEntry mfaRequired(Instant at) {
    boolean later = lastMfaRequiredAt == null || at.isAfter(lastMfaRequiredAt);
    return new UserSiteEntry(
        id, user, site, status, migrating, lastRefresh, later ? at : lastMfaRequiredAt);
  }

  public UserSiteEntry withMigrating(boolean value) {
    return new UserSiteEntry(id, user, site, status, value, lastRefresh, lastMfaRequiredAt);
  }

  public UserSiteEntry withStatus(ConnectionStatus value) {
    return new UserSiteEntry(id, user, site, value, migrating, lastRefresh, lastMfaRequiredAt);
  }

  @Override
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("id", id);
    fields.put("user", user);
    fields.put("site", site);
    fields.put("status", status.name());
    fields.put("migrating", migrating);
    EntryFields.putGiven(fields, "last_refresh", lastRefresh);
    EntryFields.putGiven(fields, "last_mfa_required_at", lastMfaRequiredAt);
    return fields;
  }
}
