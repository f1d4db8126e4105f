package io.millrace.engine.token;

import java.time.Instant;
import java.util.Set;

/**
 * A range of a job's tokens to run again. Only tokens whose last run has ended belong to it.
 *
 * @param first the earliest logical time
 * @param last the latest logical time, inclusive
 * @param steps only tokens of these steps
 */
public record TokenRange(
    long job, Instant first, Instant last, Set<String> steps, boolean onlyFailed) {}
