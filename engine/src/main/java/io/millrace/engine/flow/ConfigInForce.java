package io.millrace.engine.flow;

import io.millrace.engine.notify.Notification;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** A pool's config as its actor knows it: the newest it has heard of, and nothing before that. */
final class ConfigInForce {
  private static final PoolConfig NOT_KNOWN = PoolConfig.ofChannels(1).withEnabled(false);

  private PoolChange change;
  private PoolConfig config = NOT_KNOWN;
  private boolean pauseTold;

  /** Null until it is known, and if there is no such pool. */
  PoolChange change() {
    return change;
  }

  /** A paused one until it is known, and if there is no such pool. */
  PoolConfig config() {
    return config;
  }

  /** Whether this is news: answers may overtake each other. */
  boolean update(PoolChange found) {
    if (found == null || (change != null && found.version() <= change.version())) {
      return false;
    }
    change = found;
    config = found.config() == null ? NOT_KNOWN : found.config();
    pauseTold = false;
    return true;
  }

  /** What is told of a pause that lasts, once. */
  Optional<Notification> pauseWarning(Duration tooLong, Instant now) {
    if (pauseTold || change == null || !change.hasPausedFor(tooLong, now)) {
      return Optional.empty();
    }
    pauseTold = true;
    return Optional.of(change.pauseNotification());
  }
}
