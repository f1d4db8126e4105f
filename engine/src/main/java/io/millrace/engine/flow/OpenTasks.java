package io.millrace.engine.flow;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/** The tasks of a pool that have not ended, as the history knows them. */
public interface OpenTasks {

  /**
   * The next page of those that are queued, oldest first.
   *
   * @param attemptUid the last one of the page before; null for the first page
   */
  CompletionStage<List<WaitingTask>> waiting(UUID attemptUid, int limit);

  /** When each of these is due to end; one that is not in the answer has ended. */
  CompletionStage<Map<UUID, Instant>> deadlines(Collection<UUID> attempts);
}
