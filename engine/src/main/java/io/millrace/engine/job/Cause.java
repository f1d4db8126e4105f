package io.millrace.engine.job;

/**
 * What can set a step off: a trigger that fired, or a step that ended.
 *
 * @param job the number of its job
 * @param failed whether it is the failure of the step
 */
public record Cause(long job, Reference.Kind kind, String name, boolean failed) {

  public static Cause fired(long job, String trigger) {
    return new Cause(job, Reference.Kind.TRIGGER, trigger, false);
  }

  public static Cause ended(long job, String step, boolean failed) {
    return new Cause(job, Reference.Kind.STEP, step, failed);
  }
}
