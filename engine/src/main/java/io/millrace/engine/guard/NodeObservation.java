package io.millrace.engine.guard;

import java.util.Set;

/**
 * What one look at the database shows of the nodes.
 *
 * @param fenced whether this node itself is fenced
 * @param freed the other nodes whose lock was held when this session looked before, and is free now
 * @param connected those of them that still have a session which waits for its client
 */
record NodeObservation(boolean fenced, Set<String> freed, Set<String> connected) {

  /** What is known of another node's lock. */
  LifeSigns.LifeLock lock(String node) {
    return freed.contains(node) ? LifeSigns.LifeLock.FREED : LifeSigns.LifeLock.NOT_FREED;
  }
}
