package io.millrace.engine.refresh;

import io.millrace.engine.input.Durations;
import io.millrace.engine.policy.Booking;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskReason;
import java.time.Duration;
import java.time.Instant;

/**
 * What follows the end of an attempt.
 *
 * @param attemptNo how many attempts the series has had; 0 if the next one is the first of another
 * @param disabledReason why it is disabled from now on, for the person whose data it is; null if it
 *     is not
 * @param exhausted whether this was the last attempt of its refresh
 * @param changed whether it fails from now on, or does so no more
 * @param warning whether it is to be said now that it will be given up
 * @param passedAt the first planned time that passed while it ran; null if none did
 * @param disabledMessage the same for operators
 * @param gaveWayAt the planned time that gives way to the retry; null if none does
 */
public record AttemptFollowUp(
    int attemptNo,
    Instant refreshAt,
    TaskReason refreshReason,
    String disabledReason,
    boolean exhausted,
    RefreshHealth health,
    boolean changed,
    boolean warning,
    Instant passedAt,
    Instant gaveWayAt,
    String disabledMessage) {

  static AttemptFollowUp of(UserSite before, Outcome outcome, Policy policy, Instant now) {
    RefreshAttempt attempt = before.attempt();
    Instant planned = policy.plannedAfter(attempt.queuedAt());
    Instant passed = planned == null || planned.isAfter(now) ? null : planned;
    RefreshHealth health = before.health();
    if (before.disabled() != null) { // by hand, while this attempt was open: nothing follows it
      return nothingBooked(outcome, policy, health, passed, now);
    }
    if (outcome.kind() == Outcome.Kind.SUCCESS) {
      return seriesOver(policy.bookPlanned(now), false, health.succeeded(now), health, passed);
    }
    if (outcome.kind() == Outcome.Kind.CANCELED) {
      return attempt.interrupted() != null
          ? seriesContinues(before, outcome, policy, health, passed, now)
          : seriesOver(policy.bookPlanned(now), false, health, health, passed);
    }
    RefreshHealth failed = health.failed(policy.giveUpAfter(), now);
    boolean exhausted = attempt.interrupted() == null && policy.isExhausted(attempt.no());
    FailureKind disabling = disablingFailure(attempt, outcome, policy, failed, now);
    if (disabling != null) {
      return disabled(disabling, outcome, policy, exhausted, failed, health, passed);
    }
    if (exhausted) {
      return seriesOver(policy.bookPlanned(now), true, failed, health, passed);
    }
    return seriesContinues(before, outcome, policy, failed, passed, now);
  }

  /** The series is not over: a retry follows, or a planned run takes its place. */
  private static AttemptFollowUp seriesContinues(
      UserSite before,
      Outcome outcome,
      Policy policy,
      RefreshHealth after,
      Instant passed,
      Instant now) {
    RefreshAttempt attempt = before.attempt();
    Duration retryAfter = outcome.retryAfter();
    Booking next =
        attempt.interrupted() == null
            ? policy.bookAfterFailure(attempt.no(), retryAfter, attempt.jitterFraction(), now)
            : policy.bookResumed(attempt.interrupted(), retryAfter, now);
    Instant planned = policy.plannedAfter(now);
    boolean gaveWay = planned != null && next.at() != null && planned.isBefore(next.at());
    return new AttemptFollowUp(
        attempt.interrupted() == null ? attempt.no() : before.attemptNo(),
        next.at(),
        next.reason(),
        null,
        false,
        after,
        after.isFailing() != before.health().isFailing(),
        after.warned() && !before.health().warned(),
        passed,
        gaveWay ? planned : null,
        null);
  }

  private static AttemptFollowUp seriesOver(
      Booking booking,
      boolean exhausted,
      RefreshHealth after,
      RefreshHealth before,
      Instant passed) {
    return new AttemptFollowUp(
        0,
        booking.at(),
        booking.reason(),
        null,
        exhausted,
        after,
        after.isFailing() != before.isFailing(),
        after.warned() && !before.warned(),
        passed,
        null,
        null);
  }

  private static AttemptFollowUp nothingBooked(
      Outcome outcome, Policy policy, RefreshHealth before, Instant passed, Instant now) {
    RefreshHealth after =
        switch (outcome.kind()) {
          case SUCCESS -> before.succeeded(now);
          case CANCELED -> before;
          case FAILURE, TIMEOUT, ERROR -> before.failed(policy.giveUpAfter(), now);
        };
    boolean changed = after.isFailing() != before.isFailing();
    return new AttemptFollowUp(
        0, null, null, null, false, after, changed, false, passed, null, null);
  }

  /** Why nothing follows this failure until it is saved again; null if something does. */
  private static FailureKind disablingFailure(
      RefreshAttempt attempt, Outcome outcome, Policy policy, RefreshHealth health, Instant now) {
    if (!outcome.retryable()) {
      return outcome.failureKind();
    }
    if (health.isFailingFor(policy.giveUpAfter(), now)) {
      return FailureKind.GAVE_UP;
    }
    // A person's own run uses no attempt up: only what follows it of itself does.
    boolean usedUp = policy.isExhausted(attempt.no()) && !attempt.reason().isByHand();
    return usedUp && policy.disableWhenExhausted() ? FailureKind.EXHAUSTED : null;
  }

  private static AttemptFollowUp disabled(
      FailureKind kind,
      Outcome outcome,
      Policy policy,
      boolean exhausted,
      RefreshHealth after,
      RefreshHealth before,
      Instant passed) {
    return new AttemptFollowUp(
        0,
        null,
        null,
        policy.messages().sentenceFor(kind, outcome),
        exhausted,
        after,
        !before.isFailing(),
        false,
        passed,
        null,
        message(kind, outcome, policy));
  }

  private static String message(FailureKind kind, Outcome outcome, Policy policy) {
    String tail = outcome.message().isEmpty() ? "" : ": " + outcome.message();
    return switch (kind) {
      case GAVE_UP -> "Nothing succeeded for " + Durations.format(policy.giveUpAfter()) + tail;
      case EXHAUSTED -> "Every attempt failed" + tail;
      default -> outcome.message();
    };
  }

  /**
   * The same, with what was booked before, unless it is disabled.
   *
   * @param no the number of the attempt that ended; a retry of it that was booked still follows it
   */
  AttemptFollowUp withBooking(Booking before, int no) {
    if (disabledReason != null) {
      return this;
    }
    boolean retried = exhausted && before.at() != null && before.reason() == TaskReason.RETRY;
    return new AttemptFollowUp(
        retried ? no : attemptNo,
        before.at(),
        before.reason(),
        null,
        exhausted && !retried,
        health,
        changed,
        warning,
        passedAt,
        null,
        null);
  }

  /** Which retry is booked; 0 if none is. */
  int retryNo() {
    return refreshReason == TaskReason.RETRY ? attemptNo : 0;
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
        + (refreshReason == TaskReason.RETRY ? "retry at " : "next at ")
        + refreshAt
        + (gaveWayAt == null ? "" : "; the planned time " + gaveWayAt + " gives way to it");
  }
}
