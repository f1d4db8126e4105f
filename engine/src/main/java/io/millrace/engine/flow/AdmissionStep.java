package io.millrace.engine.flow;

import java.util.Set;
import java.util.UUID;

/**
 * The result of one admission step.
 *
 * @param moved the channels that were released and granted
 * @param reserved the attempts granted on a reserve; the others were drawn
 * @param expected the expected number of draws of each system by its probability, in the order of
 *     the config
 */
record AdmissionStep(ChannelsChanged moved, Set<UUID> reserved, double[] expected) {

  boolean isEmpty() {
    return moved.released().isEmpty() && moved.granted().isEmpty();
  }

  boolean grants(UUID attemptUid) {
    return moved.granted().stream().anyMatch(lease -> lease.attemptUid().equals(attemptUid));
  }
}
