package io.millrace.engine.job;

import org.jspecify.annotations.Nullable;

/**
 * Selects jobs. An absent filter matches every job.
 *
 * @param search a part of {@code project/name}; upper and lower case do not matter
 * @param after the last job of the previous page
 */
public record JobQuery(
    @Nullable String project,
    @Nullable String name,
    @Nullable String search,
    @Nullable JobName after,
    int limit) {}
