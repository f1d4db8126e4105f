package io.millrace.engine.token;

import java.util.List;

/**
 * What follows the end of a run, and has not arrived everywhere yet.
 *
 * @param output what the step had to say, as JSON; null if it said nothing
 * @param version of the jobs that this follows from
 */
public record Delivery(Urgency urgency, String output, long version, List<Target> targets) {

  /** Where something arrives, and as what. */
  public record Target(TokenId token, String source) {}

  public Delivery {
    targets = List.copyOf(targets);
  }

  Arrival arrival(Target target) {
    return new Arrival(
        target.source(), urgency.reason(), urgency.priority(), output, version, urgency.order());
  }
}
