package io.millrace.engine.flow;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/** The tasks of a pool that are queued, as the history knows them. */
@FunctionalInterface
public interface WaitingTasks {

  /**
   * The next page, oldest first.
   *
   * @param attemptUid the last one of the page before; null for the first page
   */
  CompletionStage<List<Waiting>> after(UUID attemptUid, int limit);
}
