package io.millrace.engine.worker;

import java.util.Collection;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/** Knows which attempts have ended. */
@FunctionalInterface
public interface EndedAttempts {

  /** Returns the ended attempts. An unknown attempt belongs to another installation. */
  CompletionStage<Set<UUID>> among(Collection<UUID> attempts);
}
