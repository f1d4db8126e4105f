package io.millrace.engine.worker;

import java.util.Collection;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/** Knows which attempts have ended. */
@FunctionalInterface
public interface EndedAttempts {

  /** Returns those that have ended. An attempt that nobody knows here belongs to somebody else. */
  CompletionStage<Set<UUID>> among(Collection<UUID> attempts);
}
