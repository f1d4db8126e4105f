package io.millrace.http.access;

import static java.util.Objects.requireNonNull;

import io.millrace.http.endpoint.Role;
import io.millrace.http.endpoint.WorkerBounds;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Names the parts of an {@link AccessToken}. Parts that can be absent may be left out. */
final class AccessTokenBuilder {
  private @Nullable UUID id;
  private @Nullable String name;
  private @Nullable Role role;
  private @Nullable String keptIn;
  private @Nullable Instant createdAt;
  private @Nullable String createdBy;
  private @Nullable Instant expiresAt;
  private @Nullable Instant lastUsedAt;
  private @Nullable WorkerBounds bounds;

  AccessTokenBuilder() {}

  AccessTokenBuilder(AccessToken from) {
    id = from.id();
    name = from.name();
    role = from.role();
    keptIn = from.keptIn();
    createdAt = from.createdAt();
    createdBy = from.createdBy();
    expiresAt = from.expiresAt();
    lastUsedAt = from.lastUsedAt();
    bounds = from.bounds();
  }

  AccessTokenBuilder id(UUID id) {
    this.id = id;
    return this;
  }

  AccessTokenBuilder name(String name) {
    this.name = name;
    return this;
  }

  AccessTokenBuilder role(Role role) {
    this.role = role;
    return this;
  }

  AccessTokenBuilder keptIn(@Nullable String keptIn) {
    this.keptIn = keptIn;
    return this;
  }

  AccessTokenBuilder createdAt(Instant createdAt) {
    this.createdAt = createdAt;
    return this;
  }

  AccessTokenBuilder createdBy(String createdBy) {
    this.createdBy = createdBy;
    return this;
  }

  AccessTokenBuilder expiresAt(@Nullable Instant expiresAt) {
    this.expiresAt = expiresAt;
    return this;
  }

  AccessTokenBuilder lastUsedAt(@Nullable Instant lastUsedAt) {
    this.lastUsedAt = lastUsedAt;
    return this;
  }

  AccessTokenBuilder bounds(WorkerBounds bounds) {
    this.bounds = bounds;
    return this;
  }

  AccessToken build() {
    return new AccessToken(
        requireNonNull(id, "id"),
        requireNonNull(name, "name"),
        requireNonNull(role, "role"),
        keptIn,
        requireNonNull(createdAt, "createdAt"),
        requireNonNull(createdBy, "createdBy"),
        expiresAt,
        lastUsedAt,
        requireNonNull(bounds, "bounds"));
  }
}
