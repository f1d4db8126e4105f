package io.millrace.engine.directory;

import io.millrace.engine.input.InputNode;
import io.millrace.engine.task.Owner.UserSiteOwner;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A user's connection to a site, as the directory has it.
 *
 * @param lastRefresh as it was given from outside; null if it was not
 * @param lastMfaRequiredAt null = never
 */
public record UserSiteEntry(
    String id,
    String user,
    String site,
    ConnectionStatus status,
    boolean migrating,
    Instant lastRefresh,
    Instant lastMfaRequiredAt)
    implements DirectoryEntry {

  /** The user-site; what is refused is noted. */
  static UserSiteEntry read(InputNode node) {
    node.isMappingOf(
        "id", "user", "site", "status", "migrating", "last_refresh", "last_mfa_required_at");
    return new UserSiteEntry(
        EntryFields.id(node, "id"),
        EntryFields.id(node, "user"),
        EntryFields.id(node, "site"),
        EntryFields.word(node, "status", ConnectionStatus.class, ConnectionStatus.CONNECTED),
        EntryFields.flag(node, "migrating", false),
        EntryFields.time(node, "last_refresh"),
        EntryFields.time(node, "last_mfa_required_at"));
  }

  /** The name of whoever refreshes it. */
  public String owner() {
    return new UserSiteOwner(site, id).text();
  }

  public UserSiteFacts facts() {
    return new UserSiteFacts(status, migrating, lastRefresh, lastMfaRequiredAt);
  }

  /** The site wanted the user's second factor; reports may come in any order. */
  public UserSiteEntry mfaRequired(Instant at) {
    boolean later = lastMfaRequiredAt == null || at.isAfter(lastMfaRequiredAt);
    return new UserSiteEntry(
        id, user, site, status, migrating, lastRefresh, later ? at : lastMfaRequiredAt);
  }

  public UserSiteEntry withMigrating(boolean now) {
    return new UserSiteEntry(id, user, site, status, now, lastRefresh, lastMfaRequiredAt);
  }

  public UserSiteEntry withStatus(ConnectionStatus now) {
    return new UserSiteEntry(id, user, site, now, migrating, lastRefresh, lastMfaRequiredAt);
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
