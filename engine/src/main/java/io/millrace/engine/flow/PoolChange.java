package io.millrace.engine.flow;

import io.millrace.engine.message.Message;
import io.millrace.engine.notify.Notification;
import io.millrace.engine.notify.Notification.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A change of a pool's config. The newest change is in force.
 *
 * @param version 0 for the initial config, before any change
 * @param config absent if the pool was removed
 * @param changedBy the name of the access token that was used
 */
public record PoolChange(
    String pool,
    long version,
    @Nullable PoolConfig config,
    String changedBy,
    Instant changedAt,
    String reason)
    implements Message {

  boolean hasPausedFor(Duration duration, Instant now) {
    return config != null && !config.enabled() && now.isAfter(changedAt.plus(duration));
  }

  /** The notification of a pause. Its id is the version, so it is sent once for each pause. */
  Notification pauseNotification() {
    return Notification.of(
        Kind.POOL_PAUSED,
        pool,
        Long.toString(version),
        changedAt,
        Map.of("since", changedAt.toString(), "by", changedBy, "reason", reason));
  }
}
