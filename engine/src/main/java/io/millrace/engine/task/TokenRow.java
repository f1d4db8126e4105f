package io.millrace.engine.task;

import java.time.Instant;

/**
 * How a token stands, for lists.
 *
 * @param owner its id as the owner of tasks
 * @param job the number of its job
 * @param count arrivals that have not made it run yet
 * @param changedAt when it came to stand so
 */
public record TokenRow(
    String owner,
    long job,
    String step,
    Instant logicalTime,
    TokenState state,
    int count,
    Instant changedAt) {

  /** Where it is; REMOVED if it is gone, and only its journal is left to be cleaned. */
  public enum TokenState {
    WAITING,
    ACTIVE,
    SUCCESS,
    FAILED,
    CANCELED,
    REMOVED
  }
}
