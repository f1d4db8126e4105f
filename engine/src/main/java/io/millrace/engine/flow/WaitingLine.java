package io.millrace.engine.flow;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/**
 * The tasks of one system that wait: highest score first, equal scores first come, first served.
 * Those that only some workers can run stand in a queue of their own, so that they hold up nobody.
 */
final class WaitingLine {

  /** A task's place in its line; it knows its neighbours by arrival. */
  static final class Place {
    private final Waiting task;
    private final long arrival;
    private WaitingLine line;
    private Place before;
    private Place behind;

    Place(Waiting task, long arrival) {
      this.task = task;
      this.arrival = arrival;
    }

    Waiting task() {
      return task;
    }

    void leave() {
      line.remove(this);
    }
  }

  private static final Comparator<Place> ORDER =
      Comparator.comparingLong((Place place) -> -place.task.score())
          .thenComparingLong(place -> place.arrival);

  private final Map<String, TreeSet<Place>> queues = new HashMap<>();
  private Place oldest;
  private Place newest;
  private int size;

  void add(Place place) {
    queues.computeIfAbsent(place.task.queue(), queue -> new TreeSet<>(ORDER)).add(place);
    place.line = this;
    place.before = newest;
    place.behind = null;
    if (newest == null) {
      oldest = place;
    } else {
      newest.behind = place;
    }
    newest = place;
    size++;
  }

  private void remove(Place place) {
    TreeSet<Place> order = queues.get(place.task.queue());
    order.remove(place);
    left(place, order);
  }

  private void left(Place place, TreeSet<Place> order) {
    if (order.isEmpty()) {
      queues.remove(place.task.queue());
    }
    if (place.before == null) {
      oldest = place.behind;
    } else {
      place.before.behind = place.behind;
    }
    if (place.behind == null) {
      newest = place.before;
    } else {
      place.behind.before = place.before;
    }
    size--;
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

  /** Takes the first of those that someone could run now; null if there is none. */
  Waiting poll(Slots slots) {
    TreeSet<Place> best = null;
    for (Map.Entry<String, TreeSet<Place>> queue : queues.entrySet()) {
      TreeSet<Place> order = queue.getValue();
      if (slots.serve(queue.getKey())
          && (best == null || ORDER.compare(order.first(), best.first()) < 0)) {
        best = order;
      }
    }
    if (best == null) {
      return null;
    }
    Place first = best.pollFirst();
    left(first, best);
    return first.task;
  }

  int size() {
    return size;
  }

  /** The one that came first; null if none waits. */
  Waiting oldest() {
    return oldest == null ? null : oldest.task;
  }
}
