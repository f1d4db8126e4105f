package io.millrace.engine.job;

/**
 * A job that is another one than before.
 *
 * @param version of all jobs, as of this change
 * @param job null if it is gone
 */
public record JobChange(long number, long version, Job job) {}
