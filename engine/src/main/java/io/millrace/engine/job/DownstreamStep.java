package io.millrace.engine.job;

import java.time.Duration;

/**
 * A step that an event arrives at.
 *
 * @param job the number of the step's job
 * @param offset the step's logical time is that of the event plus this
 * @param source the name of the arrival at the step: its reference as written, with a leading
 *     {@code !} if it waits for a failure
 */
public record DownstreamStep(long job, String step, Duration offset, String source) {}
