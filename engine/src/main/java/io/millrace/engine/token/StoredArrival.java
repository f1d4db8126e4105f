package io.millrace.engine.token;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An arrival as its token stores it.
 *
 * @param output the output of the upstream step, as JSON; absent if there is none
 * @param used whether a run has consumed it; only unused arrivals count
 */
public record StoredArrival(Instant at, Urgency urgency, @Nullable String output, boolean used) {

  StoredArrival asUsed() {
    return new StoredArrival(at, urgency, output, true);
  }

  /** Counts again, as if it had just arrived with this urgency. */
  StoredArrival countedAgain(Urgency newUrgency) {
    return new StoredArrival(at, newUrgency, output, false);
  }

  /** The same arrivals, by source; those of the named sources are used. */
  static Map<String, StoredArrival> markUsed(
      Map<String, StoredArrival> arrivals, List<String> sources) {
    Map<String, StoredArrival> after = new LinkedHashMap<>(arrivals);
    sources.forEach(source -> after.computeIfPresent(source, (s, input) -> input.asUsed()));
    return after;
  }
}
