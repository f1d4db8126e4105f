package io.millrace.engine.schedule;

import io.millrace.engine.input.Durations;
import io.millrace.engine.input.InvalidInputException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Plans as few refreshes as keep data younger than a promised age. The next one follows the last
 * success, early enough that a timeout and all retries still fit before the promise ends.
 *
 * <p>Once that time has passed without a success, the next one follows after a pause. So what is
 * late is tried again soon, and what cannot work is not tried all the time.
 *
 * @param room what timeout and retries need at most
 * @param lastSuccess whose data gets old; absent if each time is to follow the one before, as if
 *     every refresh succeeded at once
 */
public record FreshSchedule(Duration within, Duration room, @Nullable Instant lastSuccess)
    implements Schedule {
  /** The last success of what never succeeded. */
  private static final Instant NEVER = Instant.EPOCH;

  private static final Pattern TEXT =
      Pattern.compile(
          "fresh\\s+(.+?)(?:\\s+room\\s+(.+))?", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  public FreshSchedule {
    if (within.compareTo(room) <= 0 || room.isNegative()) {
      throw new InvalidInputException(
          "fresh",
          Durations.format(within),
          "must be more than " + Durations.format(room) + ", which timeout and retries may take");
    }
  }

  public static FreshSchedule of(Duration within) {
    return new FreshSchedule(within, Duration.ZERO, null);
  }

  /** Parses {@code fresh 6h} or {@code fresh 6h room 31m}. */
  public static FreshSchedule parse(String text) {
    Matcher parts = TEXT.matcher(text.strip());
    if (!parts.matches()) {
      throw new InvalidInputException("schedule", text, "is not a promise such as fresh 6h");
    }
    Duration room = parts.group(2) == null ? Duration.ZERO : Durations.parse(parts.group(2));
    return new FreshSchedule(Durations.parsePositive(parts.group(1)), room, null);
  }

  public FreshSchedule withRoom(Duration needed) {
    return new FreshSchedule(within, needed, lastSuccess);
  }

  /**
   * The same for data of that time.
   *
   * @param success absent if nothing succeeded yet
   */
  public FreshSchedule after(@Nullable Instant success) {
    return new FreshSchedule(within, room, success == null ? NEVER : success);
  }

  @Override
  public Optional<Instant> nextAfter(Instant t) {
    try {
      if (lastSuccess == null) {
        return Optional.of(t.plus(interval()));
      }
      Instant due = lastSuccess.plus(interval());
      return Optional.of(due.isAfter(t) ? due : t.plus(pause()));
    } catch (ArithmeticException | DateTimeException beyondWhatAnInstantHolds) {
      return Optional.empty();
    }
  }

  /** The first refresh under this schedule: at once if it is late already. */
  public Instant firstFrom(Instant now) {
    Instant due = (lastSuccess == null ? NEVER : lastSuccess).plus(interval());
    return due.isAfter(now) ? due : now;
  }

  /**
   * The first time from a moment on, in the series that a known time belongs to if every refresh
   * succeeds at once.
   */
  public Instant inSeriesOf(Instant known, Instant from) {
    long interval = Math.max(1, interval().toMillis());
    return from.plusMillis(Math.floorMod(known.toEpochMilli() - from.toEpochMilli(), interval));
  }

  private Duration interval() {
    return within.minus(room);
  }

  /** A quarter of the promised age, but time for all retries, and never longer than planned. */
  private Duration pause() {
    Duration quarter = within.dividedBy(4);
    Duration pause = quarter.compareTo(room) < 0 ? room : quarter;
    return pause.compareTo(within) < 0 ? pause : interval();
  }

  @Override
  public String text() {
    return "fresh "
        + Durations.format(within)
        + (room.isZero() ? "" : " room " + Durations.format(room));
  }
}
