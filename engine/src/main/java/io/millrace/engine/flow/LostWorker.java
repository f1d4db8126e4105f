package io.millrace.engine.flow;

import java.time.Instant;
import java.util.Set;
import java.util.UUID;

/**
 * A worker that was lost while it ran something.
 *
 * @param at when the pool noticed
 * @param attempts what it ran in this pool
 */
public record LostWorker(String worker, String pool, Instant at, Set<UUID> attempts) {
  public LostWorker {
    attempts = Set.copyOf(attempts);
  }
}
