package io.millrace.engine.simulate;

import io.millrace.engine.flow.WaitingTask;
import io.millrace.engine.policy.Attempt;
import io.millrace.engine.token.TokenId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A task that waits or runs when the virtual clock starts.
 *
 * @param row of its user-site or collection; -1 if it has none
 * @param token absent if it belongs to no token
 * @param waitingTask as it waits in its pool
 * @param startedAt absent while it waits
 * @param worker that runs it; empty while it waits
 */
public record OpenTask(
    Attempt attempt,
    int row,
    @Nullable TokenId token,
    WaitingTask waitingTask,
    @Nullable Instant startedAt,
    String worker) {}
