package io.millrace.engine.input;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses durations as people write them: {@code 90s}, {@code 1h30m}, {@code 30 minutes}, {@code
 * 1.5h}, and ISO-8601.
 */
public final class Durations {
  /** Examples of all forms, for error messages. */
  public static final String FORMS =
      "write 90s, 1h30m, 1h 30m, 30 minutes, 1 hour 30 minutes, 1.5h, 2 days, 1 week, 500ms or"
          + " PT1H30M";

  static final String NEEDS_UNIT = "needs a unit: " + FORMS;

  private static final Pattern ISO = Pattern.compile("[+-]?P.*", Pattern.CASE_INSENSITIVE);

  /** Allows fractions and weeks, which Java's parser does not. */
  private static final Pattern ISO_PARTS =
      Pattern.compile(
          "([+-]?)P(?=[\\dT])(%1$sW)?(%1$sD)?(?:T(?=\\d)(%1$sH)?(%1$sM)?(%1$sS)?)?"
              .formatted("\\d+(?:[.,]\\d+)?"),
          Pattern.CASE_INSENSITIVE);

  private static final Pattern PART =
      Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*([a-z]+)", Pattern.CASE_INSENSITIVE);
  private static final Pattern PARTS =
      Pattern.compile("%1$s(?:\\s*(?:,|and)?\\s*%1$s)*".formatted(PART), Pattern.CASE_INSENSITIVE);
  private static final Pattern NUMBER = Pattern.compile("[+-]?\\s*\\d+(?:\\.\\d+)?");

  /** The only number that means the same in every unit. */
  private static final Pattern ZERO = Pattern.compile("[+-]?\\s*0+(?:\\.0+)?");

  private static final int MAX_TEXT_LENGTH = 200;

  /** With a longer duration, an instant plus the duration may exceed the range of a database. */
  private static final Duration MAX_DURATION = Duration.ofDays(36_500);

  private static final BigDecimal MAX_NANOS =
      BigDecimal.valueOf(MAX_DURATION.toSeconds()).movePointRight(9);

  /** Longest first. A duration has each unit at most once, in this order. */
  private enum Unit {
    WEEK("w|wks?|weeks?", Duration.ofDays(7)),
    DAY("d|days?", Duration.ofDays(1)),
    HOUR("h|hrs?|hours?", Duration.ofHours(1)),
    MINUTE("m|mins?|minutes?", Duration.ofMinutes(1)),
    SECOND("s|secs?|seconds?", Duration.ofSeconds(1)),
    MILLISECOND("ms|millis|millisecs?|milliseconds?", Duration.ofMillis(1));

    private final Pattern names;
    private final BigDecimal nanos;

    Unit(String names, Duration length) {
      this.names = Pattern.compile(names, Pattern.CASE_INSENSITIVE);
      this.nanos = BigDecimal.valueOf(length.toNanos());
    }

    static Optional<Unit> of(String name) {
      return Arrays.stream(values()).filter(unit -> unit.names.matcher(name).matches()).findFirst();
    }
  }

  private Durations() {}

  /** Parses a duration. It may be zero or negative, and is at most 100 years long. */
  public static Duration parse(String text) {
    String normalized = text.strip().replace('\u2212', '-'); // the minus of typesetters
    if (normalized.length() > MAX_TEXT_LENGTH) {
      throw notADuration(text);
    }
    if (NUMBER.matcher(normalized).matches()) {
      if (ZERO.matcher(normalized).matches()) {
        return Duration.ZERO;
      }
      throw refused(text, NEEDS_UNIT);
    }
    try {
      Duration duration =
          ISO.matcher(normalized).matches() ? iso(normalized) : sum(normalized, text);
      if (duration.abs().compareTo(MAX_DURATION) > 0) {
        throw tooLong(text);
      }
      return duration;
    } catch (DateTimeException e) {
      throw notADuration(text);
    } catch (ArithmeticException | NumberFormatException e) {
      throw tooLong(text);
    }
  }

  /** As {@link #parse}, for durations that must be positive, such as a timeout or an interval. */
  public static Duration parsePositive(String text) {
    Duration duration = parse(text);
    if (duration.isNegative() || duration.isZero()) {
      throw refused(text, "must be more than 0");
    }
    return duration;
  }

  /** Returns the shortest text that {@link #parse} reads as the same duration. */
  public static String format(Duration duration) {
    if (duration.getNano() % 1_000_000 != 0) {
      return duration.toString();
    }
    if (duration.isZero()) {
      return "0s";
    }
    Duration d = duration.abs();
    return (duration.isNegative() ? "-" : "")
        + part(d.toDaysPart(), "d")
        + part(d.toHoursPart(), "h")
        + part(d.toMinutesPart(), "m")
        + part(d.toSecondsPart(), "s")
        + part(d.toMillisPart(), "ms");
  }

  private static String part(long amount, String unit) {
    return amount == 0 ? "" : amount + unit;
  }

  private static Duration iso(String text) {
    Matcher parts = ISO_PARTS.matcher(text);
    if (!parts.matches()) {
      return Duration.parse(text);
    }
    StringBuilder sum = new StringBuilder();
    for (int part = 1; part <= parts.groupCount(); part++) {
      sum.append(Objects.requireNonNullElse(parts.group(part), ""));
    }
    return sum(sum.toString().replace(',', '.'), text);
  }

  private static Duration sum(String normalized, String text) {
    boolean negative = normalized.startsWith("-");
    String parts = normalized.replaceFirst("^[+-]\\s*", "");
    if (!PARTS.matcher(parts).matches()) {
      throw notADuration(text);
    }
    BigDecimal nanos = BigDecimal.ZERO;
    int last = -1;
    for (Matcher part = PART.matcher(parts); part.find(); ) {
      Unit unit = Unit.of(part.group(2)).orElseThrow(() -> notADuration(text));
      if (unit.ordinal() <= last) {
        throw notADuration(text);
      }
      last = unit.ordinal();
      nanos = nanos.add(new BigDecimal(part.group(1)).multiply(unit.nanos));
    }
    if (nanos.compareTo(MAX_NANOS) > 0) {
      throw tooLong(text);
    }
    long rounded = nanos.setScale(0, RoundingMode.HALF_UP).longValueExact();
    return Duration.ofNanos(negative ? -rounded : rounded);
  }

  private static InvalidInputException notADuration(String text) {
    return refused(text, "is not a duration: " + FORMS);
  }

  private static InvalidInputException tooLong(String text) {
    return refused(text, "is longer than 100 years");
  }

  private static InvalidInputException refused(String text, String reason) {
    return new InvalidInputException("duration", text, reason);
  }
}
