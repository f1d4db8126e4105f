package io.millrace.engine.token;

import java.time.Instant;
import java.util.Set;

/**
 * The tokens of a job that are to run again, of those whose last run has come to its end.
 *
 * @param first the earliest logical time
 * @param last the latest logical time, which is in it
 * @param steps of these only
 */
public record TokenRange(
    long job, Instant first, Instant last, Set<String> steps, boolean onlyFailed) {}
