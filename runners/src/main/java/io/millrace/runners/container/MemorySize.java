package io.millrace.runners.container;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads sizes of memory as people write them: {@code 512m}, {@code 1Gi}, {@code 1.5 GB}. */
final class MemorySize {
  static final String RULE =
      "must be a size of memory of at least 6 MiB, such as 512m, 1Gi or 2GB: a number and a unit"
          + " (k, m, g, t; each is 1024 of the one before)";

  /** Engines refuse less. */
  private static final BigInteger LEAST = BigInteger.valueOf(6L * 1024 * 1024);

  private static final BigInteger MOST = BigInteger.ONE.shiftLeft(60);

  private static final Pattern SIZE =
      Pattern.compile("(\\d{1,18}(?:\\.\\d{1,6})?)\\s*([kmgt]?)i?b?");
  private static final List<String> UNITS = List.of("", "k", "m", "g", "t");

  private MemorySize() {}

  /** Returns the number of bytes; empty if this is no size, or no container could have it. */
  static Optional<Long> parse(Object value) {
    Matcher size = SIZE.matcher(String.valueOf(value).strip().toLowerCase(Locale.ROOT));
    if (!size.matches()) {
      return Optional.empty();
    }
    BigInteger unit = BigInteger.ONE.shiftLeft(10 * UNITS.indexOf(size.group(2)));
    BigInteger bytes = new BigDecimal(size.group(1)).multiply(new BigDecimal(unit)).toBigInteger();
    return bytes.compareTo(LEAST) < 0 || bytes.compareTo(MOST) > 0
        ? Optional.empty()
        : Optional.of(bytes.longValue());
  }

  /** Returns the size in a short form, such as {@code 512 MiB}. */
  static String text(long bytes) {
    return bytes % (1L << 30) == 0 ? (bytes >> 30) + " GiB" : (bytes >> 20) + " MiB";
  }
}
