package io.millrace.engine.flow;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The channels of a pool: the stored state, the step that is being stored, and the releases that
 * the next step counts.
 */
final class ChannelState {
  private final Set<UUID> freed = new HashSet<>();

  /** Freed attempts that may still run, because no worker has reported their end. */
  private final Set<UUID> toStop = new HashSet<>();

  /**
   * The worker of each attempt that moved. It is not stored, so it is decided again after a
   * restart.
   */
  private final Map<UUID, String> moved = new HashMap<>();

  private boolean known;

  /** The stored state; empty until the first recovery. */
  private ChannelPool pool = ChannelPool.EMPTY;

  /** The step that is being stored; absent if there is none. */
  private @Nullable AdmissionStep storing;

  boolean isKnown() {
    return known;
  }

  boolean isStoring() {
    return storing != null;
  }

  /** Whether the next step can be decided. */
  boolean isReady() {
    return isKnown() && !isStoring();
  }

  ChannelPool pool() {
    return pool;
  }

  /** Absent if the attempt has no channel, as far as that is known. */
  @Nullable Lease lease(UUID attemptUid) {
    return pool.leases().get(attemptUid);
  }

  Collection<Lease> leases() {
    return pool.leases().values();
  }

  /** Whether the step that is being stored gives this attempt a channel. */
  boolean isGranting(UUID attemptUid) {
    return storing != null && storing.grants(attemptUid);
  }

  /** Whether the step that is being stored gives this worker anything. */
  boolean isGrantingTo(String worker) {
    return storing != null
        && storing.moved().granted().stream().anyMatch(lease -> lease.worker().equals(worker));
  }

  /**
   * Returns the attempts that a worker still holds. Before recovery these are all: the leases are
   * unknown, and no attempt may be stopped.
   */
  Set<UUID> heldBy(String worker, Collection<UUID> attempts) {
    Set<UUID> held = new HashSet<>(attempts);
    if (known) {
      held.removeIf(uid -> !holds(worker, uid));
    }
    return held;
  }

  private boolean holds(String worker, UUID attemptUid) {
    Lease lease = lease(attemptUid);
    boolean isOver =
        freed.contains(attemptUid)
            || (storing != null && storing.moved().released().contains(attemptUid));
    return lease != null && lease.worker().equals(worker) && !isOver;
  }

  /**
   * Marks the channel for release in the next step. Returns false if it was marked before.
   *
   * @param isStopped whether the worker has stopped running the attempt
   */
  boolean free(UUID attemptUid, boolean isStopped) {
    if (!isStopped) {
      toStop.add(attemptUid);
    }
    return freed.add(attemptUid);
  }

  /** The leases that the step being stored releases. */
  List<Lease> leasesToRelease() {
    List<UUID> released = storing == null ? List.of() : storing.moved().released();
    return released.stream().flatMap(uid -> Optional.ofNullable(lease(uid)).stream()).toList();
  }

  /** The leases to release whose attempts may still run. */
  List<Lease> takeLeasesToStop() {
    List<Lease> leases =
        leasesToRelease().stream().filter(lease -> toStop.contains(lease.attemptUid())).toList();
    toStop.clear();
    return leases;
  }

  /** Decides the next step; one that changes anything is being stored from now on. */
  AdmissionStep admit(
      PoolConfig config, WaitingQueue waiting, Slots slots, Draw draw, Instant now) {
    AdmissionStep step = pool.admit(config, freed, waiting, slots, draw, now);
    freed.clear();
    if (!step.isEmpty()) {
      storing = step;
    }
    return step;
  }

  /**
   * The journal has stored a step, or has recovered.
   *
   * @return the step that was being stored; absent if none was
   */
  @Nullable AdmissionStep stored(ChannelPool now) {
    AdmissionStep step = storing;
    moved.keySet().retainAll(now.leases().keySet());
    pool = now.heldBy(moved);
    known = true;
    storing = null;
    return step;
  }

  /** Another worker holds the attempt from now on. Empty if the attempt has no channel. */
  Optional<Lease> move(UUID attemptUid, String worker) {
    moved.put(attemptUid, worker);
    pool = pool.heldBy(moved);
    return Optional.ofNullable(lease(attemptUid));
  }
}
