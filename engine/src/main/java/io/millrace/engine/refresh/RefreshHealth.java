package io.millrace.engine.refresh;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The recent success or failure of a user-site's refreshes.
 *
 * @param lastRefresh the time of the last success; absent if there was none
 * @param failingSince the time of the first failure after it; absent if there was none
 * @param warned whether the give-up warning was sent
 */
public record RefreshHealth(
    @Nullable Instant lastRefresh, @Nullable Instant failingSince, boolean warned) {
  public static final RefreshHealth NEW = new RefreshHealth(null, null, false);

  RefreshHealth succeeded(Instant now) {
    return new RefreshHealth(now, null, false);
  }

  /** Counts a failure. The warning is due once half of the give-up time is over. */
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
