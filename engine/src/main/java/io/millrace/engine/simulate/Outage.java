package io.millrace.engine.simulate;

import io.millrace.engine.input.InvalidInputException;
import java.time.Instant;

/**
 * A site or a node that does not work for a while.
 *
 * @param name of the site or node; {@link #ALL_NODES} for the whole installation
 * @param from inclusive
 * @param to exclusive
 */
public record Outage(OutageKind kind, String name, Instant from, Instant to) {
  /** The name of all nodes together. */
  public static final String ALL_NODES = "*";

  /** What is down. */
  public enum OutageKind {
    SITE,
    NODE
  }

  public Outage {
    if (!from.isBefore(to)) {
      throw new InvalidInputException("outage.to", to.toString(), "must be after its from");
    }
  }

  boolean isOfSite(String source, Instant at) {
    return kind == OutageKind.SITE && name.equals(source) && contains(at);
  }

  /** Whether any of it is simulated. */
  boolean isWithin(SimulatedTime time) {
    return from.isBefore(time.until()) && to.isAfter(time.from());
  }

  boolean contains(Instant at) {
    return !at.isBefore(from) && at.isBefore(to);
  }

  /** Whether nothing runs at all: no plan, no trigger, no wake-up. */
  boolean isOfAllNodes() {
    return kind == OutageKind.NODE && name.equals(ALL_NODES);
  }
}
