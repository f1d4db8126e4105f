package io.millrace.engine.token;

import io.millrace.engine.task.TokenRow.TokenState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A filter for the tokens of a job; absent fields do not filter.
 *
 * @param first the earliest logical time
 * @param last the latest logical time
 * @param after the last token of the previous page
 */
public record TokenQuery(
    long job,
    @Nullable Instant first,
    @Nullable Instant last,
    @Nullable TokenState state,
    int limit,
    @Nullable TokenCursor after) {

  /** The place of a token in the list of its job: latest time first, then by step. */
  public record TokenCursor(Instant logicalTime, String step) {}
}
