package io.millrace.engine.node;

import com.typesafe.config.Config;

/**
 * How much room the embedded database needs on its disk, in bytes.
 *
 * @param warn with less the log says so
 * @param ready with less the node is not ready: what it has is for PostgreSQL to end well
 */
record FreeSpace(long warn, long ready) {
  private static final long MEGABYTE = 1_000_000;

  FreeSpace {
    if (ready < 0 || warn < ready) {
      throw new IllegalArgumentException(
          "millrace.db.free-space: ready = %d, warn = %d: must be 0 <= ready <= warn"
              .formatted(ready, warn));
    }
  }

  /** Ordered: each is worse than the one before. */
  enum Level {
    ENOUGH,
    LOW,
    TOO_LOW
  }

  static FreeSpace of(Config settings) {
    return new FreeSpace(settings.getBytes("warn"), settings.getBytes("ready"));
  }

  Level level(long free) {
    if (free < ready) {
      return Level.TOO_LOW;
    }
    return free < warn ? Level.LOW : Level.ENOUGH;
  }

  String describe(long free) {
    return "The disk of the embedded database has %,d MB left; a node needs %,d MB to be ready"
        .formatted(free / MEGABYTE, ready / MEGABYTE);
  }
}
