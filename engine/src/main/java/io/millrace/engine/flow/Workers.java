package io.millrace.engine.flow;

import akka.actor.typed.ActorRef;
import io.millrace.engine.clock.PauseDetector;
import io.millrace.engine.task.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The workers that a pool knows, with their last message. Not stored: each reports regularly. */
final class Workers {
  /**
   * @param ref absent for a remote worker
   * @param patience how long it may be silent
   * @param runsTasks whether it is a node that runs tasks
   * @param offer what a remote worker claimed last; absent if it has not claimed
   */
  private record KnownWorker(
      @Nullable ActorRef<WorkerCommand> ref,
      int slots,
      Instant at,
      Set<UUID> attempts,
      Duration patience,
      boolean runsTasks,
      @Nullable Offer offer) {}

  /**
   * A remote worker that is alive.
   *
   * @param offer what it claimed last; absent if only its heartbeats are known
   */
  record RemoteOffer(String worker, @Nullable Offer offer) {}

  /** A heartbeat may be late by this much, and is not missed. */
  private static final Duration JITTER = Duration.ofMillis(500);

  private final FlowSettings settings;
  private final PauseDetector pauses;
  private final Predicate<String> isGone;
  private final Map<String, KnownWorker> workers = new HashMap<>();

  /**
   * @param isGone whether the node of a worker has left the cluster
   */
  Workers(FlowSettings settings, PauseDetector pauses, Predicate<String> isGone) {
    this.settings = settings;
    this.pauses = pauses;
    this.isGone = isGone;
  }

  void nodeAlive(FlowCommand.WorkerAlive alive, Instant now) {
    workers.put(
        alive.worker(),
        new KnownWorker(
            alive.ref(),
            alive.slots(),
            now,
            alive.attempts(),
            settings.lostAfter(),
            alive.runsTasks(),
            null));
  }

  void remoteAlive(String worker, Instant now) {
    KnownWorker known = workers.get(worker);
    remoteAlive(worker, known == null ? null : known.offer(), now);
  }

  void claimed(Offer offer, Instant now) {
    remoteAlive(offer.worker(), offer, now);
  }

  private void remoteAlive(String worker, @Nullable Offer offer, Instant now) {
    workers.put(
        worker, new KnownWorker(null, 0, now, Set.of(), settings.lostAfter(), false, offer));
  }

  /** Whether a living node runs tasks, even if all its slots are in use. */
  boolean anyNodeRunsTasks() {
    return workers.values().stream().anyMatch(KnownWorker::runsTasks);
  }

  /** The remote workers that are alive. */
  List<RemoteOffer> remoteOffers() {
    List<RemoteOffer> offers = new ArrayList<>();
    workers.forEach(
        (worker, known) -> {
          if (known.ref() == null) {
            offers.add(new RemoteOffer(worker, known.offer()));
          }
        });
    return offers;
  }

  /** A remote worker closed a connection that it used. Now one missed heartbeat is enough. */
  void hungUp(String worker, Instant now) {
    workers.computeIfPresent(
        worker,
        (name, known) ->
            new KnownWorker(
                known.ref(),
                known.slots(),
                now,
                known.attempts(),
                settings.heartbeat().plus(JITTER),
                known.runsTasks(),
                known.offer()));
  }

  /** Whether a worker is lost. An external caller never is: it has a deadline, but no heartbeat. */
  boolean isLost(String worker, Instant now) {
    if (worker.equals(Task.CALLER)) {
      return false;
    }
    KnownWorker known = workers.get(worker);
    boolean lost =
        isGone.test(worker)
            || (known == null
                ? pauses.isSilentTooLong(Instant.MIN, settings.lostAfter(), now)
                : isSilent(known, now));
    if (lost) {
      workers.remove(worker);
    }
    return lost;
  }

  private boolean isSilent(KnownWorker known, Instant now) {
    return pauses.isSilentTooLong(known.at(), known.patience(), now);
  }

  /** The number of slots of each node that is alive. */
  Map<String, Integer> capacity(Instant now) {
    workers.values().removeIf(known -> isSilent(known, now));
    workers.keySet().removeIf(isGone);
    Map<String, Integer> capacity = new HashMap<>();
    workers.forEach(
        (worker, known) -> {
          if (known.ref() != null) {
            capacity.put(worker, known.slots());
          }
        });
    return capacity;
  }

  /**
   * The node that continues an attempt: the one that has it already, or else the one with the most
   * free slots. Empty if no node takes anything.
   */
  Optional<String> successor(UUID attemptUid, ChannelPool pool, Instant now) {
    Map<String, Integer> free = capacity(now);
    free.values().removeIf(slots -> slots == 0);
    Map<String, Integer> left = pool.freeSlots(free);
    return left.keySet().stream()
        .max(
            Comparator.<String, Boolean>comparing(worker -> holds(workers.get(worker), attemptUid))
                .thenComparing(left::get)
                .thenComparing(Comparator.naturalOrder()));
  }

  /** Tells the worker of an attempt that it has ended. */
  void stop(Lease lease) {
    tell(lease.worker(), new WorkerCommand.StopAttempt(lease.attemptUid()));
  }

  private static boolean holds(@Nullable KnownWorker known, UUID attemptUid) {
    return known != null && known.attempts().contains(attemptUid);
  }

  void tell(String worker, WorkerCommand message) {
    KnownWorker known = workers.get(worker);
    if (known != null && known.ref() != null) {
      known.ref().tell(message);
    }
  }

  /** All workers by name: they reported, have an open claim, or hold a channel. */
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
          KnownWorker known = workers.get(worker);
          Offer offer = claims.offer(worker);
          states.add(
              new PoolState.PoolWorker(
                  worker,
                  known == null ? offer != null : known.ref() == null,
                  offer != null ? offer.max() : known == null ? 0 : known.slots(),
                  offer == null ? Set.of() : new LinkedHashSet<>(offer.queues()),
                  known == null ? null : known.at(),
                  held));
        });
    return states;
  }
}
