package io.millrace.engine.flow;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A pool on a virtual clock. It grants by the same {@link Admission}, from the same {@link
 * WaitingQueue}, as the actor of a real pool, but stores nothing and tells nobody.
 */
public final class VirtualPool {
  /** The worker of every queue: remote workers are assumed to keep up. */
  private static final String REMOTE = "remote";

  /** The only node, if none is known. Only the channels limit it. */
  private static final String ANY_NODE = "node";

  private static final int UNLIMITED = Integer.MAX_VALUE / 2;

  private final PoolConfig config;
  private final WaitingQueue waiting;
  private final Draw draw;
  private final Set<String> queues;
  private final Map<String, Integer> capacity;
  private final Map<UUID, Lease> leases = new HashMap<>();
  private int[] running;
  private Slots slots;
  private boolean changed;

  /**
   * @param capacity the slots of each node; empty for one node without a limit
   * @param queues the queues that remote workers serve
   */
  public VirtualPool(
      PoolConfig config, Map<String, Integer> capacity, Set<String> queues, Draw draw) {
    this.config = config;
    this.waiting = new WaitingQueue(config);
    this.draw = draw;
    this.queues = Set.copyOf(queues);
    this.capacity = new HashMap<>(capacity.isEmpty() ? Map.of(ANY_NODE, UNLIMITED) : capacity);
    this.running = new int[config.sourceSystems().size()];
    this.slots = freeSlots();
  }

  private Slots freeSlots() {
    List<Offer> offers =
        queues.isEmpty() ? List.of() : List.of(new Offer(REMOTE, queues, UNLIMITED, null));
    return new Slots(new ChannelPool(leases).freeSlots(capacity), offers);
  }

  public PoolConfig config() {
    return config;
  }

  public void request(WaitingTask task) {
    changed |= waiting.add(task);
  }

  /** The attempt has ended: it leaves the queue, or its channel. */
  public void release(UUID attemptUid) {
    Lease lease = leases.remove(attemptUid);
    if (lease != null) {
      running[config.systemIndex(lease.system())]--;
      slots.release(lease.worker());
    } else {
      waiting.remove(attemptUid);
    }
    changed = true;
  }

  /** An attempt that had its channel before the virtual clock started. */
  public void hold(Lease lease) {
    leases.put(lease.attemptUid(), lease);
    running = new ChannelPool(leases).running(config);
    slots = freeSlots();
  }

  /** The node takes no more tasks. Returns the attempts it runs, which are lost. */
  public List<Lease> loseNode(String node) {
    capacity.remove(node);
    List<Lease> lost =
        leases.values().stream().filter(lease -> lease.worker().equals(node)).toList();
    slots = freeSlots();
    return lost;
  }

  public void addNode(String node, int free) {
    capacity.put(node, free);
    slots = freeSlots();
    changed = true;
  }

  /** Grants until nothing more fits. */
  public List<Lease> admit(Instant now) {
    if (!changed) {
      return List.of();
    }
    changed = false;
    Admission admission = new Admission(config, running, waiting, slots, draw);
    List<Lease> granted = new ArrayList<>();
    for (Admission.Grant grant = admission.next(); grant != null; grant = admission.next()) {
      Lease lease = grant.task().granted(grant.worker(), now);
      leases.put(lease.attemptUid(), lease);
      granted.add(lease);
    }
    return granted;
  }

  /** Absent if the attempt has no channel. */
  public @Nullable Lease lease(UUID attemptUid) {
    return leases.get(attemptUid);
  }

  public int running() {
    return leases.size();
  }

  public int waiting() {
    return waiting.size();
  }

  /** The name of the system that a task counts to. */
  public String systemName(String system) {
    return config.sourceSystems().get(config.systemIndex(system)).systemName();
  }
}
