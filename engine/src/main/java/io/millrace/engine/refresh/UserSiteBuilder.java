package io.millrace.engine.refresh;

import io.millrace.engine.policy.Attempt;
import io.millrace.engine.task.TaskReason;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Names the parts of a {@link UserSite}. */
public final class UserSiteBuilder {
  private String schedule;
  private @Nullable Instant refreshAt;
  private @Nullable TaskReason refreshReason;
  private @Nullable Attempt attempt;
  private int attemptNo;
  private @Nullable DisabledState disabled;
  private RefreshHealth health;
  private @Nullable PlanMinuteDecision lastPlan;
  private List<PastDecision> decisions;
  private boolean byHand;
  private @Nullable Instant goneSince;

  UserSiteBuilder(UserSite from) {
    schedule = from.schedule();
    refreshAt = from.refreshAt();
    refreshReason = from.refreshReason();
    attempt = from.attempt();
    attemptNo = from.attemptNo();
    disabled = from.disabled();
    health = from.health();
    lastPlan = from.lastPlan();
    decisions = from.decisions();
    byHand = from.byHand();
    goneSince = from.goneSince();
  }

  public UserSiteBuilder schedule(String schedule) {
    this.schedule = schedule;
    return this;
  }

  public UserSiteBuilder refreshAt(@Nullable Instant refreshAt) {
    this.refreshAt = refreshAt;
    return this;
  }

  public UserSiteBuilder refreshReason(@Nullable TaskReason refreshReason) {
    this.refreshReason = refreshReason;
    return this;
  }

  public UserSiteBuilder attempt(@Nullable Attempt attempt) {
    this.attempt = attempt;
    return this;
  }

  public UserSiteBuilder attemptNo(int attemptNo) {
    this.attemptNo = attemptNo;
    return this;
  }

  public UserSiteBuilder disabled(@Nullable DisabledState disabled) {
    this.disabled = disabled;
    return this;
  }

  public UserSiteBuilder health(RefreshHealth health) {
    this.health = health;
    return this;
  }

  public UserSiteBuilder lastPlan(@Nullable PlanMinuteDecision lastPlan) {
    this.lastPlan = lastPlan;
    return this;
  }

  public UserSiteBuilder decisions(List<PastDecision> decisions) {
    this.decisions = decisions;
    return this;
  }

  public UserSiteBuilder byHand(boolean byHand) {
    this.byHand = byHand;
    return this;
  }

  public UserSiteBuilder goneSince(@Nullable Instant goneSince) {
    this.goneSince = goneSince;
    return this;
  }

  public UserSite build() {
    return new UserSite(
        schedule,
        refreshAt,
        refreshReason,
        attempt,
        attemptNo,
        disabled,
        health,
        lastPlan,
        decisions,
        byHand,
        goneSince);
  }
}
