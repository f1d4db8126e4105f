package io.millrace.engine.task;

import java.time.Instant;
import java.util.UUID;

/**
 * Which tasks are wanted, newest first.
 *
 * @param source null for any
 * @param start the earliest creation, inclusive
 * @param end the latest creation, exclusive
 * @param status null for any
 * @param collection null for any
 * @param after the last task of the page before; null for the first page
 */
public record TaskQuery(
    String source,
    Instant start,
    Instant end,
    Status status,
    String collection,
    int limit,
    UUID after) {}
