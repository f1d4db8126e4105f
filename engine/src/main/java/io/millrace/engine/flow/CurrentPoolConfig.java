package io.millrace.engine.flow;

import io.millrace.engine.notify.Notification;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The config by which a pool's actor works: the newest version it has read. */
final class CurrentPoolConfig {
  private static final PoolConfig UNKNOWN = PoolConfig.ofChannels(1).withEnabled(false);

  private @Nullable PoolChange change;
  private PoolConfig config = UNKNOWN;
  private boolean pauseNotified;

  /** The newest change; absent until it is read, or if there is no such pool. */
  @Nullable PoolChange change() {
    return change;
  }

  /** The config; a paused one until it is read, or if there is no such pool. */
  PoolConfig config() {
    return config;
  }

  /** Why it was changed last; empty if nobody said, or if it is not read yet. */
  String reason() {
    return change == null ? "" : change.reason();
  }

  /**
   * Takes over a newer change; false if it is not newer, because replies may arrive out of order.
   */
  boolean update(@Nullable PoolChange found) {
    if (found == null || (change != null && found.version() <= change.version())) {
      return false;
    }
    change = found;
    config = found.config() == null ? UNKNOWN : found.config();
    pauseNotified = false;
    return true;
  }

  /** The notification of a long pause, once per pause. */
  Optional<Notification> pauseWarning(Duration tooLong, Instant now) {
    if (pauseNotified || change == null || !change.hasPausedFor(tooLong, now)) {
      return Optional.empty();
    }
    pauseNotified = true;
    return Optional.of(change.pauseNotification());
  }
}
