package io.millrace.engine.guard;

import com.typesafe.config.Config;

/**
 * How much room the embedded database needs on its disk, in bytes.
 *
 * @param warn with less the log says so
 * @param ready with less the node is not ready: what it has is for PostgreSQL to end well
 */
record FreeSpaceLimits(long warn, long ready) {
  private static final long MEGABYTE = 1_000_000;

  FreeSpaceLimits {
    if (ready < 0 || warn < ready) {
      throw new IllegalArgumentException(
          "millrace.db.free-space: ready = %d, warn = %d: must be 0 <= ready <= warn"
              .formatted(ready, warn));
    }
  }

  /** Ordered: each is worse than the one before. */
  enum SpaceLevel {
    ENOUGH,
    LOW,
    TOO_LOW
  }

  static FreeSpaceLimits of(Config settings) {
    return new FreeSpaceLimits(settings.getBytes("warn"), settings.getBytes("ready"));
  }

  SpaceLevel level(long free) {
    if (free < ready) {
      return SpaceLevel.TOO_LOW;
    }
    return free < warn ? SpaceLevel.LOW : SpaceLevel.ENOUGH;
  }

  String describe(long free) {
    return "The disk of the embedded database has %,d MB left; a node needs %,d MB to be ready"
        .formatted(free / MEGABYTE, ready / MEGABYTE);
  }
}
