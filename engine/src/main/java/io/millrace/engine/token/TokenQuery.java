package io.millrace.engine.token;

import io.millrace.engine.task.TokenRow.TokenState;
import java.time.Instant;

/**
 * A filter for the tokens of a job; null fields do not filter.
 *
 * @param first the earliest logical time
 * @param last the latest logical time
 * @param after the last token of the previous page
 */
public record TokenQuery(
    long job, Instant first, Instant last, TokenState state, int limit, TokenCursor after) {

  /** The place of a token in the list of its job: latest time first, then by step. */
  public record TokenCursor(Instant logicalTime, String step) {}
}
