package io.millrace.engine.refresh;

import io.millrace.engine.policy.Booking;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.schedule.Durations;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.Reason;
import java.time.Instant;

/**
 * What follows the end of an attempt.
 *
 * @param attemptNo 0 if the next attempt is the first of a new refresh
 * @param disabledReason why it is disabled from now on; null if it is not
 * @param exhausted whether this was the last attempt of its refresh
 * @param changed whether it fails from now on, or does so no more
 * @param warning whether it is to be said now that it will be given up
 * @param passedAt the first planned time that passed while it ran; null if none did
 */
public record Next(
    int attemptNo,
    Instant refreshAt,
    Reason refreshReason,
    String disabledReason,
    boolean exhausted,
    Health health,
    boolean changed,
    boolean warning,
    Instant passedAt) {

  static Next of(UserSite before, Outcome outcome, Policy policy, Instant now) {
    Attempt attempt = before.attempt();
    Instant planned = policy.plannedAfter(attempt.queuedAt());
    Instant passed = planned == null || planned.isAfter(now) ? null : planned;
    Health health = before.health();
    if (before.disabled() != null) { // by hand, while this attempt was open: nothing follows it
      return nothing(outcome, policy, health, passed, now);
    }
    if (outcome.kind() == Outcome.Kind.SUCCESS) {
      return idle(policy.bookPlanned(now), false, health.succeeded(now), health, passed);
    }
    if (outcome.kind() == Outcome.Kind.CANCELED) {
      return idle(policy.bookPlanned(now), false, health, health, passed);
    }
    Health failed = health.failed(policy.giveUpAfter(), now);
    boolean exhausted = policy.isExhausted(attempt.no());
    String disabledReason = disabledReason(outcome, exhausted, failed, policy, now);
    if (disabledReason != null) {
      return disabled(disabledReason, exhausted, failed, health, passed);
    }
    if (exhausted) {
      return idle(policy.bookPlanned(now), true, failed, health, passed);
    }
    Booking next =
        policy.bookAfterFailure(attempt.no(), outcome.retryAfter(), attempt.random(), now);
    return new Next(
        attempt.no(),
        next.at(),
        next.reason(),
        null,
        false,
        failed,
        !health.isFailing(),
        failed.warned() && !health.warned(),
        passed);
  }

  private static String disabledReason(
      Outcome outcome, boolean exhausted, Health health, Policy policy, Instant now) {
    String said = outcome.userMessage().isEmpty() ? outcome.message() : outcome.userMessage();
    if (!outcome.retryable()) {
      return said.isEmpty() ? "The refresh failed, and trying again cannot help" : said;
    }
    if (health.isFailingFor(policy.giveUpAfter(), now)) {
      return "Nothing succeeded for " + Durations.format(policy.giveUpAfter()) + tail(said);
    }
    return exhausted && policy.disableWhenExhausted() ? "Every attempt failed" + tail(said) : null;
  }

  private static String tail(String said) {
    return said.isEmpty() ? "" : ": " + said;
  }

  private static Next idle(
      Booking booking, boolean exhausted, Health after, Health before, Instant passed) {
    return new Next(
        0,
        booking.at(),
        booking.reason(),
        null,
        exhausted,
        after,
        after.isFailing() != before.isFailing(),
        after.warned() && !before.warned(),
        passed);
  }

  private static Next nothing(
      Outcome outcome, Policy policy, Health before, Instant passed, Instant now) {
    Health after =
        switch (outcome.kind()) {
          case SUCCESS -> before.succeeded(now);
          case CANCELED -> before;
          case FAILURE, TIMEOUT, ERROR -> before.failed(policy.giveUpAfter(), now);
        };
    boolean changed = after.isFailing() != before.isFailing();
    return new Next(0, null, null, null, false, after, changed, false, passed);
  }

  private static Next disabled(
      String reason, boolean exhausted, Health after, Health before, Instant passed) {
    return new Next(0, null, null, reason, exhausted, after, !before.isFailing(), false, passed);
  }

  /** The same, with what was booked before, unless it is disabled. */
  Next keeping(Booking before) {
    return disabledReason != null
        ? this
        : new Next(
            attemptNo,
            before.at(),
            before.reason(),
            null,
            exhausted,
            health,
            changed,
            warning,
            passedAt);
  }

  /** Which retry is booked; 0 if none is. */
  int retry() {
    return refreshReason == Reason.RETRY ? attemptNo : 0;
  }

  Booking booking() {
    return refreshAt == null ? Booking.NONE : new Booking(refreshAt, refreshReason);
  }

  /** In words, for whoever asks why. */
  String text() {
    if (disabledReason != null) {
      return "disabled until it is saved again";
    }
    if (refreshAt == null) {
      return exhausted ? "exhausted; nothing is booked" : "nothing is booked";
    }
    return (exhausted ? "exhausted; " : "")
        + (refreshReason == Reason.RETRY ? "retry at " : "next at ")
        + refreshAt;
  }
}
