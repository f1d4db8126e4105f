package io.millrace.engine.flow;

import io.millrace.engine.task.HistoryWriter;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * The only event of a pool: the channels released and granted in one step. A grant is the start of
 * its task. One event therefore starts many tasks, and their owners store nothing for it.
 */
public record ChannelsChanged(Instant at, List<UUID> released, List<Lease> granted)
    implements HistoryWriter.HistoryEvent {

  @Override
  public void record(String owner, HistoryWriter history) {
    granted.forEach(
        lease -> history.started(lease.attemptUid(), at, lease.deadline(), lease.worker()));
  }
}
