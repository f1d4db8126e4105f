package io.millrace.engine.source;

import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.schedule.Durations;
import io.millrace.engine.schedule.Schedule;
import io.millrace.engine.task.Run;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Something of a source that is kept fresh by running tasks.
 *
 * @param schedule null = by hand only
 * @param timeout how long one task may take
 * @param system whose share of the channels its tasks use
 * @param pool the pool of channels its tasks run in
 */
public record Collection(
    CollectionId id, Schedule schedule, Run run, Duration timeout, String system, String pool) {
  public static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(10);
  public static final String DEFAULT_SYSTEM = "DEFAULT";
  public static final String DEFAULT_POOL = "default";

  public Collection {
    if (timeout.isNegative() || timeout.isZero()) {
      throw new InvalidInputException("timeout", Durations.format(timeout), "must be more than 0");
    }
    checkLabel("system", system);
    checkLabel("pool", pool);
  }

  public String source() {
    return id.source();
  }

  public String name() {
    return id.collection();
  }

  /** The next planned time after {@code t}; empty if it runs by hand only or never again. */
  public Optional<Instant> nextAfter(Instant t) {
    return schedule == null ? Optional.empty() : schedule.nextAfter(t);
  }

  static String checkLabel(String field, String text) {
    if (text.isBlank() || text.length() > 100) {
      throw new InvalidInputException(field, text, "must be 1 to 100 characters, not all blank");
    }
    return text;
  }
}
