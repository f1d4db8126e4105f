package io.millrace.engine.token;

import java.time.Instant;

/**
 * Something that arrived at a token.
 *
 * @param output what the step that ended had to say, as JSON; null if it said nothing
 * @param used whether it has made the step run already; if not, it counts
 */
public record StoredArrival(Instant at, Urgency urgency, String output, boolean used) {

  StoredArrival asUsed() {
    return new StoredArrival(at, urgency, output, true);
  }

  /** As if it had arrived once more, for this reason. */
  StoredArrival countedAgain(Urgency because) {
    return new StoredArrival(at, because, output, false);
  }
}
