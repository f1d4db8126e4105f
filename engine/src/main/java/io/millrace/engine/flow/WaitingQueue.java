package io.millrace.engine.flow;

import io.millrace.engine.flow.SystemQueue.QueuePlace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The waiting tasks of a pool, with one queue for each system of its config. */
final class WaitingQueue {
  private final Map<UUID, QueuePlace> places = new HashMap<>();
  private List<SystemQueue> queues;
  private PoolConfig config;
  private long arrivals;

  WaitingQueue(PoolConfig config) {
    applyConfig(config);
  }

  /** Distributes the tasks over the systems of a new config, in order of arrival. */
  void applyConfig(PoolConfig changed) {
    config = changed;
    queues = changed.sourceSystems().stream().map(system -> new SystemQueue()).toList();
    places.values().stream().sorted(QueuePlace.BY_ARRIVAL).forEach(this::enter);
  }

  /** Adds a task; false if it waits already, in which case it keeps its place. */
  boolean add(WaitingTask task) {
    if (places.containsKey(task.attemptUid())) {
      return false;
    }
    QueuePlace place = new QueuePlace(task, arrivals++);
    places.put(task.attemptUid(), place);
    enter(place);
    return true;
  }

  private void enter(QueuePlace place) {
    queues.get(config.systemIndex(place.task().system())).add(place);
  }

  boolean remove(UUID attemptUid) {
    QueuePlace place = places.remove(attemptUid);
    if (place != null) {
      place.leave();
    }
    return place != null;
  }

  boolean hasTaskFor(int system, Slots slots) {
    return queues.get(system).hasTaskFor(slots);
  }

  /** Takes the first task of a system that can be started now. */
  @Nullable QueuePlace poll(int system, Slots slots) {
    QueuePlace first = queues.get(system).poll(slots);
    if (first != null) {
      places.remove(first.task().attemptUid());
    }
    return first;
  }

  /** The place of a waiting task; absent if it does not wait here. */
  @Nullable QueuePlace place(UUID attemptUid) {
    return places.get(attemptUid);
  }

  /**
   * How many tasks of its system would be granted before this one.
   *
   * @param isServed whether the tasks for these workers are granted at all
   * @param most counts no further
   */
  int before(QueuePlace place, Predicate<EligibleWorkers> isServed, int most) {
    return queues.get(config.systemIndex(place.task().system())).before(place, isServed, most);
  }

  int size() {
    return places.size();
  }

  /** The queue of a system, for reading. */
  SystemQueue systemQueue(int system) {
    return queues.get(system);
  }
}
