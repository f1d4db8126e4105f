package io.millrace.engine.guard;

import com.typesafe.config.Config;

/**
 * The free space that the embedded database needs on its disk, in bytes.
 *
 * @param warn below this the log has a warning
 * @param ready below this the node is not ready, and the rest is left for PostgreSQL to stop safely
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

  /** Ordered from good to bad. */
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
