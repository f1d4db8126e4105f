package io.millrace.engine.schedule;

import io.millrace.engine.input.InvalidInputException;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: {@code 10m}, {@code 1h30m}, {@code 7d}; ISO-8601 is read too. */
public final class Durations {
  private static final Pattern UNITS =
      Pattern.compile("([+-]?)(?:(\\d+)d)?(?:(\\d+)h)?(?:(\\d+)m)?(?:(\\d+)s)?(?:(\\d+)ms)?");
  private static final Pattern ISO = Pattern.compile("[+-]?P.*", Pattern.CASE_INSENSITIVE);

  /** Beyond it an instant plus a duration may leave what a database can hold. */
  private static final Duration LONGEST = Duration.ofDays(36_500);

  private Durations() {}

  /** The duration that {@code text} names; may be zero or negative, at most 100 years long. */
  public static Duration parse(String text) {
    try {
      String given = text.strip();
      Duration duration = ISO.matcher(given).matches() ? Duration.parse(given) : sum(given, text);
      if (duration.abs().compareTo(LONGEST) > 0) {
        throw refused(text, "is longer than 100 years");
      }
      return duration;
    } catch (DateTimeException e) {
      throw refused(text, "is not an ISO-8601 duration, such as PT10M");
    } catch (ArithmeticException | NumberFormatException e) {
      throw refused(text, "is longer than 100 years");
    }
  }

  /** As {@link #parse}, for what must take some time: a timeout, an interval. */
  public static Duration parsePositive(String text) {
    Duration duration = parse(text);
    if (duration.isNegative() || duration.isZero()) {
      throw refused(text, "must be more than 0");
    }
    return duration;
  }

  /** The shortest spelling that {@link #parse} reads back as the same duration. */
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

  private static Duration sum(String given, String text) {
    Matcher units = UNITS.matcher(given);
    if (!units.matches() || !given.matches(".*[a-z]")) {
      throw refused(text, "is not a duration: write a number with ms, s, m, h or d, such as 10m");
    }
    Duration sum =
        Duration.ofDays(amount(units, 2))
            .plusHours(amount(units, 3))
            .plusMinutes(amount(units, 4))
            .plusSeconds(amount(units, 5))
            .plusMillis(amount(units, 6));
    return units.group(1).equals("-") ? sum.negated() : sum;
  }

  private static long amount(Matcher units, int group) {
    return units.group(group) == null ? 0 : Long.parseLong(units.group(group));
  }

  private static InvalidInputException refused(String text, String reason) {
    return new InvalidInputException("duration", text, reason);
  }
}
