package io.millrace.engine.flow;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The tasks of one system that wait. Those that only some workers can run stand in a queue of their
 * own, so that they hold up nobody.
 */
final class WaitingLine {

  /** A task's place in its line; it knows its neighbours by arrival. */
  static final class Place {
    static final Comparator<Place> BY_ARRIVAL =
        Comparator.comparingLong(place -> place.own.arrival());

    private final Waiting task;
    private final WorkerQueue queue;
    private final Rank own;
    private Rank rank;
    private WaitingLine line;
    private Place before;
    private Place behind;

    Place(Waiting task, long arrival) {
      this.task = task;
      this.queue = WorkerQueue.of(task);
      this.own = Rank.of(task, arrival);
      this.rank = own;
    }

    Waiting task() {
      return task;
    }

    /** Who can run it. */
    WorkerQueue queue() {
      return queue;
    }

    /** The rank it came with. */
    Rank own() {
      return own;
    }

    /** The rank it has now. */
    Rank rank() {
      return rank;
    }

    /** Another one has used its turn, and leaves it this one. */
    void take(Rank other) {
      rank = other;
    }

    void leave() {
      line.remove(this);
    }
  }

  /** Those who wait for the same workers. */
  private record Queue(WorkerQueue workers, TurnOrder order) {}

  private final List<Queue> queues = new ArrayList<>();
  private Place oldest;
  private Place newest;
  private int size;

  void add(Place place) {
    Queue queue = queue(place.queue);
    if (queue == null) {
      queue = new Queue(place.queue, new TurnOrder());
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
    Queue queue = queue(place.queue);
    queue.order().remove(place);
    left(place, queue);
  }

  private Queue queue(WorkerQueue workers) {
    for (int i = 0; i < queues.size(); i++) {
      if (queues.get(i).workers().equals(workers)) {
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
      if (slots.serve(queues.get(i).workers())) {
        return true;
      }
    }
    return false;
  }

  /** Takes the first of those that someone could run now; null if there is none. */
  Place poll(Slots slots) {
    Queue best = null;
    for (int i = 0; i < queues.size(); i++) {
      Queue queue = queues.get(i);
      if (slots.serve(queue.workers())
          && (best == null || queue.order().next().compareTo(best.order().next()) < 0)) {
        best = queue;
      }
    }
    if (best == null) {
      return null;
    }
    Place first = best.order().poll();
    left(first, best);
    return first;
  }

  int size() {
    return size;
  }

  /** The one that came first; null if none waits. */
  Waiting oldest() {
    return oldest == null ? null : oldest.task;
  }
}
