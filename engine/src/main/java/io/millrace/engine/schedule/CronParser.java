package io.millrace.engine.schedule;

import io.millrace.engine.input.InvalidInputException;
import java.time.DayOfWeek;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Parses a cron line. Written here rather than taken from a library, for plain error texts. */
final class CronParser {
  private static final Map<String, String> NAMES =
      Map.of(
          "@yearly", "0 0 1 1 *",
          "@annually", "0 0 1 1 *",
          "@monthly", "0 0 1 * *",
          "@weekly", "0 0 * * 0",
          "@daily", "0 0 * * *",
          "@midnight", "0 0 * * *",
          "@hourly", "0 * * * *");
  private static final Set<String> EVERY_DAY = Set.of("*", "?", "*/1");

  private final CronField weekday;
  private final List<CronDayRule> picks = new ArrayList<>();

  private CronParser(CronField weekday) {
    this.weekday = weekday;
  }

  static CronExpression parse(String text) {
    String line = String.join(" ", text.strip().split("\\s+"));
    try {
      if (!line.startsWith("@")) {
        String upper = line.toUpperCase(Locale.ROOT);
        return read(upper, upper);
      }
      String name = line.toLowerCase(Locale.ROOT);
      String named = NAMES.get(name);
      if (named == null) {
        throw new IllegalArgumentException(
            "is not one of @yearly, @annually, @monthly, @weekly, @daily, @midnight, @hourly");
      }
      return read(name, named);
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException("cron", text, String.valueOf(e.getMessage()));
    }
  }

  private static CronExpression read(String text, String line) {
    List<String> fields = new ArrayList<>(List.of(line.split(" ")));
    boolean unix = fields.size() == 5;
    if (fields.size() < 5 || fields.size() > 7) {
      throw new IllegalArgumentException(
          line.isEmpty() ? "is empty" : "has " + fields.size() + " fields, not 5, 6 or 7");
    }
    if (unix) {
      fields.add(0, "0");
    }
    if (fields.size() == 6) {
      fields.add("*");
    }
    CronTimes times =
        new CronTimes(
            bits(CronField.SECOND.values(fields.get(0))),
            bits(CronField.MINUTE.values(fields.get(1))),
            bits(CronField.HOUR.values(fields.get(2))));
    CronField weekday = unix ? CronField.UNIX_WEEKDAY : CronField.QUARTZ_WEEKDAY;
    return new CronExpression(text, new CronParser(weekday).days(fields, unix), times);
  }

  private CronDays days(List<String> fields, boolean unix) {
    String dayOfMonth = fields.get(3);
    String dayOfWeek = fields.get(5);
    boolean everyDayOfMonth = EVERY_DAY.contains(dayOfMonth);
    boolean everyWeekday = EVERY_DAY.contains(dayOfWeek);
    if (!unix && !everyDayOfMonth && !everyWeekday) {
      throw new IllegalArgumentException(
          "has both a day of month and a day of week: use ? for one of them");
    }
    long daysOfMonth = everyDayOfMonth ? 0 : daysOfMonth(dayOfMonth);
    long weekdays = everyWeekday ? 0 : weekdays(dayOfWeek);
    boolean everyDay = everyDayOfMonth && everyWeekday;
    String year = fields.get(6);
    return new CronDays(
        everyDay ? CronDays.ALL_DAYS : daysOfMonth,
        weekdays,
        List.copyOf(picks),
        bits(CronField.MONTH.values(fields.get(4))),
        year.equals("*") ? Set.of() : Set.copyOf(CronField.YEAR.values(year)));
  }

  private long daysOfMonth(String field) {
    long days = 0;
    for (String item : CronField.items(field)) {
      if (item.equals("L")) {
        picks.add(new CronDayRule.BeforeLast(0));
      } else if (item.equals("LW")) {
        picks.add(new CronDayRule.LastWeekday());
      } else if (item.startsWith("L-")) {
        picks.add(new CronDayRule.BeforeLast(CronField.DAY_OF_MONTH.value(item.substring(2))));
      } else if (item.endsWith("W")) {
        picks.add(new CronDayRule.NearestWeekday(CronField.DAY_OF_MONTH.value(beforeLast(item))));
      } else {
        days |= bits(CronField.DAY_OF_MONTH.item(item));
      }
    }
    return days;
  }

  private long weekdays(String field) {
    long days = 0;
    for (String item : CronField.items(field)) {
      int nth = item.indexOf('#');
      if (item.equals("L")) {
        days |= bits(weekday.item("SAT"));
      } else if (item.endsWith("L")) {
        picks.add(new CronDayRule.Last(weekday(beforeLast(item))));
      } else if (nth >= 0 && !item.substring(nth + 1).matches("[1-5]")) {
        throw weekday.refused(item, "must have a number from 1 to 5 after #");
      } else if (nth >= 0) {
        int number = item.charAt(nth + 1) - '0';
        picks.add(new CronDayRule.Nth(weekday(item.substring(0, nth)), number));
      } else {
        days |= bits(weekday.item(item));
      }
    }
    return days >> weekday.min();
  }

  private DayOfWeek weekday(String text) {
    return DayOfWeek.SUNDAY.plus(weekday.value(text) - weekday.min());
  }

  private static String beforeLast(String item) {
    return item.substring(0, item.length() - 1);
  }

  private static long bits(Collection<Integer> values) {
    return values.stream().mapToLong(value -> 1L << value).reduce(0, (a, b) -> a | b);
  }
}
