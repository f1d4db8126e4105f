package io.millrace.engine.job;

import java.time.Duration;

/**
 * What a cause does: something arrives at a step.
 *
 * @param job the number of the step's job
 * @param offset the step's logical time is that of the cause plus this
 * @param source the name of the arrival among those of the step: its reference as written, with
 *     {@code !} before it if it is a failure that arrives
 */
public record DownstreamStep(long job, String step, Duration offset, String source) {}
