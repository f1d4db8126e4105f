package io.millrace.client.worker;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What this worker runs. A stopped attempt keeps its slot until its handler returns. */
final class AttemptTable {
  private final int slots;
  private final Map<String, WorkerAttempt> attempts = new LinkedHashMap<>();
  private boolean draining;

  AttemptTable(int slots) {
    this.slots = slots;
  }

  /** Waits for a free slot; 0 if no more tasks are wanted. */
  synchronized int awaitFreeSlots() throws InterruptedException {
    while (!draining && attempts.size() >= slots) {
      wait();
    }
    return draining ? 0 : slots - attempts.size();
  }

  /** False if it has the attempt already. */
  synchronized boolean add(WorkerAttempt attempt) {
    return attempts.putIfAbsent(attempt.uid(), attempt) == null;
  }

  synchronized void remove(WorkerAttempt attempt) {
    attempts.remove(attempt.uid());
    notifyAll();
  }

  /** From now on no more tasks are wanted. */
  synchronized void drain() {
    draining = true;
    notifyAll();
  }

  /** Waits that long, or until no more tasks are wanted. */
  synchronized void awaitDrain(Duration longest) throws InterruptedException {
    long end = System.nanoTime() + longest.toNanos();
    for (long left = longest.toMillis(); left > 0 && !draining; left = millisUntil(end)) {
      wait(left);
    }
  }

  private static long millisUntil(long end) {
    return (end - System.nanoTime()) / 1_000_000;
  }

  synchronized boolean isDraining() {
    return draining;
  }

  synchronized List<WorkerAttempt> all() {
    return List.copyOf(attempts.values());
  }

  /** The attempts of this worker. */
  synchronized List<WorkerAttempt> own() {
    return attempts.values().stream().filter(attempt -> !attempt.isStopped()).toList();
  }

  Set<String> ownUids() {
    return own().stream().map(WorkerAttempt::uid).collect(Collectors.toSet());
  }

  /** Ends the attempts that the server names, if they are here. */
  void stop(List<String> uids) {
    all().stream().filter(attempt -> uids.contains(attempt.uid())).forEach(this::stop);
  }

  void stop(WorkerAttempt attempt) {
    attempt.stop();
    synchronized (this) {
      notifyAll();
    }
  }

  /** Waits until it has no attempt of its own; whether that was in time. */
  synchronized boolean awaitNoneOwn(Duration longest) throws InterruptedException {
    long end = System.nanoTime() + longest.toNanos();
    while (attempts.values().stream().anyMatch(attempt -> !attempt.isStopped())) {
      long left = millisUntil(end);
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }
}
