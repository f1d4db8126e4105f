package io.millrace.engine.token;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The arrivals that the end of a run causes, until all targets have stored them.
 *
 * @param output the output of the step, as JSON; absent if there is none
 * @param version of the jobs by which the targets were found
 */
public record DownstreamDelivery(
    Urgency urgency, @Nullable String output, long version, List<ArrivalTarget> targets) {

  /** The token that receives an arrival, and the name of the arrival there. */
  public record ArrivalTarget(TokenId token, String source) {}

  public DownstreamDelivery {
    targets = List.copyOf(targets);
  }

  /** A delivery without targets is done, and not appended. */
  List<DownstreamDelivery> appendTo(List<DownstreamDelivery> undelivered) {
    List<DownstreamDelivery> all = new ArrayList<>(undelivered);
    if (!targets.isEmpty()) {
      all.add(this);
    }
    return all;
  }

  Arrival arrival(ArrivalTarget target) {
    return new Arrival(
        target.source(), urgency.reason(), urgency.priority(), output, version, urgency.order());
  }
}
