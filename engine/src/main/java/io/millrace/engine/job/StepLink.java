package io.millrace.engine.job;

/**
 * One thing that a step of a job waits for.
 *
 * @param path where the reference stands in the document; empty if nobody needs to know
 * @param failed whether the step waits for the failure
 */
record StepLink(String path, String step, boolean failed, Reference reference) {

  /** Whether the other step must have ended at the same logical time. */
  boolean isAtSameTime() {
    return reference.kind() == Reference.Kind.STEP && reference.offset().isZero();
  }
}
