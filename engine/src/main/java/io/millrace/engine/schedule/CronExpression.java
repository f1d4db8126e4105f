package io.millrace.engine.schedule;

import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Optional;

/**
 * A cron line, in local time: 5 fields as in Unix (Sunday is 0 or 7; a day of month and a day of
 * week together mean either), 6 with the seconds first or 7 with the year last as in Quartz (Sunday
 * is 1), or a name such as {@code @daily}.
 *
 * @param text the line with single spaces, in upper case; a name in lower case
 */
public record CronExpression(String text, CronDays days, CronTimes times) {

  /**
   * @throws io.millrace.engine.input.InvalidInputException that quotes the line and says in plain
   *     words what is wrong with it
   */
  public static CronExpression parse(String text) {
    return CronParser.parse(text);
  }

  /** The first time at or after {@code from}, a whole second; empty if none ever comes. */
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
