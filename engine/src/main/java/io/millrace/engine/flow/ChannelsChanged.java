package io.millrace.engine.flow;

import io.millrace.engine.task.HistoryWriter;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * The one event of a pool: channels released and granted in one step. A grant is the start of its
 * task, so one row here starts many tasks, and none of them writes a row of its own for it.
 */
public record ChannelsChanged(Instant at, List<UUID> released, List<Lease> granted)
    implements HistoryWriter.HistoryEvent {

  @Override
  public void record(String owner, HistoryWriter history) {
    granted.forEach(
        lease -> history.started(lease.attemptUid(), at, lease.deadline(), lease.worker()));
  }
}
