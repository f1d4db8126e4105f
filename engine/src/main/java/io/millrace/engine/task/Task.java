package io.millrace.engine.task;

import java.time.Duration;
import java.time.Instant;

/**
 * A task as its history knows it.
 *
 * @param createdAt when it was queued
 * @param startedAt when a channel was granted; null before
 * @param finishedAt when it ended; null before
 * @param deadline when it times out; null before it starts
 * @param worker who runs it or ran it; empty before it starts
 */
public record Task(
    TaskId id,
    int attemptNo,
    Status status,
    Reason reason,
    int priority,
    String system,
    String pool,
    Duration timeout,
    Instant createdAt,
    Instant startedAt,
    Instant finishedAt,
    Instant deadline,
    String worker,
    String message,
    String userMessage) {

  public long score() {
    return Priority.score(priority, createdAt);
  }

  /** The user-site this task belongs to. */
  public String owner() {
    return id.source() + '/' + id.collection();
  }
}
