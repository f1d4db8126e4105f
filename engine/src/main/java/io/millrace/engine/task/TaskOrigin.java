package io.millrace.engine.task;

import java.time.Instant;

/**
 * Why a task exists.
 *
 * @param attemptNo 1 for the first attempt of a series; higher for its retries
 * @param token its token; null if it belongs to a user-site or an external caller
 * @param logicalTime the logical or planned time of its work; null if it has none
 */
public record TaskOrigin(int attemptNo, TaskReason reason, String token, Instant logicalTime) {}
