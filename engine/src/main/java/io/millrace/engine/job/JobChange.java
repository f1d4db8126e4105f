package io.millrace.engine.job;

/**
 * A change of one job.
 *
 * @param version the version of all jobs at this change
 * @param job null if the job is gone
 */
public record JobChange(long number, long version, Job job) {}
