package io.millrace.engine.schedule;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.temporal.TemporalAdjusters;

/** A day whose date differs from month to month: the cron letters L, W and #. */
sealed interface CronDayRule {
  /** The result of {@link #dayIn} for a month that has no such day. */
  int NONE = 0;

  /** The day of this month, or {@link #NONE}. */
  int dayIn(YearMonth month);

  /** {@code L} and {@code L-3}: this number of days before the last one. */
  record BeforeLast(int days) implements CronDayRule {
    @Override
    public int dayIn(YearMonth month) {
      return Math.max(month.lengthOfMonth() - days, NONE);
    }
  }

  /** {@code 15W}: the weekday (Monday to Friday) nearest to that day, within the month. */
  record NearestWeekday(int day) implements CronDayRule {
    @Override
    public int dayIn(YearMonth month) {
      if (day > month.lengthOfMonth()) {
        return NONE;
      }
      return switch (month.atDay(day).getDayOfWeek()) {
        case SATURDAY -> day == 1 ? 3 : day - 1;
        case SUNDAY -> day == month.lengthOfMonth() ? day - 2 : day + 1;
        default -> day;
      };
    }
  }

  /** {@code LW}: the last weekday. */
  record LastWeekday() implements CronDayRule {
    @Override
    public int dayIn(YearMonth month) {
      return new NearestWeekday(month.lengthOfMonth()).dayIn(month);
    }
  }

  /** {@code FRI#2}: the second Friday. */
  record Nth(DayOfWeek weekday, int nth) implements CronDayRule {
    @Override
    public int dayIn(YearMonth month) {
      LocalDate day = month.atDay(1).with(TemporalAdjusters.dayOfWeekInMonth(nth, weekday));
      return YearMonth.from(day).equals(month) ? day.getDayOfMonth() : NONE;
    }
  }

  /** {@code FRIL}: the last Friday. */
  record Last(DayOfWeek weekday) implements CronDayRule {
    @Override
    public int dayIn(YearMonth month) {
      return month.atDay(1).with(TemporalAdjusters.lastInMonth(weekday)).getDayOfMonth();
    }
  }
}
