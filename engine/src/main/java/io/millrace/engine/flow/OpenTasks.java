package io.millrace.engine.flow;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The open tasks of a pool, as stored in the history. */
public interface OpenTasks {

  /**
   * The next page of queued tasks, oldest first.
   *
   * @param attemptUid the last task of the previous page; absent for the first page
   */
  CompletionStage<List<WaitingTask>> waiting(@Nullable UUID attemptUid, int limit);

  /** The deadlines of these attempts; an attempt that is missing in the answer has ended. */
  CompletionStage<Map<UUID, Instant>> deadlines(Collection<UUID> attempts);
}
