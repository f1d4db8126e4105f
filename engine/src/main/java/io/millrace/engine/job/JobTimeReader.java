package io.millrace.engine.job;

import io.millrace.engine.input.Durations;
import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.InvalidInputException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Reads times and durations of a job, within the limits of the database. */
final class JobTimeReader {
  private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999Z");

  private JobTimeReader() {}

  /** Logical times are stored to the millisecond, so durations added to them must be as well. */
  static Duration requireWholeMillis(Duration duration) {
    if (duration.getNano() % 1_000_000 != 0) {
      throw new InvalidInputException(
          "duration", Durations.format(duration), "is not a whole number of milliseconds");
    }
    return duration;
  }

  static Optional<Instant> read(InputNode node) {
    Optional<Instant> time = node.time();
    Optional<Instant> storable = time.filter(t -> !t.isBefore(EARLIEST) && !t.isAfter(LATEST));
    if (time.isPresent() && storable.isEmpty()) {
      node.refuse("must be within the years 1 to 9999");
    }
    return storable;
  }
}
