package io.millrace.engine.job;

/**
 * A reference of a step.
 *
 * @param path the place of the reference in the document; empty if there is no document
 * @param failed whether the step waits for the failure
 */
record StepLink(String path, String step, boolean failed, Reference reference) {

  /** Whether the other step must have ended at the same logical time. */
  boolean isAtSameTime() {
    return reference.kind() == Reference.Kind.STEP && reference.offset().isZero();
  }
}
