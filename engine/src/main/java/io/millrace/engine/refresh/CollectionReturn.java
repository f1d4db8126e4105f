package io.millrace.engine.refresh;

import io.millrace.engine.policy.Booking;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.task.HistoryWriter;
import io.millrace.engine.task.TaskReason;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The state with which a collection continues after it was put back into the sources.
 *
 * @param attemptNo 0 if the next attempt starts a new series
 * @param refreshReason RETRY or SCHEDULE, depending on what is booked
 * @param disabledReason absent if it is not disabled
 */
public record CollectionReturn(
    int attemptNo, TaskReason refreshReason, @Nullable String disabledReason) {

  static CollectionReturn of(UserSite site, Policy policy, Booking next) {
    boolean usedUp = site.attempt() == null && policy.isExhausted(site.attemptNo());
    DisabledState disabled = site.disabled();
    return new CollectionReturn(
        usedUp ? 0 : site.attemptNo(), next.reason(), disabled == null ? null : disabled.reason());
  }

  void record(String owner, @Nullable Instant refreshAt, HistoryWriter history) {
    history.returned(owner);
    if (refreshAt != null && refreshReason == TaskReason.RETRY) {
      history.booked(owner, refreshAt, attemptNo);
    }
    if (disabledReason != null) {
      history.disabled(owner, disabledReason);
    }
  }
}
