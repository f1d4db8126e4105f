package io.millrace.engine.flow;

import io.millrace.engine.message.Message;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The state of a pool at one moment.
 *
 * @param change its config with its author; absent if there is no such pool
 * @param countedSince the start of the grant counts: at most an hour ago, and not before the config
 *     came into force or the pool's actor started
 * @param waits of the tasks that were asked for; absent if none were, or from an earlier release
 */
public record PoolState(
    @Nullable PoolChange change,
    int running,
    int waiting,
    List<PoolSystem> systems,
    Instant countedSince,
    List<PoolWorker> workers,
    @Nullable PoolWaits waits)
    implements Message {

  /** Whether there is such a pool. */
  public boolean exists() {
    return change != null && change.config() != null;
  }

  /** The config with its author, of a pool that exists. */
  public PoolChange newestChange() {
    if (change == null) {
      throw new IllegalStateException("There is no such pool");
    }
    return change;
  }

  /** The config of a pool that exists. */
  public PoolConfig config() {
    PoolConfig config = newestChange().config();
    if (config == null) {
      throw new IllegalStateException("There is no pool " + newestChange().pool());
    }
    return config;
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
      GrantStatistics.GrantTotals totals = grants.totals(place);
      systems.add(
          PoolSystem.builder()
              .systemName(system.systemName())
              .reservedChannels(system.reservedChannels())
              .probability(system.probability())
              .running(running[place])
              .waiting(waiting.systemQueue(place).size())
              .oldest(oldest == null ? null : oldest.createdAt())
              .granted(totals.granted())
              .drawn(totals.drawn())
              .expected(totals.expected())
              .build());
    }
    return systems;
  }

  /**
   * The share of a system.
   *
   * @param oldest the creation time of the oldest waiting task; absent if none waits
   * @param granted the number of channels granted
   * @param drawn the number of those granted by the draw, not on its reserve
   * @param expected the expected number of draws by its probability
   */
  public record PoolSystem(
      String systemName,
      int reservedChannels,
      int probability,
      int running,
      int waiting,
      @Nullable Instant oldest,
      long granted,
      long drawn,
      double expected) {

    public static PoolSystemBuilder builder() {
      return new PoolSystemBuilder();
    }
  }

  /**
   * A worker with its leases.
   *
   * @param remote whether it claims its work over HTTP
   * @param slots the slots of a node; for a remote worker the size of its open claim, 0 if none
   * @param queues the queues of its open claim
   * @param seenAt its last message; absent if there was none since this pool's actor started
   */
  public record PoolWorker(
      String worker,
      boolean remote,
      int slots,
      Set<String> queues,
      @Nullable Instant seenAt,
      List<Lease> leases) {}
}
