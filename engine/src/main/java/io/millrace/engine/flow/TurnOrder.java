package io.millrace.engine.flow;

import io.millrace.engine.flow.WaitingLine.Place;
import io.millrace.engine.task.Priority;
import io.millrace.engine.task.TaskOrder;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/**
 * Tasks that wait for the same workers. A rank says when it is some task's turn. If that task
 * follows from a trigger, the first of all that follow from it takes the turn instead, and leaves
 * its own rank to it. So every trigger keeps its order, and takes no turn from anybody else.
 */
final class TurnOrder {

  /** Tasks of one priority that follow from the same. */
  private record Line(String of, int priority) {
    static Line of(Waiting task) {
      return new Line(task.order().line(), Priority.of(task.score()));
    }
  }

  private static final Comparator<Place> IN_LINE =
      Comparator.comparingLong((Place place) -> place.task().order().place())
          .thenComparing(Place::own);

  private final TreeSet<Place> turns = new TreeSet<>(Comparator.comparing(Place::rank));
  private final Map<Line, TreeSet<Place>> lines = new HashMap<>();

  void add(Place place) {
    turns.add(place);
    if (place.task().order() != null) {
      lines.computeIfAbsent(Line.of(place.task()), line -> new TreeSet<>(IN_LINE)).add(place);
    }
  }

  void remove(Place place) {
    turns.remove(place);
    TaskOrder order = place.task().order();
    if (order != null) {
      lines.computeIfPresent(
          Line.of(place.task()),
          (line, places) -> places.remove(place) && places.isEmpty() ? null : places);
    }
  }

  /** Takes the next; to be asked only while there is one. */
  Place poll() {
    Place turn = turns.first();
    TaskOrder order = turn.task().order();
    Place first = order == null ? turn : lines.get(Line.of(turn.task())).first();
    remove(first);
    if (first != turn) {
      turns.remove(turn);
      turn.take(first.rank());
      turns.add(turn);
    }
    return first;
  }

  /** When the next has its turn. */
  Rank next() {
    return turns.first().rank();
  }

  boolean isEmpty() {
    return turns.isEmpty();
  }
}
