package io.millrace.engine.fresh;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How the data of one user-site, collection or job stands against its promise. The age counts from
 * the last success, never from the last attempt. Without any success it counts from the time at
 * which the promise was made.
 *
 * @param promisedAt since when this promise holds
 * @param lastSuccess absent if there was none
 * @param exemption absent if the promise counts
 * @param exemptUntil when the exemption ends by itself; absent if somebody has to end it
 * @param exemptFrom when an exemption begins by itself; absent if none does
 */
public record Freshness(
    FreshPromise promise,
    Instant promisedAt,
    @Nullable Instant lastSuccess,
    @Nullable FreshExemption exemption,
    @Nullable Instant exemptUntil,
    @Nullable Instant exemptFrom) {
  private static final Duration SLACK = Duration.ofMinutes(1);

  /** What is ahead can change: refreshes begin to fail, or a pool is paused. */
  private static final Duration LOOK_AGAIN = Duration.ofMinutes(5);

  /**
   * A state.
   *
   * @param since when it began, as the budget counts it
   * @param nextAt when to judge again, if nothing happens before; absent if never
   */
  public record Verdict(FreshState state, Instant since, @Nullable Instant nextAt) {}

  /** The state before, which tells when the present one began. */
  public record Before(FreshState state, Instant since) {}

  /** When the data becomes stale, or became so. */
  public Instant staleAt() {
    return promise.staleAt(lastSuccess == null ? promisedAt : lastSuccess);
  }

  /** How long before the promise ends somebody looks ahead. */
  public static Duration lead(FreshPromise promise, Duration lookAhead) {
    Duration half = promise.within().dividedBy(2);
    return half.compareTo(lookAhead) < 0 ? half : lookAhead;
  }

  /**
   * Judges the state.
   *
   * @param before absent for an object that is new here
   * @param lookAhead how long before the promise ends to look at what is ahead
   */
  public Verdict judge(
      @Nullable Before before, RefreshOutlook ahead, Duration lookAhead, Instant now) {
    if (exemption != null) {
      return verdict(before, FreshState.EXEMPT, now, exemptUntil);
    }
    Instant staleAt = staleAt();
    if (!now.isBefore(staleAt)) {
      return new Verdict(FreshState.STALE, staleSince(before, staleAt, now), exemptFrom);
    }
    Instant lookAt = staleAt.minus(lead(promise, lookAhead));
    if (now.isBefore(lookAt)) {
      return verdict(before, FreshState.FRESH, now, lookAt);
    }
    Optional<Instant> success = ahead.likelySuccess(now);
    if (success.isPresent() && !success.get().isAfter(staleAt)) {
      Instant over = earlier(success.get().plus(SLACK), now.plus(LOOK_AGAIN));
      return verdict(before, FreshState.FRESH, now, earlier(over, staleAt));
    }
    if (success.isEmpty() && ahead.mayBePlannedBefore(staleAt)) {
      return verdict(before, FreshState.FRESH, now, earlier(now.plus(SLACK), staleAt));
    }
    return verdict(before, FreshState.AT_RISK, now, staleAt);
  }

  /** The time before this promise was made, and exempt time, do not count. */
  private Instant staleSince(@Nullable Before before, Instant staleAt, Instant now) {
    if (before != null && before.state() == FreshState.EXEMPT) {
      return now;
    }
    Instant since = before != null && before.state() == FreshState.STALE ? before.since() : staleAt;
    return since.isBefore(promisedAt) ? promisedAt : since;
  }

  private static Verdict verdict(
      @Nullable Before before, FreshState state, Instant since, @Nullable Instant nextAt) {
    return before != null && before.state() == state
        ? new Verdict(state, before.since(), nextAt)
        : new Verdict(state, since, nextAt);
  }

  private static Instant earlier(Instant a, Instant b) {
    return a.isBefore(b) ? a : b;
  }

  /**
   * The state as of now, whatever was stored some time ago: data that is too old is stale, even if
   * nobody has judged it since.
   */
  public static FreshState stateNow(FreshState stored, Instant staleAt, Instant now) {
    boolean counts = stored == FreshState.FRESH || stored == FreshState.AT_RISK;
    return counts && !now.isBefore(staleAt) ? FreshState.STALE : stored;
  }
}
