package io.millrace.engine.refresh;

import io.millrace.engine.policy.Booking;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.task.History;
import io.millrace.engine.task.Reason;
import java.time.Instant;

/**
 * What a collection that is in the sources again goes on from.
 *
 * @param attemptNo 0 if the next attempt is the first of a new refresh
 * @param refreshReason whether what is booked is a RETRY or by SCHEDULE
 * @param disabledReason null if it is not disabled
 */
public record Returned(int attemptNo, Reason refreshReason, String disabledReason) {

  static Returned of(UserSite site, Policy policy, Booking next) {
    boolean usedUp = site.attempt() == null && policy.isExhausted(site.attemptNo());
    Disabled disabled = site.disabled();
    return new Returned(
        usedUp ? 0 : site.attemptNo(), next.reason(), disabled == null ? null : disabled.reason());
  }

  void record(String owner, Instant refreshAt, History history) {
    history.returned(owner);
    if (refreshAt != null && refreshReason == Reason.RETRY) {
      history.rescheduled(owner, refreshAt, attemptNo);
    }
    if (disabledReason != null) {
      history.disabled(owner, disabledReason);
    }
  }
}
