package io.millrace.engine.policy;

import io.millrace.engine.input.Durations;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.schedule.FreshSchedule;
import io.millrace.engine.schedule.Schedule;
import io.millrace.engine.task.TaskReason;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * When something is refreshed, how long that may take, and what follows a failure.
 *
 * @param schedule absent = by the daily plan or by hand only
 * @param timeout how long one attempt may take
 * @param disableWhenExhausted whether it is disabled after its last attempt failed; if not, it
 *     waits for its next planned time
 * @param giveUpAfter it is disabled after this time without a success
 * @param messages the sentences that the user sees after a failure
 */
public record Policy(
    @Nullable Schedule schedule,
    Duration timeout,
    RetryPolicy retry,
    Alignment align,
    boolean disableWhenExhausted,
    Duration giveUpAfter,
    UserMessages messages) {
  public static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(10);
  public static final Duration DEFAULT_GIVE_UP_AFTER = Duration.ofDays(7);

  public static final Policy DEFAULT = of(null, DEFAULT_TIMEOUT);

  public Policy {
    positive("timeout", timeout);
    positive("give_up_after", giveUpAfter);
  }

  /** A policy with defaults for the rest: no retries. */
  public static Policy of(@Nullable Schedule schedule, Duration timeout) {
    return new Policy(
        schedule,
        timeout,
        RetryPolicy.NONE,
        Alignment.PLANNED,
        false,
        DEFAULT_GIVE_UP_AFTER,
        UserMessages.NONE);
  }

  /** What an attempt waits beside: the wake-up, and the channel that it is given. */
  private static final Duration SLACK = Duration.ofMinutes(1);

  /**
   * The same policy for data of that time, which matters if it has to stay fresh.
   *
   * @param lastSuccess absent if nothing succeeded yet
   */
  public Policy after(@Nullable Instant lastSuccess) {
    return schedule instanceof FreshSchedule fresh ? with(fresh.after(lastSuccess)) : this;
  }

  Policy with(@Nullable Schedule other) {
    return new Policy(other, timeout, retry, align, disableWhenExhausted, giveUpAfter, messages);
  }

  /** The time that a series of attempts takes at most. */
  Duration longestSeries() {
    return timeout.multipliedBy(retry.attempts()).plus(retry.longestDelays()).plus(SLACK);
  }

  /** The first planned time of what has just got this policy, if there is one. */
  public @Nullable Instant firstPlanned(Instant now) {
    return schedule instanceof FreshSchedule fresh ? fresh.firstFrom(now) : plannedAfter(now);
  }

  /** A planned time that passed during an attempt, if schedules name such times. */
  public @Nullable Instant plannedDuring(Instant start, Instant end) {
    Instant planned = schedule instanceof FreshSchedule ? null : plannedAfter(start);
    return planned == null || planned.isAfter(end) ? null : planned;
  }

  /** The first planned time strictly after {@code t}, if there is one. */
  public @Nullable Instant plannedAfter(Instant t) {
    return schedule == null ? null : schedule.nextAfter(t).orElse(null);
  }

  /** The text of the schedule; empty if there is none. */
  public String scheduleText() {
    return schedule == null ? "" : schedule.text();
  }

  /** The worst case: what follows if attempt {@code no} starts now and never reports. */
  public Booking bookAtStart(int no, double random, Instant now) {
    Instant deadline = now.plus(timeout);
    return retryOrPlan(no, deadline, Duration.ZERO, random);
  }

  /**
   * What follows the failure of attempt {@code no}.
   *
   * @param retryAfter the shortest useful pause that the failure named, if it named one
   */
  public Booking bookAfterFailure(
      int no, @Nullable Duration retryAfter, double random, Instant now) {
    return retryOrPlan(no, now, retryAfter == null ? Duration.ZERO : retryAfter, random);
  }

  /**
   * What follows an interruption, such as a run by hand that did not succeed: the earlier booking
   * is restored. A retry whose time has passed meanwhile is due at once.
   *
   * @param retryAfter the shortest useful pause that the failure named, if it named one
   */
  public Booking bookResumed(Booking before, @Nullable Duration retryAfter, Instant now) {
    Instant plannedAt = plannedAfter(now);
    Instant retryAt = before.at();
    if (before.reason() != TaskReason.RETRY || retryAt == null) {
      return Booking.planned(plannedAt);
    }
    Instant earliest = now.plus(retryAfter == null ? Duration.ZERO : retryAfter);
    return aligned(retryAt.isBefore(earliest) ? earliest : retryAt, plannedAt);
  }

  /** What follows when there is no retry. */
  public Booking bookPlanned(Instant now) {
    return Booking.planned(plannedAfter(now));
  }

  public boolean isExhausted(int no) {
    return no >= retry.attempts();
  }

  private Booking retryOrPlan(int no, Instant from, Duration atLeast, double random) {
    Instant plannedAt = plannedAfter(from);
    if (isExhausted(no)) {
      return Booking.planned(plannedAt);
    }
    Duration delay = retry.delayAfter(no, random);
    return aligned(from.plus(delay.compareTo(atLeast) < 0 ? atLeast : delay), plannedAt);
  }

  private Booking aligned(Instant retryAt, @Nullable Instant plannedAt) {
    return align.prefersRetry(retryAt, timeout, plannedAt)
        ? Booking.retry(retryAt)
        : Booking.planned(plannedAt);
  }

  private static void positive(String field, Duration duration) {
    if (duration.isNegative() || duration.isZero()) {
      throw new InvalidInputException(field, Durations.format(duration), "must be more than 0");
    }
  }
}
