package io.millrace.engine.job;

/**
 * What can set a step off: a trigger that fired, or a step that ended.
 *
 * @param job the number of its job
 * @param failed whether it is the failure of the step
 */
public record UpstreamEvent(long job, Reference.Kind kind, String name, boolean failed) {

  public static UpstreamEvent fired(long job, String trigger) {
    return new UpstreamEvent(job, Reference.Kind.TRIGGER, trigger, false);
  }

  public static UpstreamEvent ended(long job, String step, boolean failed) {
    return new UpstreamEvent(job, Reference.Kind.STEP, step, failed);
  }
}
