package io.millrace.engine.refresh;

import io.millrace.engine.input.Durations;
import io.millrace.engine.policy.Attempt;
import io.millrace.engine.policy.Booking;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskReason;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What follows the end of an attempt.
 *
 * @param attemptNo the number of attempts in the series; 0 if the next attempt starts a new series
 * @param disabledReason why the user-site is now disabled, as shown to its user; absent if it is
 *     not
 * @param exhausted whether this was the last attempt of its series
 * @param changed whether the user-site started to fail, or recovered
 * @param warning whether to send the give-up warning now
 * @param passedAt the first planned time that passed during the attempt; absent if there was none
 * @param gaveWayAt the planned time that the retry replaces; absent if there is none
 * @param disabledMessage why the user-site is now disabled, as shown to operators
 */
public record AttemptFollowUp(
    int attemptNo,
    @Nullable Instant refreshAt,
    @Nullable TaskReason refreshReason,
    @Nullable String disabledReason,
    boolean exhausted,
    RefreshHealth health,
    boolean changed,
    boolean warning,
    @Nullable Instant passedAt,
    @Nullable Instant gaveWayAt,
    @Nullable String disabledMessage) {

  /** Nothing follows: no booking, no change, no message. */
  public static final AttemptFollowUp NOTHING =
      new AttemptFollowUp(
          0, null, null, null, false, RefreshHealth.NEW, false, false, null, null, null);

  public AttemptFollowUpBuilder toBuilder() {
    return new AttemptFollowUpBuilder(this);
  }

  /**
   * @param attempt the attempt that ends now
   */
  static AttemptFollowUp of(
      UserSite before, Attempt attempt, Outcome outcome, Policy defined, Instant now) {
    RefreshHealth health = before.health();
    boolean success = outcome.kind() == Outcome.Kind.SUCCESS;
    Policy policy = defined.after(success ? now : health.lastRefresh());
    Instant passed = policy.plannedDuring(attempt.queuedAt(), now);
    if (before.disabled() != null) { // a person disabled it during this attempt
      return nothingBooked(outcome, policy, health, passed, now);
    }
    if (success) {
      return seriesOver(policy.bookPlanned(now), false, health.succeeded(now), health, passed);
    }
    if (outcome.kind() == Outcome.Kind.CANCELED) {
      return attempt.interrupted() != null
          ? seriesContinues(before, attempt, outcome, policy, health, passed, now)
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
    return seriesContinues(before, attempt, outcome, policy, failed, passed, now);
  }

  /** The series continues: a retry follows, or a planned run takes its place. */
  private static AttemptFollowUp seriesContinues(
      UserSite before,
      Attempt attempt,
      Outcome outcome,
      Policy policy,
      RefreshHealth after,
      @Nullable Instant passed,
      Instant now) {
    Duration retryAfter = outcome.retryAfter();
    Booking interrupted = attempt.interrupted();
    Booking next =
        interrupted == null
            ? policy.bookAfterFailure(attempt.no(), retryAfter, attempt.jitterFraction(), now)
            : policy.bookResumed(interrupted, retryAfter, now);
    Instant planned = policy.plannedAfter(now);
    Instant at = next.at();
    boolean gaveWay = planned != null && at != null && planned.isBefore(at);
    return NOTHING.toBuilder()
        .attemptNo(interrupted == null ? attempt.no() : before.attemptNo())
        .refreshAt(next.at())
        .refreshReason(next.reason())
        .health(after)
        .changed(after.isFailing() != before.health().isFailing())
        .warning(after.warned() && !before.health().warned())
        .passedAt(passed)
        .gaveWayAt(gaveWay ? planned : null)
        .build();
  }

  private static AttemptFollowUp seriesOver(
      Booking booking,
      boolean exhausted,
      RefreshHealth after,
      RefreshHealth before,
      @Nullable Instant passed) {
    return NOTHING.toBuilder()
        .refreshAt(booking.at())
        .refreshReason(booking.reason())
        .exhausted(exhausted)
        .health(after)
        .changed(after.isFailing() != before.isFailing())
        .warning(after.warned() && !before.warned())
        .passedAt(passed)
        .build();
  }

  private static AttemptFollowUp nothingBooked(
      Outcome outcome, Policy policy, RefreshHealth before, @Nullable Instant passed, Instant now) {
    RefreshHealth after =
        switch (outcome.kind()) {
          case SUCCESS -> before.succeeded(now);
          case CANCELED -> before;
          case FAILURE, TIMEOUT, ERROR -> before.failed(policy.giveUpAfter(), now);
        };
    boolean changed = after.isFailing() != before.isFailing();
    return NOTHING.toBuilder().health(after).changed(changed).passedAt(passed).build();
  }

  /** The kind of failure that disables the user-site; absent if this one does not. */
  private static @Nullable FailureKind disablingFailure(
      Attempt attempt, Outcome outcome, Policy policy, RefreshHealth health, Instant now) {
    if (!outcome.retryable()) {
      return outcome.failureKind();
    }
    if (health.isFailingFor(policy.giveUpAfter(), now)) {
      return FailureKind.GAVE_UP;
    }
    // A run by hand does not use up an attempt of the series. Its automatic retries do.
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
      @Nullable Instant passed) {
    return NOTHING.toBuilder()
        .disabledReason(policy.messages().sentenceFor(kind, outcome))
        .disabledMessage(message(kind, outcome, policy))
        .exhausted(exhausted)
        .health(after)
        .changed(!before.isFailing())
        .warning(kind == FailureKind.GAVE_UP && !before.warned())
        .passedAt(passed)
        .build();
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
   * Keeps the earlier booking, unless the user-site is now disabled.
   *
   * @param no the number of the attempt that ended; if its retry is booked, the series continues
   */
  AttemptFollowUp withBooking(Booking before, int no) {
    if (disabledReason != null) {
      return this;
    }
    boolean retried = exhausted && before.at() != null && before.reason() == TaskReason.RETRY;
    return toBuilder()
        .attemptNo(retried ? no : attemptNo)
        .refreshAt(before.at())
        .refreshReason(before.reason())
        .exhausted(exhausted && !retried)
        .gaveWayAt(null)
        .disabledMessage(null)
        .build();
  }

  /** The number of attempts before the booked retry; 0 if no retry is booked. */
  int retryNo() {
    return refreshReason == TaskReason.RETRY ? attemptNo : 0;
  }

  Booking booking() {
    return refreshAt == null || refreshReason == null
        ? Booking.NONE
        : new Booking(refreshAt, refreshReason);
  }

  /** The text shown in the list of past decisions. */
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
        + (gaveWayAt == null ? "" : "; it replaces the planned time " + gaveWayAt);
  }
}
