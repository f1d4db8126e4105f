package io.millrace.cli.command;

import io.millrace.cli.error.CommandException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Times as people write them: ISO-8601, a day, {@code now}, or a duration such as {@code 2h}. */
public final class TimeText {
  private static final Pattern DURATION = Pattern.compile("(\\d{1,9})([smhdw])");
  private static final Map<String, Duration> UNITS =
      Map.of(
          "s", Duration.ofSeconds(1),
          "m", Duration.ofMinutes(1),
          "h", Duration.ofHours(1),
          "d", Duration.ofDays(1),
          "w", Duration.ofDays(7));

  private TimeText() {}

  /** A duration means that long ago. Null stays null. */
  public static @Nullable Instant past(String option, @Nullable String text, Instant now) {
    return text == null ? null : time(option, text, now, -1);
  }

  /** A duration means that far ahead. Null stays null. */
  public static @Nullable Instant future(String option, @Nullable String text, Instant now) {
    return text == null ? null : time(option, text, now, 1);
  }

  /** A logical time of a job. */
  public static Instant exact(String option, String text) {
    return time(option, text, Instant.EPOCH, 0);
  }

  public static Duration duration(String option, String text) {
    Matcher found = DURATION.matcher(text);
    if (!found.matches()) {
      throw wrong(option, text, "a duration such as 90s, 15m, 2h, 7d");
    }
    return unit(found).multipliedBy(Long.parseLong(found.group(1)));
  }

  private static Duration unit(Matcher found) {
    return UNITS.getOrDefault(found.group(2), Duration.ZERO);
  }

  private static Instant time(String option, String text, Instant now, int direction) {
    if (direction != 0 && text.equals("now")) {
      return now;
    }
    if (direction != 0 && DURATION.matcher(text).matches()) {
      return now.plus(duration(option, text).multipliedBy(direction));
    }
    try {
      return text.length() == 10
          ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
          : OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeParseException notATime) {
      String durations = direction == 0 ? "" : ", or a duration such as 2h";
      throw wrong(option, text, "a time such as 2026-01-31T06:00:00Z or 2026-01-31" + durations);
    }
  }

  private static CommandException wrong(String option, String text, String wanted) {
    return CommandException.usage(option + " = " + text + ": is not " + wanted + ".", "");
  }
}
