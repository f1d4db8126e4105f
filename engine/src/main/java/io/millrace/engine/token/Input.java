package io.millrace.engine.token;

import java.time.Instant;

/**
 * Something that arrived at a token.
 *
 * @param output what the step that ended had to say, as JSON; null if it said nothing
 * @param used whether it has made the step run already; if not, it counts
 */
public record Input(Instant at, Urgency urgency, String output, boolean used) {

  Input asUsed() {
    return new Input(at, urgency, output, true);
  }

  /** As if it had arrived once more, for this reason. */
  Input again(Urgency because) {
    return new Input(at, because, output, false);
  }
}
