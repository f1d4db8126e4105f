package io.millrace.engine.task;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Why a task exists.
 *
 * @param attemptNo 1 for the first attempt of a series; higher for its retries
 * @param token its token; absent if it belongs to a user-site or an external caller
 * @param logicalTime the logical or planned time of its work; absent if it has none
 */
public record TaskOrigin(
    int attemptNo, TaskReason reason, @Nullable String token, @Nullable Instant logicalTime) {}
