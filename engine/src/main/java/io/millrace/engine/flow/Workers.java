package io.millrace.engine.flow;

import akka.actor.typed.ActorRef;
import io.millrace.engine.clock.PauseDetector;
import io.millrace.engine.task.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The workers a pool has heard of, and when. Not stored: they introduce themselves again. */
final class Workers {
  /**
   * @param ref null for a remote one
   */
  private record KnownWorker(ActorRef<WorkerCommand> ref, int slots, Instant at) {}

  private final Duration lostAfter;
  private final PauseDetector pauses;
  private final Map<String, KnownWorker> workers = new HashMap<>();

  Workers(Duration lostAfter, PauseDetector pauses) {
    this.lostAfter = lostAfter;
    this.pauses = pauses;
  }

  void nodeAlive(FlowCommand.WorkerAlive alive, Instant now) {
    workers.put(alive.worker(), new KnownWorker(alive.ref(), alive.slots(), now));
  }

  void remoteAlive(String worker, Instant now) {
    workers.put(worker, new KnownWorker(null, 0, now));
  }

  /** Whoever does the work himself has a deadline, but no heartbeat. */
  boolean isLost(String worker, Instant now) {
    KnownWorker seen = workers.get(worker);
    boolean lost =
        !worker.equals(Task.CALLER)
            && pauses.isSilentTooLong(seen == null ? Instant.MIN : seen.at(), lostAfter, now);
    if (lost) {
      workers.remove(worker);
    }
    return lost;
  }

  /** What each node that was heard of lately can run at once. */
  Map<String, Integer> capacity(Instant now) {
    workers.values().removeIf(seen -> pauses.isSilentTooLong(seen.at(), lostAfter, now));
    Map<String, Integer> capacity = new HashMap<>();
    workers.forEach(
        (worker, seen) -> {
          if (seen.ref() != null) {
            capacity.put(worker, seen.slots());
          }
        });
    return capacity;
  }

  void tell(String worker, WorkerCommand message) {
    KnownWorker seen = workers.get(worker);
    if (seen != null && seen.ref() != null) {
      seen.ref().tell(message);
    }
  }

  /** Everyone there is, by name: who was heard of, who wants work, who holds a channel. */
  List<PoolState.PoolWorker> states(Claims claims, Collection<Lease> leases) {
    Map<String, List<Lease>> byWorker = new TreeMap<>();
    workers.keySet().forEach(worker -> byWorker.put(worker, new ArrayList<>()));
    claims.workers().forEach(worker -> byWorker.putIfAbsent(worker, new ArrayList<>()));
    leases.stream()
        .filter(lease -> !lease.worker().equals(Task.CALLER))
        .forEach(
            lease ->
                byWorker.computeIfAbsent(lease.worker(), name -> new ArrayList<>()).add(lease));
    List<PoolState.PoolWorker> states = new ArrayList<>();
    byWorker.forEach(
        (worker, held) -> {
          KnownWorker seen = workers.get(worker);
          Offer offer = claims.offer(worker);
          states.add(
              new PoolState.PoolWorker(
                  worker,
                  seen == null ? offer != null : seen.ref() == null,
                  offer != null ? offer.max() : seen == null ? 0 : seen.slots(),
                  offer == null ? Set.of() : new LinkedHashSet<>(offer.queues()),
                  seen == null ? null : seen.at(),
                  held));
        });
    return states;
  }
}
