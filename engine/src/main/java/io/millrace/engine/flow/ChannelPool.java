package io.millrace.engine.flow;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * The channels of a pool that are in use. They are exactly the running tasks, because a grant and
 * its task's start are one event.
 */
public record ChannelPool(Map<UUID, Lease> leases) {
  public static final ChannelPool EMPTY = new ChannelPool(Map.of());

  /**
   * One step of admission: free what was released, then grant until nothing more fits.
   *
   * @param freed attempts that ended, whether or not they hold a channel here
   * @param slots free slots by worker, before anything is freed
   */
  Moved admit(
      int maxConcurrency,
      Set<UUID> freed,
      WaitingQueue waiting,
      Map<String, Integer> slots,
      Instant now) {
    List<UUID> released = new ArrayList<>();
    WorkerSlots free = new WorkerSlots(slots);
    for (UUID uid : freed) {
      Lease lease = leases.get(uid);
      if (lease != null) {
        released.add(uid);
        free.give(lease.worker());
      }
    }
    List<Lease> granted = new ArrayList<>();
    int running = leases.size() - released.size();
    while (running + granted.size() < maxConcurrency && waiting.size() > 0) {
      String worker = free.take();
      if (worker == null) {
        break;
      }
      granted.add(waiting.poll().granted(worker, now));
    }
    return new Moved(now, released, granted);
  }

  /** Free slots by worker, given what each can run at once. */
  Map<String, Integer> freeSlots(Map<String, Integer> capacity) {
    Map<String, Integer> free = new HashMap<>(capacity);
    leases.values().forEach(lease -> free.computeIfPresent(lease.worker(), (w, n) -> n - 1));
    return free;
  }

  ChannelPool after(Moved moved) {
    Map<UUID, Lease> next = new HashMap<>(leases);
    next.keySet().removeAll(new HashSet<>(moved.released()));
    moved.granted().forEach(lease -> next.put(lease.attemptUid(), lease));
    return new ChannelPool(next);
  }

  /** Whether a step was taken: everything it granted is in use, nothing it released is. */
  boolean includes(Moved step) {
    return step.granted().stream().allMatch(lease -> leases.containsKey(lease.attemptUid()))
        && step.released().stream().noneMatch(leases::containsKey);
  }
}
