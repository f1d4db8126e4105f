package io.millrace.engine.schedule;

import java.time.LocalTime;
import java.util.Optional;

/** The times of day of a cron line, one bit for each second, minute and hour. */
record CronTimes(long seconds, long minutes, long hours) {

  /** The first matching time at or after {@code from}. */
  Optional<LocalTime> nextFrom(LocalTime from) {
    for (int hour = next(hours, from.getHour()); hour >= 0; hour = next(hours, hour + 1)) {
      boolean thisHour = hour == from.getHour();
      int minute = next(minutes, thisHour ? from.getMinute() : 0);
      while (minute >= 0) {
        boolean thisMinute = thisHour && minute == from.getMinute();
        int second = next(seconds, thisMinute ? from.getSecond() : 0);
        if (second >= 0) {
          return Optional.of(LocalTime.of(hour, minute, second));
        }
        minute = next(minutes, minute + 1);
      }
    }
    return Optional.empty();
  }

  /** The first set bit at or after {@code from}, which must be below 64; -1 if there is none. */
  static int next(long bits, int from) {
    long rest = bits >>> from << from;
    return rest == 0 ? -1 : Long.numberOfTrailingZeros(rest);
  }
}
