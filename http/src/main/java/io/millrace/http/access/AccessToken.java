package io.millrace.http.access;

import io.millrace.http.endpoint.Caller;
import io.millrace.http.endpoint.Role;
import io.millrace.http.endpoint.WorkerBounds;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A token as it can be listed: everything but itself.
 *
 * @param keptIn where a node found it at its start; absent if the API made it
 * @param expiresAt absent if it never does
 * @param lastUsedAt to a minute or so; absent if it never was
 * @param bounds none unless it is a worker's
 */
record AccessToken(
    UUID id,
    String name,
    Role role,
    @Nullable String keptIn,
    Instant createdAt,
    String createdBy,
    @Nullable Instant expiresAt,
    @Nullable Instant lastUsedAt,
    WorkerBounds bounds) {

  static AccessTokenBuilder builder() {
    return new AccessTokenBuilder();
  }

  AccessTokenBuilder toBuilder() {
    return new AccessTokenBuilder(this);
  }

  boolean isExpired(Instant now) {
    return expiresAt != null && !now.isBefore(expiresAt);
  }

  Caller caller() {
    return new Caller(id, name, role, bounds);
  }
}
