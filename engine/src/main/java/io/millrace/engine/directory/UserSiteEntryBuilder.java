package io.millrace.engine.directory;

import static java.util.Objects.requireNonNull;

import io.millrace.engine.fresh.FreshPromise;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Names the parts of a {@link UserSiteEntry}. Parts that can be absent may be left out. */
public final class UserSiteEntryBuilder {
  private @Nullable String id;
  private @Nullable String user;
  private @Nullable String site;
  private @Nullable ConnectionStatus status;
  private boolean migrating;
  private @Nullable Instant lastRefresh;
  private @Nullable Instant lastMfaRequiredAt;
  private @Nullable FreshPromise fresh;

  UserSiteEntryBuilder() {}

  UserSiteEntryBuilder(UserSiteEntry from) {
    id = from.id();
    user = from.user();
    site = from.site();
    status = from.status();
    migrating = from.migrating();
    lastRefresh = from.lastRefresh();
    lastMfaRequiredAt = from.lastMfaRequiredAt();
    fresh = from.fresh();
  }

  public UserSiteEntryBuilder id(String id) {
    this.id = id;
    return this;
  }

  public UserSiteEntryBuilder user(String user) {
    this.user = user;
    return this;
  }

  public UserSiteEntryBuilder site(String site) {
    this.site = site;
    return this;
  }

  public UserSiteEntryBuilder status(ConnectionStatus status) {
    this.status = status;
    return this;
  }

  public UserSiteEntryBuilder migrating(boolean migrating) {
    this.migrating = migrating;
    return this;
  }

  public UserSiteEntryBuilder lastRefresh(@Nullable Instant lastRefresh) {
    this.lastRefresh = lastRefresh;
    return this;
  }

  public UserSiteEntryBuilder lastMfaRequiredAt(@Nullable Instant lastMfaRequiredAt) {
    this.lastMfaRequiredAt = lastMfaRequiredAt;
    return this;
  }

  public UserSiteEntryBuilder fresh(@Nullable FreshPromise fresh) {
    this.fresh = fresh;
    return this;
  }

  public UserSiteEntry build() {
    return new UserSiteEntry(
        requireNonNull(id, "id"),
        requireNonNull(user, "user"),
        requireNonNull(site, "site"),
        requireNonNull(status, "status"),
        migrating,
        lastRefresh,
        lastMfaRequiredAt,
        fresh);
  }
}
