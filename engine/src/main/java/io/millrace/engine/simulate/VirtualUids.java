package io.millrace.engine.simulate;

import java.time.Instant;
import java.util.UUID;

/**
 * The uids of attempts in a simulation. Each depends on the seed, its owner and its time only, and
 * so do the jitter, the run time and the outcome that follow from it. So a change in one place does
 * not shuffle chance in all others, and two simulations can be compared.
 *
 * @param seed of the simulation
 */
public record VirtualUids(long seed) {
  private static final long VERSION_7 = 0x7000;
  private static final long VARIANT = 0x8000_0000_0000_0000L;

  /** The number that stands for an owner. */
  static long key(String owner) {
    long hash = 1_125_899_906_842_597L;
    for (int i = 0; i < owner.length(); i++) {
      hash = 31 * hash + owner.charAt(i);
    }
    return mixed(hash);
  }

  /** The uid of an attempt that this owner makes at this time. */
  public UUID uid(String owner, Instant at) {
    return uid(key(owner), at.toEpochMilli());
  }

  UUID uid(long key, long millis) {
    long chance = mixed(mixed(seed ^ key) + millis);
    return new UUID(millis << 16 | VERSION_7 | chance >>> 52, VARIANT | mixed(chance) >>> 2);
  }

  /** From 0 to 1, the same for the same uid and purpose. */
  static double fraction(UUID uid, int purpose) {
    long chance = mixed(uid.getLeastSignificantBits() + purpose * 0x9E37_79B9_7F4A_7C15L);
    return (chance >>> 11) * 0x1.0p-53;
  }

  /** The finalizer of SplitMix64. */
  static long mixed(long value) {
    long z = value + 0x9E37_79B9_7F4A_7C15L;
    z = (z ^ z >>> 30) * 0xBF58_476D_1CE4_E5B9L;
    z = (z ^ z >>> 27) * 0x94D0_49BB_1331_11EBL;
    return z ^ z >>> 31;
  }
}
