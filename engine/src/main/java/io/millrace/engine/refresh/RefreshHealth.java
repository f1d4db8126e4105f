package io.millrace.engine.refresh;

import java.time.Duration;
import java.time.Instant;

/**
 * How the refreshes of a user-site went lately.
 *
 * @param lastRefresh when the last one succeeded; null if none did
 * @param failingSince the first failure after that; null if there was none
 * @param warned whether it was said already that it will be given up
 */
public record RefreshHealth(Instant lastRefresh, Instant failingSince, boolean warned) {
  public static final RefreshHealth NEW = new RefreshHealth(null, null, false);

  RefreshHealth succeeded(Instant now) {
    return new RefreshHealth(now, null, false);
  }

  /** One more failure: says so once half of the time until giving up is over. */
  RefreshHealth failed(Duration giveUpAfter, Instant now) {
    Instant since = failingSince == null ? now : failingSince;
    return new RefreshHealth(
        lastRefresh, since, warned || isFailingFor(giveUpAfter.dividedBy(2), now));
  }

  boolean isFailing() {
    return failingSince != null;
  }

  boolean isFailingFor(Duration duration, Instant now) {
    return failingSince != null && !now.isBefore(failingSince.plus(duration));
  }
}
