package io.millrace.engine.flow;

import akka.actor.typed.ActorRef;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** The workers a pool has heard of, and when. Not stored: they introduce themselves again. */
final class Workers {
  private record Seen(ActorRef<ToWorker> ref, int slots, Instant at) {}

  private final Duration lostAfter;
  private final Instant since;
  private final Map<String, Seen> workers = new HashMap<>();

  /**
   * @param since when this pool began to listen: before {@code lostAfter} nobody is lost
   */
  Workers(Duration lostAfter, Instant since) {
    this.lostAfter = lostAfter;
    this.since = since;
  }

  void alive(FlowControl.WorkerAlive alive, Instant now) {
    workers.put(alive.worker(), new Seen(alive.ref(), alive.slots(), now));
  }

  boolean isLost(String worker, Instant now) {
    Seen seen = workers.get(worker);
    boolean lost = now.isAfter((seen == null ? since : seen.at()).plus(lostAfter));
    if (lost) {
      workers.remove(worker);
    }
    return lost;
  }

  /** What each worker that was heard of lately can run at once. */
  Map<String, Integer> capacity(Instant now) {
    workers.values().removeIf(seen -> now.isAfter(seen.at().plus(lostAfter)));
    Map<String, Integer> capacity = new HashMap<>();
    workers.forEach((worker, seen) -> capacity.put(worker, seen.slots()));
    return capacity;
  }

  void tell(String worker, ToWorker message) {
    Seen seen = workers.get(worker);
    if (seen != null) {
      seen.ref().tell(message);
    }
  }
}
