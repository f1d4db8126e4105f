package io.millrace.engine.task;

import java.time.Duration;
import java.time.Instant;

/**
 * When a task was queued, started and ended.
 *
 * @param createdAt when it was queued
 * @param timeout how long it may run
 * @param startedAt when a channel was granted; null before
 * @param deadline when it times out; null before it starts
 * @param finishedAt when it ended; null before
 */
public record TaskTimes(
    Instant createdAt, Duration timeout, Instant startedAt, Instant deadline, Instant finishedAt) {

  static TaskTimes queued(Instant at, Duration timeout) {
    return new TaskTimes(at, timeout, null, null, null);
  }
}
