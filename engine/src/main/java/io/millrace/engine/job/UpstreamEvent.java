package io.millrace.engine.job;

/**
 * An event that a step can wait for: a trigger fired, or a step ended.
 *
 * @param job the number of its job
 * @param failed whether the step failed
 */
public record UpstreamEvent(long job, Reference.Kind kind, String name, boolean failed) {

  public static UpstreamEvent fired(long job, String trigger) {
    return new UpstreamEvent(job, Reference.Kind.TRIGGER, trigger, false);
  }

  public static UpstreamEvent ended(long job, String step, boolean failed) {
    return new UpstreamEvent(job, Reference.Kind.STEP, step, failed);
  }
}
