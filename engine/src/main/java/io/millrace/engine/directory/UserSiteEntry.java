package io.millrace.engine.directory;

import io.millrace.engine.fresh.FreshPromise;
import io.millrace.engine.fresh.FreshPromiseReader;
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
 * @param fresh what is promised for it alone; absent if nothing is
 */
public record UserSiteEntry(
    String id,
    String user,
    String site,
    ConnectionStatus status,
    boolean migrating,
    @Nullable Instant lastRefresh,
    @Nullable Instant lastMfaRequiredAt,
    @Nullable FreshPromise fresh)
    implements DirectoryEntry {

  /** A user-site without a promise of its own. */
  public UserSiteEntry(
      String id,
      String user,
      String site,
      ConnectionStatus status,
      boolean migrating,
      @Nullable Instant lastRefresh,
      @Nullable Instant lastMfaRequiredAt) {
    this(id, user, site, status, migrating, lastRefresh, lastMfaRequiredAt, null);
  }

  public static UserSiteEntryBuilder builder() {
    return new UserSiteEntryBuilder();
  }

  public UserSiteEntryBuilder toBuilder() {
    return new UserSiteEntryBuilder(this);
  }

  /** Reads a user-site. Errors are collected. */
  static UserSiteEntry read(InputNode node) {
    node.isMappingOf(
        "id",
        "user",
        "site",
        "status",
        "migrating",
        "last_refresh",
        "last_mfa_required_at",
        FreshPromiseReader.FIELD);
    return builder()
        .id(EntryFields.id(node, "id"))
        .user(EntryFields.id(node, "user"))
        .site(EntryFields.id(node, "site"))
        .status(
            EntryFields.word(node, "status", ConnectionStatus.class)
                .orElse(ConnectionStatus.CONNECTED))
        .migrating(EntryFields.flag(node, "migrating", false))
        .lastRefresh(EntryFields.time(node, "last_refresh"))
        .lastMfaRequiredAt(EntryFields.time(node, "last_mfa_required_at"))
        .fresh(FreshPromiseReader.read(node))
        .build();
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
    return later ? toBuilder().lastMfaRequiredAt(at).build() : this;
  }

  public UserSiteEntry withMigrating(boolean value) {
    return toBuilder().migrating(value).build();
  }

  public UserSiteEntry withStatus(ConnectionStatus value) {
    return toBuilder().status(value).build();
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
    EntryFields.putPromise(fields, fresh);
    return fields;
  }
}
