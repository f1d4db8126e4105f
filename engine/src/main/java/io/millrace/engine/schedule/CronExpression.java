package io.millrace.engine.schedule;

import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Optional;

/**
 * A cron line, in local time. It has 5 fields as in Unix (Sunday is 0 or 7; a day of month and a
 * day of week together mean either). As in Quartz (Sunday is 1), it has 6 fields with the seconds
 * first, or 7 with the year last. It may also be a name such as {@code @daily}.
 *
 * @param text the line with single spaces, in upper case; a name in lower case
 */
public record CronExpression(String text, CronDays days, CronTimes times) {
  private static final LocalDateTime FIRST_YEAR = LocalDateTime.of(1970, 1, 1, 0, 0);

  /**
   * @throws io.millrace.engine.input.InvalidInputException quotes the line and explains the error
   */
  public static CronExpression parse(String text) {
    return CronParser.parse(text);
  }

  /** Whether no date matches, as with 30 February. */
  boolean isNever() {
    return nextFrom(FIRST_YEAR).isEmpty();
  }

  /** The first matching time at or after {@code from}, in whole seconds; empty if there is none. */
  public Optional<LocalDateTime> nextFrom(LocalDateTime from) {
    return days.nextFrom(from.toLocalDate())
        .flatMap(
            day -> {
              boolean today = day.equals(from.toLocalDate());
              LocalTime start = today ? from.toLocalTime() : LocalTime.MIN;
              return times
                  .nextFrom(start)
                  .map(day::atTime)
                  .or(() -> nextFrom(day.plusDays(1).atStartOfDay()));
            });
  }
}
