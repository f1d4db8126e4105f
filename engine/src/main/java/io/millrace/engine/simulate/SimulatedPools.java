package io.millrace.engine.simulate;

import io.millrace.engine.flow.Lease;
import io.millrace.engine.flow.VirtualPool;
import io.millrace.engine.flow.WaitingTask;
import io.millrace.engine.policy.Attempt;
import io.millrace.engine.simulate.EventQueue.EventKind;
import io.millrace.engine.simulate.RunProfile.Run;
import io.millrace.engine.source.SourceCollection.Work;
import io.millrace.engine.task.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** The pools of a simulation, and the attempts that wait for them and run. */
final class SimulatedPools {

  /** Learns of the end of an attempt, which has left its pool. */
  @FunctionalInterface
  interface AttemptOwner {
    void ended(OpenAttempt attempt, Outcome outcome, Instant now);
  }

  /** A run, and how it will end. */
  private record PlannedEnd(OpenAttempt attempt, Instant startedAt, Outcome outcome) {}

  private final Map<String, VirtualPool> pools;
  private final List<Outage> outages;
  private final EventQueue events;
  private final SimulationTally tally;
  private final SimulationListener listener;
  private final AttemptOwner owner;
  private final Map<UUID, OpenAttempt> waiting = new HashMap<>();
  private final Map<Integer, PlannedEnd> running = new LinkedHashMap<>();
  private final Map<Integer, List<PlannedEnd>> lost = new HashMap<>();
  private int started;

  SimulatedPools(
      Map<String, VirtualPool> pools,
      List<Outage> outages,
      EventQueue events,
      SimulationTally tally,
      SimulationListener listener,
      AttemptOwner owner) {
    this.pools = pools;
    this.outages = outages;
    this.events = events;
    this.tally = tally;
    this.listener = listener;
    this.owner = owner;
  }

  void request(OpenAttempt open, WaitingTask task, long now) {
    waiting.put(open.attempt().uid(), open);
    tally.queued(now);
    pool(open).request(task);
  }

  /** A task of a pool that is gone waits in the default pool. */
  private VirtualPool pool(OpenAttempt open) {
    VirtualPool named = pools.get(open.attempt().pool());
    VirtualPool usual = named == null ? pools.get(Work.DEFAULT_POOL) : named;
    if (usual == null) {
      throw new IllegalStateException("There is no pool " + open.attempt().pool());
    }
    return usual;
  }

  /** An attempt that waits already when the virtual clock starts. */
  void resumeWaiting(OpenAttempt open, WaitingTask task) {
    waiting.put(open.attempt().uid(), open);
    pool(open).request(task);
  }

  /** An attempt that runs already when the virtual clock starts. */
  void resumeRunning(OpenAttempt open, Lease lease, Instant now) {
    pool(open).hold(lease);
    plan(open, lease.grantedAt(), now);
  }

  /** Grants what fits in every pool. */
  void admit(Instant now) {
    for (Map.Entry<String, VirtualPool> each : pools.entrySet()) {
      VirtualPool pool = each.getValue();
      for (Lease lease : pool.admit(now)) {
        OpenAttempt open = waiting.remove(lease.attemptUid());
        if (open != null) {
          String system = pool.systemName(lease.system());
          tally.started(each.getKey(), system, open, lease.worker(), now.toEpochMilli());
          listener.started(open.row(), open.token(), open.attempt(), now);
          plan(open, now, now);
        }
      }
    }
  }

  /** Decides how a run ends and when: at its deadline at the latest. */
  private void plan(OpenAttempt open, Instant startedAt, Instant now) {
    Attempt attempt = open.attempt();
    boolean isDown = outages.stream().anyMatch(it -> it.isOfSite(open.source(), startedAt));
    Run run = isDown ? open.profile().failed(attempt.uid()) : open.profile().run(attempt.uid());
    boolean inTime = run.takes().compareTo(attempt.timeout()) < 0;
    Outcome outcome = inTime ? run.outcome() : Outcome.timeout("simulated");
    Instant end = startedAt.plus(inTime ? run.takes() : attempt.timeout());
    int number = started++;
    running.put(number, new PlannedEnd(open, startedAt, outcome));
    long at = Math.max(end.toEpochMilli(), now.toEpochMilli() + 1);
    events.add(at, EventKind.ATTEMPT_ENDS, number);
  }

  /**
   * A run has come to its end, unless it was lost before.
   *
   * @param number of the run
   */
  void end(int number, Instant now) {
    PlannedEnd planned = running.remove(number);
    if (planned != null) {
      end(planned, planned.outcome(), now);
    }
  }

  private void end(PlannedEnd planned, Outcome outcome, Instant now) {
    OpenAttempt open = planned.attempt();
    tally.ended(open, outcome.kind(), Duration.between(planned.startedAt(), now).toMillis());
    owner.ended(open, outcome, now);
    pool(open).release(open.attempt().uid());
  }

  /** A node stops. Its attempts report nothing any more. */
  void loseNode(int outage, String node) {
    List<PlannedEnd> gone = lost.computeIfAbsent(outage, number -> new ArrayList<>());
    Set<UUID> attempts = new HashSet<>();
    for (VirtualPool pool : pools.values()) {
      pool.loseNode(node).forEach(lease -> attempts.add(lease.attemptUid()));
    }
    for (Iterator<PlannedEnd> each = running.values().iterator(); each.hasNext(); ) {
      PlannedEnd planned = each.next();
      if (attempts.contains(planned.attempt().attempt().uid())) {
        gone.add(planned);
        each.remove();
      }
    }
  }

  /** It is noticed that the node is lost. */
  void endLost(int outage, Instant now) {
    List<PlannedEnd> gone = lost.remove(outage);
    if (gone != null) {
      gone.forEach(planned -> end(planned, Outcome.timeout("The worker is lost"), now));
    }
  }

  void addNode(String node, int slots) {
    pools.values().forEach(pool -> pool.addNode(node, slots));
  }
}
