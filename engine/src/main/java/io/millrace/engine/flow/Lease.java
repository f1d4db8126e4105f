package io.millrace.engine.flow;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/** A channel in use. It belongs to one attempt and its worker, until the deadline at the latest. */
public record Lease(
    UUID attemptUid,
    String owner,
    int attemptNo,
    String system,
    String worker,
    Instant grantedAt,
    Instant deadline) {

  /** The time until the deadline; zero if it has passed. */
  public Duration left(Instant now) {
    return now.isBefore(deadline) ? Duration.between(now, deadline) : Duration.ZERO;
  }

  Lease heldBy(String other) {
    return new Lease(attemptUid, owner, attemptNo, system, other, grantedAt, deadline);
  }
}
