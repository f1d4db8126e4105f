package io.millrace.engine.job;

import org.jspecify.annotations.Nullable;

/**
 * A change of one job.
 *
 * @param version the version of all jobs at this change
 * @param job absent if the job is gone
 */
public record JobChange(long number, long version, @Nullable Job job) {}
