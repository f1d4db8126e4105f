package io.millrace.engine.flow;

import io.millrace.engine.message.Message;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * How a pool is at this moment.
 *
 * @param change its config, and who made it so; null if there is no such pool
 * @param countedSince since when it is counted what each system was granted: for an hour at most,
 *     and not before the config is in force and the pool's actor lives
 */
public record PoolState(
    PoolChange change,
    int running,
    int waiting,
    List<PoolSystem> systems,
    Instant countedSince,
    List<PoolWorker> workers)
    implements Message {

  /** Whether there is such a pool. */
  public boolean exists() {
    return change != null && change.config() != null;
  }

  /**
   * @param running channels in use, by system
   */
  static List<PoolSystem> systems(
      PoolConfig config, int[] running, WaitingQueue waiting, GrantStatistics grants) {
    List<PoolSystem> systems = new ArrayList<>();
    for (int place = 0; place < running.length; place++) {
      SourceSystem system = config.sourceSystems().get(place);
      WaitingTask oldest = waiting.systemQueue(place).oldest();
      GrantStatistics.GrantTotals got = grants.totals(place);
      systems.add(
          new PoolSystem(
              system.systemName(),
              system.reservedChannels(),
              system.probability(),
              running[place],
              waiting.systemQueue(place).size(),
              oldest == null ? null : oldest.createdAt(),
              got.granted(),
              got.drawn(),
              got.expected()));
    }
    return systems;
  }

  /**
   * A system's share.
   *
   * @param oldest since when the first of those that wait does so; null if none waits
   * @param granted channels it got
   * @param drawn those of them that it got by the draw, not on its reserve
   * @param expected how many it would have drawn by its probability among those that waited
   */
  public record PoolSystem(
      String systemName,
      int reservedChannels,
      int probability,
      int running,
      int waiting,
      Instant oldest,
      long granted,
      long drawn,
      double expected) {}

  /**
   * A worker, and what it runs.
   *
   * @param remote whether it claims its work, over HTTP
   * @param slots of a node; of a remote worker what its open claim asks for, 0 if none is open
   * @param queues of its open claim
   * @param seenAt null if it was not heard of since this pool's actor started
   */
  public record PoolWorker(
      String worker,
      boolean remote,
      int slots,
      Set<String> queues,
      Instant seenAt,
      List<Lease> leases) {}
}
