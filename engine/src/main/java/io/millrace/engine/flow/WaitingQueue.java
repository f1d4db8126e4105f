package io.millrace.engine.flow;

import io.millrace.engine.flow.WaitingLine.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The tasks that wait in a pool, in one line for each system of its config. */
final class WaitingQueue {
  private final Map<UUID, WaitingLine> lineOf = new HashMap<>();
  private List<WaitingLine> lines;
  private PoolConfig config;
  private long arrivals;

  WaitingQueue(PoolConfig config) {
    this.config = config;
    this.lines = newLines();
  }

  private List<WaitingLine> newLines() {
    return config.sourceSystems().stream().map(system -> new WaitingLine()).toList();
  }

  /** Other systems from now on; nobody loses its place. */
  void follow(PoolConfig changed) {
    List<Place> all = new ArrayList<>();
    lines.forEach(line -> line.places().forEach(all::add));
    all.sort(Comparator.comparingLong(Place::arrival));
    config = changed;
    lines = newLines();
    all.forEach(this::add);
  }

  /** A task that waits already keeps its place. */
  boolean add(Waiting task) {
    if (lineOf.containsKey(task.attemptUid())) {
      return false;
    }
    add(new Place(task, arrivals++));
    return true;
  }

  private void add(Place place) {
    WaitingLine line = lines.get(config.place(place.task().system()));
    lineOf.put(place.task().attemptUid(), line);
    line.add(place);
  }

  boolean remove(UUID attemptUid) {
    WaitingLine line = lineOf.remove(attemptUid);
    if (line != null) {
      line.remove(attemptUid);
    }
    return line != null;
  }

  boolean has(int system, Slots slots) {
    return lines.get(system).has(slots);
  }

  /** Takes the first task of a system that someone could run now. */
  Waiting poll(int system, Slots slots) {
    Waiting first = lines.get(system).first(slots);
    if (first != null) {
      remove(first.attemptUid());
    }
    return first;
  }

  int size() {
    return lineOf.size();
  }

  /** The line of a system, to look at. */
  WaitingLine line(int system) {
    return lines.get(system);
  }
}
