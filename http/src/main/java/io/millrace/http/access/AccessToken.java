package io.millrace.http.access;

import io.millrace.http.endpoint.Caller;
import io.millrace.http.endpoint.Role;
import io.millrace.http.endpoint.WorkerBounds;
import java.time.Instant;
import java.util.UUID;

/**
 * A token as it can be listed: everything but itself.
 *
 * @param keptIn where a node found it at its start; null if the API made it
 * @param expiresAt null if it never does
 * @param lastUsedAt to a minute or so; null if it never was
 * @param bounds none unless it is a worker's
 */
record AccessToken(
    UUID id,
    String name,
    Role role,
    String keptIn,
    Instant createdAt,
    String createdBy,
    Instant expiresAt,
    Instant lastUsedAt,
    WorkerBounds bounds) {

  boolean isExpired(Instant now) {
    return expiresAt != null && !now.isBefore(expiresAt);
  }

  Caller caller() {
    return new Caller(id, name, role, bounds);
  }
}
