package io.millrace.engine.refresh;

import io.millrace.engine.task.TaskReason;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Names the parts of an {@link AttemptFollowUp}. */
public final class AttemptFollowUpBuilder {
  private int attemptNo;
  private @Nullable Instant refreshAt;
  private @Nullable TaskReason refreshReason;
  private @Nullable String disabledReason;
  private boolean exhausted;
  private RefreshHealth health;
  private boolean changed;
  private boolean warning;
  private @Nullable Instant passedAt;
  private @Nullable Instant gaveWayAt;
  private @Nullable String disabledMessage;

  AttemptFollowUpBuilder(AttemptFollowUp from) {
    attemptNo = from.attemptNo();
    refreshAt = from.refreshAt();
    refreshReason = from.refreshReason();
    disabledReason = from.disabledReason();
    exhausted = from.exhausted();
    health = from.health();
    changed = from.changed();
    warning = from.warning();
    passedAt = from.passedAt();
    gaveWayAt = from.gaveWayAt();
    disabledMessage = from.disabledMessage();
  }

  public AttemptFollowUpBuilder attemptNo(int attemptNo) {
    this.attemptNo = attemptNo;
    return this;
  }

  public AttemptFollowUpBuilder refreshAt(@Nullable Instant refreshAt) {
    this.refreshAt = refreshAt;
    return this;
  }

  public AttemptFollowUpBuilder refreshReason(@Nullable TaskReason refreshReason) {
    this.refreshReason = refreshReason;
    return this;
  }

  public AttemptFollowUpBuilder disabledReason(@Nullable String disabledReason) {
    this.disabledReason = disabledReason;
    return this;
  }

  public AttemptFollowUpBuilder exhausted(boolean exhausted) {
    this.exhausted = exhausted;
    return this;
  }

  public AttemptFollowUpBuilder health(RefreshHealth health) {
    this.health = health;
    return this;
  }

  public AttemptFollowUpBuilder changed(boolean changed) {
    this.changed = changed;
    return this;
  }

  public AttemptFollowUpBuilder warning(boolean warning) {
    this.warning = warning;
    return this;
  }

  public AttemptFollowUpBuilder passedAt(@Nullable Instant passedAt) {
    this.passedAt = passedAt;
    return this;
  }

  public AttemptFollowUpBuilder gaveWayAt(@Nullable Instant gaveWayAt) {
    this.gaveWayAt = gaveWayAt;
    return this;
  }

  public AttemptFollowUpBuilder disabledMessage(@Nullable String disabledMessage) {
    this.disabledMessage = disabledMessage;
    return this;
  }

  public AttemptFollowUp build() {
    return new AttemptFollowUp(
        attemptNo,
        refreshAt,
        refreshReason,
        disabledReason,
        exhausted,
        health,
        changed,
        warning,
        passedAt,
        gaveWayAt,
        disabledMessage);
  }
}
