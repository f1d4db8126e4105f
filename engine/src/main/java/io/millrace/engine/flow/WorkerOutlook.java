package io.millrace.engine.flow;

import io.millrace.engine.task.Task;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** The living workers of a pool at one moment, by the tasks that they can run. */
final class WorkerOutlook {
  private final Workers workers;
  private final Slots slots;
  private final Map<String, Integer> held = new HashMap<>();
  private final int nodeSlots;
  private final int heldByOthers;
  private final Map<EligibleWorkers, WorkerReach> known = new HashMap<>();

  WorkerOutlook(Workers workers, Claims claims, ChannelPool pool, Instant now) {
    Map<String, Integer> capacity = workers.capacity(now);
    this.workers = workers;
    this.slots = new Slots(pool.freeSlots(capacity), claims.offers());
    pool.leases().values().forEach(lease -> held.merge(lease.worker(), 1, Integer::sum));
    this.nodeSlots = capacity.values().stream().mapToInt(Integer::intValue).sum();
    this.heldByOthers =
        held.entrySet().stream()
            .filter(worker -> !capacity.containsKey(worker.getKey()))
            .mapToInt(Map.Entry::getValue)
            .sum();
  }

  WorkerReach reach(EligibleWorkers queue) {
    return known.computeIfAbsent(queue, this::find);
  }

  private WorkerReach find(EligibleWorkers queue) {
    return switch (queue.name()) {
      case Task.NODES ->
          new WorkerReach(
              workers.anyNodeRunsTasks(), true, slots.canServe(queue), nodeSlots + heldByOthers);
      case Task.CALLER -> WorkerReach.CALLERS;
      default -> remote(queue);
    };
  }

  private WorkerReach remote(EligibleWorkers queue) {
    boolean living = false;
    boolean trusted = false;
    int capacity = 0;
    for (Workers.RemoteOffer remote : workers.remoteOffers()) {
      int holds = held.getOrDefault(remote.worker(), 0);
      Offer offer = remote.offer();
      // A pool that has just started knows a busy worker by its heartbeats only.
      if (offer == null ? holds > 0 : offer.queues().contains(queue.name())) {
        living = true;
        trusted |= offer == null || offer.mayHave(queue.project());
        capacity += Math.max(holds, offer == null ? 1 : offer.max());
      }
    }
    return new WorkerReach(living, trusted, slots.canServe(queue), capacity);
  }
}
