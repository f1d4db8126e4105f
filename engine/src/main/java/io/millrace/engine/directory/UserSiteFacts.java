package io.millrace.engine.directory;

import io.millrace.engine.message.Message;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The facts of the directory about a user-site. The caller of a refresh reads them and sends them
 * along; the user-site stores only its decisions.
 *
 * @param lastRefresh as the caller gave it; absent if not given
 * @param lastMfaRequiredAt when the site last asked for the user's second factor; absent if never
 */
public record UserSiteFacts(
    ConnectionStatus status,
    boolean migrating,
    @Nullable Instant lastRefresh,
    @Nullable Instant lastMfaRequiredAt)
    implements Message {

  /** What was known at that time: times that were reported for later are left out. */
  public UserSiteFacts knownAt(Instant time) {
    return new UserSiteFacts(
        status, migrating, before(time, lastRefresh), before(time, lastMfaRequiredAt));
  }

  private static @Nullable Instant before(Instant end, @Nullable Instant at) {
    return at != null && at.isBefore(end) ? at : null;
  }
}
