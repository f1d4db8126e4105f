package io.millrace.engine.token;

import java.util.List;

/**
 * What follows the end of a run, and has not arrived everywhere yet.
 *
 * @param output what the step had to say, as JSON; null if it said nothing
 * @param version of the jobs that this follows from
 */
public record DownstreamDelivery(
    Urgency urgency, String output, long version, List<ArrivalTarget> targets) {

  /** Where something arrives, and as what. */
  public record ArrivalTarget(TokenId token, String source) {}

  public DownstreamDelivery {
    targets = List.copyOf(targets);
  }

  Arrival arrival(ArrivalTarget target) {
    return new Arrival(
        target.source(), urgency.reason(), urgency.priority(), output, version, urgency.order());
  }
}
