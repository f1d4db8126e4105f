package io.millrace.engine.flow;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;

/**
 * The tasks of one system that wait: highest score first, equal scores first come, first served.
 * Those that only some workers can run stand in a queue of their own, so that they hold up nobody.
 */
final class WaitingLine {
  /**
   * @param arrival orders equal scores
   */
  record Place(Waiting task, long arrival) {}

  private static final Comparator<Place> ORDER =
      Comparator.comparingLong((Place place) -> -place.task().score())
          .thenComparingLong(Place::arrival);

  private final Map<UUID, Place> arrived = new LinkedHashMap<>();
  private final Map<String, TreeSet<Place>> queues = new HashMap<>();

  void add(Place place) {
    arrived.put(place.task().attemptUid(), place);
    queues.computeIfAbsent(place.task().queue(), queue -> new TreeSet<>(ORDER)).add(place);
  }

  void remove(UUID attemptUid) {
    Place place = arrived.remove(attemptUid);
    String queue = place.task().queue();
    TreeSet<Place> order = queues.get(queue);
    order.remove(place);
    if (order.isEmpty()) {
      queues.remove(queue);
    }
  }

  /** Whether a task waits that someone could run now. */
  boolean has(Slots slots) {
    for (String queue : queues.keySet()) {
      if (slots.serve(queue)) {
        return true;
      }
    }
    return false;
  }

  /** The first of those that someone could run now. */
  Waiting first(Slots slots) {
    Place best = null;
    for (Map.Entry<String, TreeSet<Place>> queue : queues.entrySet()) {
      Place head = queue.getValue().first();
      if (slots.serve(queue.getKey()) && (best == null || ORDER.compare(head, best) < 0)) {
        best = head;
      }
    }
    return best == null ? null : best.task();
  }

  int size() {
    return arrived.size();
  }

  /** The one that came first; null if none waits. */
  Waiting oldest() {
    return arrived.isEmpty() ? null : arrived.values().iterator().next().task();
  }

  Iterable<Place> places() {
    return arrived.values();
  }
}
