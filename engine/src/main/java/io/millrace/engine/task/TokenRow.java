package io.millrace.engine.task;

import java.time.Instant;

/**
 * The state of a token, for lists.
 *
 * @param owner its id as the owner of tasks
 * @param job the number of its job
 * @param count the number of unused arrivals
 * @param changedAt when it entered this state
 */
public record TokenRow(
    String owner,
    long job,
    String step,
    Instant logicalTime,
    TokenState state,
    int count,
    Instant changedAt) {

  /** The states of a token. A REMOVED token is gone; only its journal still has to be cleaned. */
  public enum TokenState {
    WAITING,
    ACTIVE,
    SUCCESS,
    FAILED,
    CANCELED,
    REMOVED
  }
}
