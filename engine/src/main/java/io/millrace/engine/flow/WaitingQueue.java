package io.millrace.engine.flow;

import io.millrace.engine.flow.SystemQueue.QueuePlace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The tasks that wait in a pool, in one line for each system of its config. */
final class WaitingQueue {
  private final Map<UUID, QueuePlace> places = new HashMap<>();
  private List<SystemQueue> lines;
  private PoolConfig config;
  private long arrivals;

  WaitingQueue(PoolConfig config) {
    applyConfig(config);
  }

  /** Other systems from now on; nobody loses its place. */
  void applyConfig(PoolConfig changed) {
    config = changed;
    lines = changed.sourceSystems().stream().map(system -> new SystemQueue()).toList();
    places.values().stream().sorted(QueuePlace.BY_ARRIVAL).forEach(this::enter);
  }

  /** A task that waits already keeps its place. */
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
    lines.get(config.systemIndex(place.task().system())).add(place);
  }

  boolean remove(UUID attemptUid) {
    QueuePlace place = places.remove(attemptUid);
    if (place != null) {
      place.leave();
    }
    return place != null;
  }

  boolean hasTaskFor(int system, Slots slots) {
    return lines.get(system).hasTaskFor(slots);
  }

  /** Takes the first task of a system that someone could run now. */
  QueuePlace poll(int system, Slots slots) {
    QueuePlace first = lines.get(system).poll(slots);
    if (first != null) {
      places.remove(first.task().attemptUid());
    }
    return first;
  }

  int size() {
    return places.size();
  }

  /** The line of a system, to look at. */
  SystemQueue systemQueue(int system) {
    return lines.get(system);
  }
}
