package io.millrace.engine.task;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * When a task was queued, started and ended.
 *
 * @param createdAt when it was queued
 * @param timeout how long it may run
 * @param startedAt when a channel was granted; absent before
 * @param deadline when it times out; absent before it starts
 * @param finishedAt when it ended; absent before
 */
public record TaskTimes(
    Instant createdAt,
    Duration timeout,
    @Nullable Instant startedAt,
    @Nullable Instant deadline,
    @Nullable Instant finishedAt) {

  static TaskTimes queued(Instant at, Duration timeout) {
    return new TaskTimes(at, timeout, null, null, null);
  }
}
