package io.millrace.engine.token;

import io.millrace.engine.task.TokenRow.TokenState;
import java.time.Instant;

/**
 * Which tokens of a job are wanted; what is null does not matter.
 *
 * @param first the earliest logical time
 * @param last the latest logical time
 * @param after the last one of the page before
 */
public record TokenQuery(
    long job, Instant first, Instant last, TokenState state, int limit, TokenCursor after) {

  /** The place of a token in the list of those of its job: latest time first, then by step. */
  public record TokenCursor(Instant logicalTime, String step) {}
}
