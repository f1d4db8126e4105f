package io.millrace.engine.flow;

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

  Lease heldBy(String other) {
    return new Lease(attemptUid, owner, attemptNo, system, other, grantedAt, deadline);
  }
}
