package io.millrace.engine.flow;

import java.util.Set;
import java.util.UUID;

/**
 * What a pool decided at once.
 *
 * @param reserved those granted on a reserve; the others were drawn
 * @param expected how many of the others each system would have got by its probability alone, by
 *     its place in the config
 */
record AdmissionStep(ChannelsChanged moved, Set<UUID> reserved, double[] expected) {

  boolean isEmpty() {
    return moved.released().isEmpty() && moved.granted().isEmpty();
  }

  boolean grants(UUID attemptUid) {
    return moved.granted().stream().anyMatch(lease -> lease.attemptUid().equals(attemptUid));
  }
}
