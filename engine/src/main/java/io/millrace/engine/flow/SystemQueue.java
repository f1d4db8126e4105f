package io.millrace.engine.flow;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The waiting tasks of one system. Tasks that need the same workers share a queue, so that they do
 * not block tasks for other workers.
 */
final class SystemQueue {

  /** A task's place in its system's queue, linked in order of arrival. */
  static final class QueuePlace {
    static final Comparator<QueuePlace> BY_ARRIVAL =
        Comparator.comparingLong(place -> place.arrivalRank.arrival());

    private final WaitingTask task;
    private final EligibleWorkers queue;
    private final Rank arrivalRank;
    private Rank rank;
    private @Nullable SystemQueue line;
    private @Nullable QueuePlace before;
    private @Nullable QueuePlace behind;

    QueuePlace(WaitingTask task, long arrival) {
      this.task = task;
      this.queue = EligibleWorkers.of(task);
      this.arrivalRank = Rank.of(task, arrival);
      this.rank = arrivalRank;
    }

    WaitingTask task() {
      return task;
    }

    /** The workers that can run it. */
    EligibleWorkers queue() {
      return queue;
    }

    /** The rank with which it arrived. */
    Rank arrivalRank() {
      return arrivalRank;
    }

    /** The present rank. */
    Rank rank() {
      return rank;
    }

    /** Takes the rank of another task that used its turn. */
    void takeRank(Rank other) {
      rank = other;
    }

    void leave() {
      if (line != null) {
        line.remove(this);
      }
    }
  }

  /** The tasks that wait for the same workers. */
  private record Queue(EligibleWorkers workers, TurnOrder order) {}

  private final List<Queue> queues = new ArrayList<>();
  private @Nullable QueuePlace oldest;
  private @Nullable QueuePlace newest;
  private int size;

  void add(QueuePlace place) {
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

  private void remove(QueuePlace place) {
    Queue queue = queue(place.queue);
    if (queue != null) {
      queue.order().remove(place);
      unlink(place, queue);
    }
  }

  private @Nullable Queue queue(EligibleWorkers workers) {
    for (int i = 0; i < queues.size(); i++) {
      if (queues.get(i).workers().equals(workers)) {
        return queues.get(i);
      }
    }
    return null;
  }

  private void unlink(QueuePlace place, Queue queue) {
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

  /** Whether a waiting task can be started now. */
  boolean hasTaskFor(Slots slots) {
    for (int i = 0; i < queues.size(); i++) {
      if (slots.canServe(queues.get(i).workers())) {
        return true;
      }
    }
    return false;
  }

  /** Takes the first task that can be started now; absent if there is none. */
  @Nullable QueuePlace poll(Slots slots) {
    Queue best = null;
    for (int i = 0; i < queues.size(); i++) {
      Queue queue = queues.get(i);
      if (slots.canServe(queue.workers())
          && (best == null || queue.order().next().compareTo(best.order().next()) < 0)) {
        best = queue;
      }
    }
    if (best == null) {
      return null;
    }
    QueuePlace first = best.order().poll();
    unlink(first, best);
    return first;
  }

  /**
   * How many tasks would be granted before this one.
   *
   * @param isServed whether the tasks for these workers are granted at all
   * @param most counts no further
   */
  int before(QueuePlace place, Predicate<EligibleWorkers> isServed, int most) {
    Queue own = queue(place.queue);
    if (own == null) {
      return 0;
    }
    Rank turn = own.order().turnOf(place);
    int before = 0;
    for (Queue queue : queues) {
      if (queue == own || isServed.test(queue.workers())) {
        before += queue.order().before(turn, most - before);
      }
    }
    return before;
  }

  int size() {
    return size;
  }

  /** The task that arrived first; absent if none waits. */
  @Nullable WaitingTask oldest() {
    return oldest == null ? null : oldest.task;
  }
}
