package io.millrace.engine.schedule;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The days of a cron line. A day matches if any of the first three components names it, in a
 * matching month and year.
 *
 * @param daysOfMonth one bit for each, from 1
 * @param daysOfWeek one bit for each, Sunday = 0
 * @param picks days whose date differs from month to month, such as the last one
 * @param months one bit for each, from 1
 * @param years empty = every year
 */
record CronDays(
    long daysOfMonth, long daysOfWeek, List<CronDayRule> picks, long months, Set<Integer> years) {
  static final long ALL_DAYS = (1L << 32) - 2;

  /** The calendar repeats after 400 years: a day that does not occur by then never does. */
  private static final int CYCLE_YEARS = 400;

  private static final int LAST_YEAR = 9999;

  /** The first matching day at or after {@code from}; empty if there is none. */
  Optional<LocalDate> nextFrom(LocalDate from) {
    int lastYear = Math.min(from.getYear() + CYCLE_YEARS, LAST_YEAR);
    YearMonth month = YearMonth.from(from);
    int firstDay = from.getDayOfMonth();
    while (month.getYear() <= lastYear) {
      if (years.isEmpty() || years.contains(month.getYear())) {
        int day = CronTimes.next(daysIn(month), firstDay);
        if (day > 0) {
          return Optional.of(month.atDay(day));
        }
        month = month.plusMonths(1);
      } else {
        month = YearMonth.of(month.getYear() + 1, 1);
      }
      firstDay = 1;
    }
    return Optional.empty();
  }

  private long daysIn(YearMonth month) {
    if ((months & 1L << month.getMonthValue()) == 0) {
      return 0;
    }
    long days = daysOfMonth;
    if (daysOfWeek != 0) {
      int weekday = month.atDay(1).getDayOfWeek().getValue() % 7;
      for (int day = 1; day <= month.lengthOfMonth(); day++, weekday = (weekday + 1) % 7) {
        days |= (daysOfWeek >> weekday & 1) << day;
      }
    }
    for (CronDayRule pick : picks) {
      days |= 1L << pick.dayIn(month);
    }
    return days & ((1L << (month.lengthOfMonth() + 1)) - 2);
  }
}
