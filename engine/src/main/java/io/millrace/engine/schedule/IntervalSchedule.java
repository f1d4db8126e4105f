package io.millrace.engine.schedule;

import io.millrace.engine.input.Durations;
import io.millrace.engine.input.InvalidInputException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Fires at {@code from} and then at every multiple of {@code every} after it. It is anchored at its
 * start, not at the last run: every 2 h from 00:00 stays at even hours even if a run was late.
 */
public record IntervalSchedule(Duration every, Instant from) implements Schedule {
  private static final Pattern TEXT =
      Pattern.compile(
          "every\\s+(.+?)(?:\\s+from\\s+(\\S+))?", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /** Earlier times could be planned, but not stored. */
  private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");

  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999Z");

  public IntervalSchedule {
    if (every.isNegative() || every.isZero()) {
      throw new InvalidInputException("every", Durations.format(every), "must be more than 0");
    }
  }

  /** Parses {@code every 2h} or {@code every 2h from 2026-01-01T00:00:00Z}. */
  public static IntervalSchedule parse(String text) {
    Matcher parts = TEXT.matcher(text.strip());
    if (!parts.matches()) {
      throw new InvalidInputException(
          "schedule", text, "is not an interval, such as every 2h from 2026-01-01T00:00:00Z");
    }
    Instant from = parts.group(2) == null ? Instant.EPOCH : parseFrom(parts.group(2));
    return new IntervalSchedule(Durations.parsePositive(parts.group(1)), from);
  }

  /** Parses an anchor: an ISO-8601 time with its offset. */
  public static Instant parseFrom(String text) {
    try {
      Instant from = Instant.parse(text);
      if (from.isBefore(EARLIEST) || from.isAfter(LATEST)) {
        throw new InvalidInputException("from", text, "must be within the years 1 to 9999");
      }
      return from;
    } catch (DateTimeException e) {
      throw new InvalidInputException(
          "from", text, "is not an ISO-8601 time with an offset, such as 2026-01-01T00:00:00Z");
    }
  }

  @Override
  public Optional<Instant> nextAfter(Instant t) {
    if (t.isBefore(from)) {
      return Optional.of(from);
    }
    try {
      return Optional.of(from.plus(every.multipliedBy(firedUntil(t) + 1)));
    } catch (ArithmeticException | DateTimeException beyondWhatAnInstantHolds) {
      return Optional.empty();
    }
  }

  /** The number of fires after {@code from}. Nanoseconds overflow after 292 years. */
  private long firedUntil(Instant t) {
    Duration passed = Duration.between(from, t);
    try {
      return passed.toNanos() / every.toNanos();
    } catch (ArithmeticException centuries) {
      return passed.dividedBy(every);
    }
  }

  @Override
  public String text() {
    return "every " + Durations.format(every) + " from " + from;
  }
}
