package io.millrace.engine.watch;

import static java.util.Objects.requireNonNull;

import io.millrace.engine.directory.ConnectionStatus;
import io.millrace.engine.task.Task;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Names the parts of a {@link UserSiteOverview}. Parts that can be absent may be left out. */
public final class UserSiteOverviewBuilder {
  private @Nullable String owner;
  private @Nullable String user;
  private @Nullable ConnectionStatus status;
  private @Nullable Boolean migrating;
  private @Nullable Instant refreshAt;
  private @Nullable Integer retry;
  private @Nullable Instant plannedAt;
  private @Nullable String disabledReason;
  private @Nullable Task last;

  UserSiteOverviewBuilder() {}

  public UserSiteOverviewBuilder owner(String owner) {
    this.owner = owner;
    return this;
  }

  public UserSiteOverviewBuilder user(@Nullable String user) {
    this.user = user;
    return this;
  }

  public UserSiteOverviewBuilder status(@Nullable ConnectionStatus status) {
    this.status = status;
    return this;
  }

  public UserSiteOverviewBuilder migrating(boolean migrating) {
    this.migrating = migrating;
    return this;
  }

  public UserSiteOverviewBuilder refreshAt(@Nullable Instant refreshAt) {
    this.refreshAt = refreshAt;
    return this;
  }

  public UserSiteOverviewBuilder retry(int retry) {
    this.retry = retry;
    return this;
  }

  public UserSiteOverviewBuilder plannedAt(@Nullable Instant plannedAt) {
    this.plannedAt = plannedAt;
    return this;
  }

  public UserSiteOverviewBuilder disabledReason(@Nullable String disabledReason) {
    this.disabledReason = disabledReason;
    return this;
  }

  public UserSiteOverviewBuilder last(@Nullable Task last) {
    this.last = last;
    return this;
  }

  public UserSiteOverview build() {
    return new UserSiteOverview(
        requireNonNull(owner, "owner"),
        user,
        status,
        requireNonNull(migrating, "migrating"),
        refreshAt,
        requireNonNull(retry, "retry"),
        plannedAt,
        disabledReason,
        last);
  }
}
