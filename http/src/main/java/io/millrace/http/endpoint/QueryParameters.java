package io.millrace.http.endpoint;

import io.millrace.engine.input.Durations;
import io.millrace.engine.input.FieldError;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.input.JsonDocument;
import io.millrace.engine.input.WordList;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads the parameters of a request, and gathers everything that is wrong with them. */
public final class QueryParameters {
  private static final String NO_TIME = "is not an ISO-8601 time such as 2026-01-31T06:00:00Z";
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

  private final Map<String, String> parameters;
  private final List<FieldError> errors = new ArrayList<>();

  /**
   * @param known the parameters there are: any other is an error, for it would be ignored silently
   */
  public QueryParameters(Map<String, String> parameters, Set<String> known) {
    this.parameters = parameters;
    for (String name : parameters.keySet()) {
      if (!known.contains(name)) {
        errors.add(new FieldError(name, parameters.get(name), "unknown parameter"));
      }
    }
  }

  /** Empty if it is absent: {@link #check} then refuses the request. */
  public String required(String name) {
    String value = parameters.get(name);
    if (value == null || value.isEmpty()) {
      errors.add(new FieldError(name, value, "is required"));
    }
    String given = optional(name);
    return given == null ? "" : given;
  }

  public @Nullable String optional(String name) {
    String value = parameters.get(name);
    if (value != null && !JsonDocument.isStorable(value)) {
      errors.add(new FieldError(name, value, "has NUL in it"));
    }
    return value;
  }

  /** Absent if it is absent or wrong: {@link #check} then refuses the request. */
  public @Nullable Instant requiredTime(String name) {
    return required(name).isEmpty() ? null : time(name);
  }

  public @Nullable Instant time(String name) {
    return read(name, QueryParameters::toTime, NO_TIME);
  }

  private static Instant toTime(String text) {
    OffsetDateTime time = OffsetDateTime.parse(text.replace(' ', '+'));
    checkYear(time.getYear());
    return time.toInstant();
  }

  /** A time of a body. */
  public static Instant timeOf(String text) {
    try {
      return toTime(text);
    } catch (DateTimeException | IllegalArgumentException wrong) {
      throw new InvalidInputException("time", text, NO_TIME);
    }
  }

  public @Nullable LocalDate day(String name) {
    return read(
        name,
        value -> {
          LocalDate day = LocalDate.parse(value);
          checkYear(day.getYear());
          return day;
        },
        "is not a day such as 2026-01-31");
  }

  /** The database ends before the calendar does. */
  private static void checkYear(int year) {
    if (year < 1 || year > 9999) {
      throw new IllegalArgumentException();
    }
  }

  /** How many entries the page has. */
  public int limit(PageSize size) {
    return number("limit", 1, size.most(), size.usual());
  }

  public int number(String name, int least, int most, int otherwise) {
    return (int) number(name, (long) least, most, otherwise);
  }

  public long number(String name, long least, long most, long otherwise) {
    Long number =
        read(
            name,
            value -> {
              long n = Long.parseLong(value);
              if (n < least || n > most) {
                throw new IllegalArgumentException();
              }
              return n;
            },
            "is not a whole number from " + least + " to " + most);
    return number == null ? otherwise : number;
  }

  /** False if it is absent. */
  public boolean flag(String name) {
    List<Boolean> both = List.of(true, false);
    return Boolean.TRUE.equals(
        read(name, text -> WordList.read(both, String::valueOf, name, text)));
  }

  /** How long a request may wait: such as {@code 20s}, or seconds. */
  public @Nullable Duration wait(String name) {
    return read(name, QueryParameters::toWait);
  }

  private static Duration toWait(String text) {
    Duration wait = Durations.parse(text.matches("\\d{1,5}") ? text + "s" : text);
    if (wait.isNegative() || wait.compareTo(LONGEST_WAIT) > 0) {
      throw new InvalidInputException("wait", text, "is not a duration from 0s to 60s");
    }
    return wait;
  }

  /** For {@link #read}: the text itself, if it is a good one. */
  public static String accepted(String text, Predicate<String> isGood) {
    if (!isGood.test(text)) {
      throw new IllegalArgumentException(text);
    }
    return text;
  }

  /** Absent if it is absent or wrong; wrong is remembered. */
  public <T> @Nullable T read(String name, Function<String, T> reader, String reason) {
    String value = parameters.get(name);
    if (value == null) {
      return null;
    }
    try {
      return reader.apply(value);
    } catch (DateTimeException | IllegalArgumentException wrong) {
      errors.add(new FieldError(name, value, reason));
      return null;
    }
  }

  /** The same for a reader that throws its own field error. */
  public <T> @Nullable T read(String name, Function<String, T> reader) {
    String value = parameters.get(name);
    try {
      return value == null ? null : reader.apply(value);
    } catch (InvalidInputException wrong) {
      wrong.errors().forEach(error -> errors.add(new FieldError(name, value, error.reason())));
      return null;
    }
  }

  /** Refuses two ends of a period that are the wrong way round. */
  public void checkOrder(
      String first, @Nullable Instant start, String last, @Nullable Instant end) {
    if (start != null && end != null && start.isAfter(end)) {
      errors.addAll(reversed(first, start, last, end));
    }
  }

  /** Errors for a period that ends before it begins: each names the other time. */
  public static List<FieldError> reversed(String first, Instant start, String last, Instant end) {
    return List.of(
        new FieldError(first, start.toString(), "must not be after " + last + ", " + end),
        new FieldError(last, end.toString(), "must not be before " + first + ", " + start));
  }

  /** Call it once all parameters were read. */
  public void check() {
    if (!errors.isEmpty()) {
      throw new InvalidInputException(errors);
    }
  }
}
