package io.millrace.engine.flow;

import io.millrace.engine.flow.WaitingLine.Place;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The tasks that wait in a pool, in one line for each system of its config. */
final class WaitingQueue {
  private final Map<UUID, Place> places = new HashMap<>();
  private List<WaitingLine> lines;
  private PoolConfig config;
  private long arrivals;

  WaitingQueue(PoolConfig config) {
    follow(config);
  }

  /** Other systems from now on; nobody loses its place. */
  void follow(PoolConfig changed) {
    config = changed;
    lines = changed.sourceSystems().stream().map(system -> new WaitingLine()).toList();
    places.values().stream().sorted(Place.BY_ARRIVAL).forEach(this::enter);
  }

  /** A task that waits already keeps its place. */
  boolean add(Waiting task) {
    if (places.containsKey(task.attemptUid())) {
      return false;
    }
    Place place = new Place(task, arrivals++);
    places.put(task.attemptUid(), place);
    enter(place);
    return true;
  }

  private void enter(Place place) {
    lines.get(config.place(place.task().system())).add(place);
  }

  boolean remove(UUID attemptUid) {
    Place place = places.remove(attemptUid);
    if (place != null) {
      place.leave();
    }
    return place != null;
  }

  boolean has(int system, Slots slots) {
    return lines.get(system).has(slots);
  }

  /** Takes the first task of a system that someone could run now. */
  Place poll(int system, Slots slots) {
    Place first = lines.get(system).poll(slots);
    if (first != null) {
      places.remove(first.task().attemptUid());
    }
    return first;
  }

  int size() {
    return places.size();
  }

  /** The line of a system, to look at. */
  WaitingLine line(int system) {
    return lines.get(system);
  }
}
