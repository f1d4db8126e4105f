package io.millrace.engine.job;

/**
 * Which jobs are wanted; what is null does not matter.
 *
 * @param search a part of {@code project/name}, in upper or lower case
 * @param after the last one of the page before
 */
public record JobQuery(String project, String name, String search, JobName after, int limit) {}
