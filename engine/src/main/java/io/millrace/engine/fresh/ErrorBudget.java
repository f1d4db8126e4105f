package io.millrace.engine.fresh;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * How much stale time the objective allows in a window, and how much of it is used. The window is a
 * number of UTC days, of which today is the last. The budgets of many objects can be added.
 *
 * @param allowed the stale time that the objective allows
 * @param used the stale time so far. A period that still lasts counts up to now
 * @param burning how many objects are stale now
 * @param allowedRate how many objects may be stale at once, on average, as the objectives say
 */
public record ErrorBudget(Duration allowed, Duration used, long burning, double allowedRate) {
  public static final ErrorBudget NONE = new ErrorBudget(Duration.ZERO, Duration.ZERO, 0, 0);

  private static final long PARTS = 1_000_000;

  /** The first moment of the window. */
  public static Instant windowStart(int days, Instant now) {
    return now.atOffset(ZoneOffset.UTC)
        .truncatedTo(ChronoUnit.DAYS)
        .minusDays(days - 1L)
        .toInstant();
  }

  /** The budget of one object. A changed promise is a new one: what was before does not count. */
  public static ErrorBudget of(
      FreshPromise promise, Instant promisedAt, List<StalePeriod> periods, int days, Instant now) {
    Instant start = windowStart(days, now);
    Instant from = promisedAt.isBefore(start) ? start : promisedAt;
    long counted = Math.max(0, Duration.between(from, now).toMillis());
    Duration used =
        periods.stream()
            .map(period -> period.within(from, now))
            .reduce(Duration.ZERO, Duration::plus);
    long open =
        periods.stream().anyMatch(period -> period.end() == null && !period.start().isAfter(now))
            ? 1
            : 0;
    return new ErrorBudget(
        Duration.ofMillis(counted * promise.allowedParts() / PARTS),
        used,
        open,
        promise.allowedParts() / (double) PARTS);
  }

  /** The budget of both together. */
  public ErrorBudget plus(ErrorBudget other) {
    return new ErrorBudget(
        allowed.plus(other.allowed),
        used.plus(other.used),
        burning + other.burning,
        allowedRate + other.allowedRate);
  }

  /** What is left. It is negative once more than allowed is used. */
  public Duration remaining() {
    return allowed.minus(used);
  }

  /**
   * How much faster than allowed the budget is used now: 1 means that it lasts for exactly one
   * window. An objective of 100 % allows nothing, so any stale object burns without a bound.
   */
  public double burnRate() {
    if (burning == 0) {
      return 0;
    }
    return allowedRate > 0 ? burning / allowedRate : Double.POSITIVE_INFINITY;
  }

  /** Whether the budget will be used up within that time if everything stays as it is. */
  public boolean isUsedUpWithin(Duration time) {
    return burning > 0 && remaining().compareTo(time.multipliedBy(burning)) < 0;
  }
}
