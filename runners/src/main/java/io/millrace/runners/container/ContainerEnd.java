package io.millrace.runners.container;

import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.Outcome;
import java.util.Optional;

/**
 * How a container ended.
 *
 * @param exit the exit code
 * @param outOfMemory whether the engine says that something in it was killed for lack of memory
 * @param canceled whether Millrace has ended it
 * @param engineWasAway whether something else may have ended it
 */
record ContainerEnd(long exit, boolean outOfMemory, boolean canceled, boolean engineWasAway) {
  private static final long KILLED = 137;

  /**
   * The outcome, if it was killed. A program that ends well counts as such, although one of its own
   * processes may have been killed.
   *
   * @param memory its limit, in bytes
   */
  Optional<Outcome> killed(long memory) {
    if (canceled || exit == 0) {
      return Optional.empty();
    }
    boolean killed = exit == KILLED;
    if (killed && engineWasAway && !outOfMemory) {
      return Optional.of(
          Outcome.error("The container was killed while the engine was away")
              .because(FailureKind.STOPPED));
    }
    return killed || outOfMemory ? Optional.of(outOfMemory(killed, memory)) : Optional.empty();
  }

  /** Some engines do not say why a container was killed. Millrace itself did not do it. */
  private static Outcome outOfMemory(boolean killed, long memory) {
    String limit = "more memory than its limit of " + MemorySize.text(memory);
    return Outcome.failure(
            killed
                ? "exit code " + KILLED + ": it was killed, most likely because it used " + limit
                : "It used " + limit)
        .because(FailureKind.OUT_OF_MEMORY);
  }
}
