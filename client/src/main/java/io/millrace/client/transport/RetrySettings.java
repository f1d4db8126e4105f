package io.millrace.client.transport;

import io.millrace.client.error.MillraceException;
import io.millrace.client.error.UnavailableException;
import io.millrace.client.error.UnreachableException;
import java.time.Duration;
import java.util.Optional;

/**
 * When a request is sent again by itself.
 *
 * <ul>
 *   <li>429: always, because nothing was done. A body that cannot be read again is not sent again.
 *   <li>503: only if repeating changes nothing, because the server may have done it. These are GET,
 *       PUT and the POST that are marked as repeatable.
 *   <li>A connection that was cut: once, and only such requests. A node that cannot be reached at
 *       all is told to the caller at once.
 * </ul>
 *
 * @param tries how often it is sent at most
 * @param longestWait a longer {@code Retry-After} is not waited for
 */
public record RetrySettings(int tries, Duration longestWait, RetryBackoff backoff) {
  public static final RetrySettings DEFAULT =
      new RetrySettings(5, Duration.ofSeconds(10), RetryBackoff.DEFAULT);

  public static final RetrySettings NONE =
      new RetrySettings(1, Duration.ofSeconds(1), RetryBackoff.DEFAULT);

  public RetrySettings {
    if (tries < 1) {
      throw new IllegalArgumentException("tries must be at least 1");
    }
  }

  /**
   * How long to wait before the next try; empty if there is none.
   *
   * @param tried how often it was sent, from 1
   * @param chance from 0 until below 1
   */
  Optional<Duration> next(ApiRequest request, MillraceException fault, int tried, double chance) {
    if (tried >= tries) {
      return Optional.empty();
    }
    if (fault instanceof UnavailableException busy
        && (busy.status() == 429 || request.isRepeatable())) {
      return Optional.of(backoff.delay(tried, chance, busy.retryAfter()))
          .filter(delay -> delay.compareTo(longestWait) <= 0);
    }
    boolean cut = fault instanceof UnreachableException away && away.wasSent();
    return cut && request.isRepeatable() && tried == 1
        ? Optional.of(Duration.ZERO)
        : Optional.empty();
  }
}
