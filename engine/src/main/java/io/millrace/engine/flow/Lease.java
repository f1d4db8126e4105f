package io.millrace.engine.flow;

import java.time.Instant;
import java.util.UUID;

/** A channel in use: bound to one attempt and its worker, and never longer than its deadline. */
public record Lease(
    UUID attemptUid,
    String owner,
    int attemptNo,
    String system,
    String worker,
    Instant grantedAt,
    Instant deadline) {}
