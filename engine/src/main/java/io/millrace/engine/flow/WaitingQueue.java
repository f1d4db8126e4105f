package io.millrace.engine.flow;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;

/** The tasks that wait: highest score first, equal scores first come, first served. */
final class WaitingQueue {
  private record Place(Waiting waiting, long arrival) {}

  private static final Comparator<Place> ORDER =
      Comparator.comparingLong((Place p) -> -p.waiting().score()).thenComparingLong(Place::arrival);

  private final TreeSet<Place> order = new TreeSet<>(ORDER);
  private final Map<UUID, Place> byAttempt = new HashMap<>();
  private long arrivals;

  /** A task that waits already keeps its place. */
  boolean add(Waiting waiting) {
    if (byAttempt.containsKey(waiting.attemptUid())) {
      return false;
    }
    Place place = new Place(waiting, arrivals++);
    byAttempt.put(waiting.attemptUid(), place);
    return order.add(place);
  }

  boolean remove(UUID attemptUid) {
    Place place = byAttempt.remove(attemptUid);
    return place != null && order.remove(place);
  }

  Waiting poll() {
    Place first = order.pollFirst();
    if (first == null) {
      return null;
    }
    byAttempt.remove(first.waiting().attemptUid());
    return first.waiting();
  }

  int size() {
    return order.size();
  }
}
