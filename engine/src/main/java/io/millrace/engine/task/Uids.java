package io.millrace.engine.task;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.UUIDClock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.UUID;
import java.util.function.Supplier;

/** Attempt uids, version 7: they begin with a time, so a range of uids is a period. */
public final class Uids {
  private static final long LATEST = (1L << 48) - 1;

  private Uids() {}

  /** Creates uids with the time of this clock. */
  public static Supplier<UUID> generator(InstantSource clock) {
    UUIDClock millis =
        new UUIDClock() {
          @Override
          public long currentTimeMillis() {
            return clock.millis();
          }
        };
    return Generators.timeBasedEpochRandomGenerator(null, millis)::generate;
  }

  /** The lowest uid of a time. A time outside the range of uids is moved to its nearest end. */
  public static UUID firstAt(Instant at) {
    long seconds = Math.max(0, Math.min(at.getEpochSecond(), LATEST / 1_000 - 1));
    long millis = seconds * 1_000 + at.getNano() / 1_000_000;
    return new UUID(millis << 16, 0);
  }

  /** The creation time of a uid, in milliseconds since the epoch. */
  public static long millis(UUID uid) {
    return uid.getMostSignificantBits() >>> 16;
  }

  /** The UTC day of a uid. */
  public static LocalDate day(UUID uid) {
    return LocalDate.ofInstant(Instant.ofEpochMilli(millis(uid)), ZoneOffset.UTC);
  }

  /**
   * From 0 to 1, the same for the same uid. The first two of these bits are the variant: the same
   * in every uid.
   */
  public static double fraction(UUID uid) {
    return (uid.getLeastSignificantBits() << 2 >>> 11) * 0x1.0p-53;
  }
}
