package io.millrace.engine.flow;

import io.millrace.engine.flow.PoolWaits.SystemLoad;
import io.millrace.engine.flow.PoolWaits.WaitState;
import io.millrace.engine.flow.SystemQueue.QueuePlace;
import io.millrace.engine.task.Blocker;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads the state of a pool, and what its tasks wait for. It changes nothing. */
final class PoolStateReader {
  private final CurrentPoolConfig inForce;
  private final ChannelState channels;
  private final WaitingQueue waiting;
  private final Workers workers;
  private final Claims claims;
  private final GrantStatistics grants;
  private final RunDurations runTimes;

  PoolStateReader(
      CurrentPoolConfig inForce,
      ChannelState channels,
      WaitingQueue waiting,
      Workers workers,
      Claims claims,
      GrantStatistics grants,
      RunDurations runTimes) {
    this.inForce = inForce;
    this.channels = channels;
    this.waiting = waiting;
    this.workers = workers;
    this.claims = claims;
    this.grants = grants;
    this.runTimes = runTimes;
  }

  /**
   * @param attempts say what these wait for; absent if nobody asks for that
   * @param starting whether the pool does not know all its waiting tasks yet
   */
  PoolState state(@Nullable Set<UUID> attempts, boolean starting, Instant now) {
    ChannelPool known = channels.isKnown() ? channels.pool() : ChannelPool.EMPTY;
    PoolConfig config = inForce.config();
    Instant since = grants.since(now);
    List<PoolState.PoolSystem> systems =
        PoolState.systems(config, known.running(config), waiting, grants);
    return new PoolState(
        inForce.change(),
        known.leases().size(),
        waiting.size(),
        systems,
        since,
        workers.states(claims, known.leases().values()),
        attempts == null ? null : waits(attempts, known, systems, starting, now));
  }

  private PoolWaits waits(
      Set<UUID> attempts,
      ChannelPool known,
      List<PoolState.PoolSystem> systems,
      boolean starting,
      Instant now) {
    List<WaitState> tasks = new ArrayList<>();
    WorkerOutlook outlook = new WorkerOutlook(workers, claims, known, now);
    BlockerRule rule = new BlockerRule(inForce.config(), known.running(inForce.config()));
    for (UUID uid : attempts) {
      QueuePlace place = waiting.place(uid);
      if (place != null) {
        tasks.add(wait(place, outlook, rule, starting));
      } else if (channels.isGranting(uid) || channels.lease(uid) == null) {
        Blocker blocker =
            channels.isGranting(uid)
                ? Blocker.ABOUT_TO_START
                : withoutRequest(starting || !channels.isKnown());
        tasks.add(new WaitState(uid, blocker, "", 0, Integer.MAX_VALUE));
      }
    }
    return new PoolWaits(tasks, tasks.isEmpty() ? List.of() : loads(known, systems, now));
  }

  private Blocker withoutRequest(boolean starting) {
    if (starting) {
      return Blocker.POOL_STARTING;
    }
    return isMissing() ? Blocker.POOL_MISSING : Blocker.REQUEST_UNKNOWN;
  }

  private boolean isMissing() {
    PoolChange change = inForce.change();
    return change == null || change.config() == null;
  }

  private WaitState wait(
      QueuePlace place, WorkerOutlook outlook, BlockerRule rule, boolean starting) {
    WorkerReach reach = outlook.reach(place.queue());
    int before =
        waiting.before(place, queue -> outlook.reach(queue).living(), PoolWaits.MOST_COUNTED);
    int system = inForce.config().systemIndex(place.task().system());
    Blocker blocker =
        isMissing() || starting ? withoutRequest(starting) : rule.of(system, reach, before);
    return new WaitState(
        place.task().attemptUid(),
        blocker,
        inForce.config().sourceSystems().get(system).systemName(),
        before,
        reach.capacity());
  }

  private List<SystemLoad> loads(
      ChannelPool known, List<PoolState.PoolSystem> systems, Instant now) {
    List<SystemLoad> loads = new ArrayList<>();
    for (PoolState.PoolSystem system : systems) {
      loads.add(
          new SystemLoad(
              runTimes.of(system.systemName()),
              known.leases().values().stream()
                  .filter(lease -> isOf(lease, system))
                  .map(lease -> Duration.between(lease.grantedAt(), now).toMillis())
                  .toList(),
              system.granted() > 0));
    }
    return loads;
  }

  private boolean isOf(Lease lease, PoolState.PoolSystem system) {
    return inForce.config().listedSystem(lease.system()).equals(system.systemName());
  }
}
