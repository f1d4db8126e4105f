package io.millrace.engine.job;

/**
 * Selects jobs. A null filter matches every job.
 *
 * @param search a part of {@code project/name}; upper and lower case do not matter
 * @param after the last job of the previous page
 */
public record JobQuery(String project, String name, String search, JobName after, int limit) {}
