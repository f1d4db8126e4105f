package io.millrace.engine.watch;

import static java.util.Objects.requireNonNull;

import io.millrace.engine.directory.UserSiteFacts;
import io.millrace.engine.flywheel.PlannedUser;
import io.millrace.engine.task.Task;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Names the parts of a {@link UserSiteOverview}. Parts that can be absent may be left out. */
public final class UserSiteOverviewBuilder {
  private @Nullable String owner;
  private @Nullable String user;
  private @Nullable UserSiteFacts facts;
  private @Nullable PlannedUser plannedUser;
  private @Nullable Instant refreshAt;
  private @Nullable Integer retry;
  private List<Instant> planned = List.of();
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

  public UserSiteOverviewBuilder facts(@Nullable UserSiteFacts facts) {
    this.facts = facts;
    return this;
  }

  public UserSiteOverviewBuilder plannedUser(@Nullable PlannedUser plannedUser) {
    this.plannedUser = plannedUser;
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

  public UserSiteOverviewBuilder planned(List<Instant> planned) {
    this.planned = planned;
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
        facts,
        plannedUser,
        refreshAt,
        requireNonNull(retry, "retry"),
        planned,
        disabledReason,
        last);
  }
}
