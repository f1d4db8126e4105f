package io.millrace.engine.task;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.UUIDClock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.UUID;
import java.util.function.Supplier;

/** Attempt uids are of version 7: they begin with their time, so a range of them is a period. */
public final class Uids {
  private static final long LATEST = (1L << 48) - 1;

  private Uids() {}

  /** New uids of the time that a clock shows. */
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

  /** None of that moment or later comes before it; a time that no uid has is the nearest one. */
  public static UUID firstAt(Instant at) {
    long seconds = Math.max(0, Math.min(at.getEpochSecond(), LATEST / 1_000 - 1));
    long millis = seconds * 1_000 + at.getNano() / 1_000_000;
    return new UUID(millis << 16, 0);
  }

  /** When a uid was made. */
  public static long millis(UUID uid) {
    return uid.getMostSignificantBits() >>> 16;
  }

  /** The UTC day of a uid. */
  public static LocalDate day(UUID uid) {
    return LocalDate.ofInstant(Instant.ofEpochMilli(millis(uid)), ZoneOffset.UTC);
  }

  /** From 0 to 1, the same for the same uid. */
  public static double fraction(UUID uid) {
    return (uid.getLeastSignificantBits() >>> 11) * 0x1.0p-53;
  }
}
