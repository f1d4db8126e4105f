package io.millrace.engine.flow;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * The tasks of one system that wait: highest score first, equal scores first come, first served.
 * Those that only some workers can run stand in a queue of their own, so that they hold up nobody.
 */
final class WaitingLine {

  /** A task's place in its line; it knows its neighbours by arrival. */
  static final class Place {
    static final Comparator<Place> BY_ARRIVAL = Comparator.comparingLong(place -> place.arrival);

    private final Waiting task;
    private final long score;
    private final long arrival;
    private WaitingLine line;
    private Place before;
    private Place behind;

    Place(Waiting task, long arrival) {
      this.task = task;
      this.score = task.score();
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
      (one, other) -> {
        int byScore = Long.compare(other.score, one.score);
        return byScore != 0 ? byScore : Long.compare(one.arrival, other.arrival);
      };

  /** Those who wait for the same workers. */
  private record Queue(String name, TreeSet<Place> order) {}

  private final List<Queue> queues = new ArrayList<>();
  private Place oldest;
  private Place newest;
  private int size;

  void add(Place place) {
    Queue queue = queue(place.task.queue());
    if (queue == null) {
      queue = new Queue(place.task.queue(), new TreeSet<>(ORDER));
      queues.add(queue);
    }
    queue.order().add(place);
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
    Queue queue = queue(place.task.queue());
    queue.order().remove(place);
    left(place, queue);
  }

  private Queue queue(String name) {
    for (int i = 0; i < queues.size(); i++) {
      if (queues.get(i).name().equals(name)) {
        return queues.get(i);
      }
    }
    return null;
  }

  private void left(Place place, Queue queue) {
    if (queue.order().isEmpty()) {
      queues.remove(queue);
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
    for (int i = 0; i < queues.size(); i++) {
      if (slots.serve(queues.get(i).name())) {
        return true;
      }
    }
    return false;
  }

  /** Takes the first of those that someone could run now; null if there is none. */
  Waiting poll(Slots slots) {
    Queue best = null;
    for (int i = 0; i < queues.size(); i++) {
      Queue queue = queues.get(i);
      if (slots.serve(queue.name())
          && (best == null || ORDER.compare(queue.order().first(), best.order().first()) < 0)) {
        best = queue;
      }
    }
    if (best == null) {
      return null;
    }
    Place first = best.order().pollFirst();
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
