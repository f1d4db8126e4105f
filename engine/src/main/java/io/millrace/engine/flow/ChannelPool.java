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
   * One admission step: releases the freed channels, then grants until nothing more fits.
   *
   * @param freed attempts that ended, whether or not they hold a channel here
   * @param slots the free slots before the release
   */
  AdmissionStep admit(
      PoolConfig config,
      Set<UUID> freed,
      WaitingQueue waiting,
      Slots slots,
      Draw draw,
      Instant now) {
    List<UUID> released = new ArrayList<>();
    int[] running = running(config);
    for (UUID uid : freed) {
      Lease lease = leases.get(uid);
      if (lease != null) {
        released.add(uid);
        running[config.systemIndex(lease.system())]--;
        slots.release(lease.worker());
      }
    }
    Admission admission = new Admission(config, running, waiting, slots, draw);
    List<Lease> granted = new ArrayList<>();
    Set<UUID> reserved = new HashSet<>();
    for (Admission.Grant grant = admission.next(); grant != null; grant = admission.next()) {
      granted.add(grant.task().granted(grant.worker(), now));
      if (grant.reserved()) {
        reserved.add(grant.task().attemptUid());
      }
    }
    return new AdmissionStep(
        new ChannelsChanged(now, released, granted), reserved, admission.expected());
  }

  /** Channels in use, by the index of the system in the config. */
  int[] running(PoolConfig config) {
    int[] running = new int[config.sourceSystems().size()];
    leases.values().forEach(lease -> running[config.systemIndex(lease.system())]++);
    return running;
  }

  /** Free slots by worker, from the capacity of each. */
  Map<String, Integer> freeSlots(Map<String, Integer> capacity) {
    Map<String, Integer> free = new HashMap<>(capacity);
    leases.values().forEach(lease -> free.computeIfPresent(lease.worker(), (w, n) -> n - 1));
    return free;
  }

  ChannelPool after(ChannelsChanged step) {
    Map<UUID, Lease> next = new HashMap<>(leases);
    step.released().forEach(next::remove);
    step.granted().forEach(lease -> next.put(lease.attemptUid(), lease));
    return new ChannelPool(next);
  }

  /** The same with other workers for some attempts. */
  ChannelPool heldBy(Map<UUID, String> workers) {
    if (workers.isEmpty()) {
      return this;
    }
    Map<UUID, Lease> next = new HashMap<>(leases);
    workers.forEach(
        (uid, worker) -> next.computeIfPresent(uid, (u, lease) -> lease.heldBy(worker)));
    return new ChannelPool(next);
  }

  /**
   * Whether this state includes a step: all it granted is in use, and nothing it released. The pool
   * of another node may have granted the same attempts just before: those grants are not the
   * step's.
   */
  boolean includes(ChannelsChanged step) {
    return step.granted().stream().allMatch(this::hasGrant)
        && step.released().stream().noneMatch(leases::containsKey);
  }

  private boolean hasGrant(Lease granted) {
    Lease lease = leases.get(granted.attemptUid());
    return lease != null
        && lease.worker().equals(granted.worker())
        && lease.grantedAt().equals(granted.grantedAt());
  }
}
