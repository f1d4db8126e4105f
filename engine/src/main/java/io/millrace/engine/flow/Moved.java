package io.millrace.engine.flow;

import io.millrace.engine.task.History;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * The one event of a pool: channels released and granted in one step. A grant is the start of its
 * task, so one row here starts many tasks, and none of them writes a row of its own for it.
 */
public record Moved(Instant at, List<UUID> released, List<Lease> granted)
    implements History.Recorded {

  @Override
  public void record(String owner, History history) {
    granted.forEach(
        lease -> history.started(lease.attemptUid(), at, lease.deadline(), lease.worker()));
  }
}
