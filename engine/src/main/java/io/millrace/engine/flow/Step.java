package io.millrace.engine.flow;

import java.util.Set;
import java.util.UUID;

/**
 * What a pool decided at once.
 *
 * @param reserved those granted on a reserve; the others were drawn
 */
record Step(Moved moved, Set<UUID> reserved) {

  boolean isEmpty() {
    return moved.released().isEmpty() && moved.granted().isEmpty();
  }

  boolean grants(UUID attemptUid) {
    return moved.granted().stream().anyMatch(lease -> lease.attemptUid().equals(attemptUid));
  }
}
