package io.millrace.engine.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * One field of a cron line, with its allowed values.
 *
 * @param max the largest number that may be written
 * @param last the value after which a range such as {@code 22-4} or {@code FRI-MON} continues at
 *     {@code min}. It is below {@code max} only where 7 also means Sunday
 * @param names the names of the values, from {@code min} on
 */
record CronField(String name, int min, int max, int last, List<String> names) {
  private static final Pattern ITEM =
      Pattern.compile("(\\*|[A-Z0-9]+)(?:-([A-Z0-9]+))?(?:/([0-9]+))?");
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,4}");
  private static final List<String> WEEKDAYS =
      List.of("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT");

  static final CronField SECOND = plain("second", 0, 59);
  static final CronField MINUTE = plain("minute", 0, 59);
  static final CronField HOUR = plain("hour", 0, 23);
  static final CronField DAY_OF_MONTH = plain("day of month", 1, 31);
  static final CronField MONTH =
      new CronField(
          "month",
          1,
          12,
          12,
          List.of(
              "JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"));
  static final CronField UNIX_WEEKDAY = new CronField("day of week", 0, 7, 6, WEEKDAYS);
  static final CronField QUARTZ_WEEKDAY = new CronField("day of week", 1, 7, 7, WEEKDAYS);
  static final CronField YEAR = plain("year", 1970, 2099);

  private static CronField plain(String name, int min, int max) {
    return new CronField(name, min, max, max, List.of());
  }

  /** The values of a whole field: a list of {@code *}, {@code 5}, {@code 1-5}, {@code 0/10}. */
  Set<Integer> values(String text) {
    return items(text).stream().flatMap(item -> item(item).stream()).collect(Collectors.toSet());
  }

  /** The parts of a list. Empty parts are kept, so that they can be refused. */
  static List<String> items(String text) {
    return List.of(text.split(",", -1));
  }

  /** The values of one part of a list. */
  List<Integer> item(String text) {
    Matcher parts = ITEM.matcher(text);
    if (!parts.matches() || text.startsWith("*-")) {
      throw refused(text, "is not a value, a range or a step");
    }
    boolean all = parts.group(1).equals("*");
    boolean stepped = parts.group(3) != null;
    int from = all ? min : value(parts.group(1));
    int to = from;
    if (parts.group(2) != null) {
      to = value(parts.group(2));
    } else if (all || stepped) {
      to = Math.max(from, last);
    }
    return range(text, from, to, stepped ? step(text, parts.group(3)) : 1);
  }

  private List<Integer> range(String text, int from, int to, int step) {
    if (to < from && this == YEAR) {
      throw refused(text, "ends before it begins");
    }
    int round = last - min + 1;
    List<Integer> values = new ArrayList<>();
    IntStream.iterate(from, value -> value <= (to < from ? to + round : to), value -> value + step)
        .forEach(value -> values.add(value > last ? value - round : value));
    return values;
  }

  private int step(String text, String digits) {
    int round = last - min + 1;
    int step = digits.length() > 4 ? Integer.MAX_VALUE : Integer.parseInt(digits);
    if (step < 1 || step > round) {
      throw refused(text, "has a step that is not between 1 and " + round);
    }
    return step;
  }

  /** One value: a number or a name. */
  int value(String text) {
    int named = names.indexOf(text);
    if (named >= 0) {
      return min + named;
    }
    int number = NUMBER.matcher(text).matches() ? Integer.parseInt(text) : -1;
    if (number < min || number > max) {
      throw refused(
          text,
          "is not between "
              + min
              + " and "
              + max
              + (names.isEmpty() ? "" : " or one of " + String.join(", ", names)));
    }
    return number;
  }

  IllegalArgumentException refused(String text, String reason) {
    return new IllegalArgumentException(
        text.isEmpty() ? name + " has an empty part" : name + " " + text + " " + reason);
  }
}
