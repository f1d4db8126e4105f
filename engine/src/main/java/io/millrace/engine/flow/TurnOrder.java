package io.millrace.engine.flow;

import io.millrace.engine.flow.SystemQueue.QueuePlace;
import io.millrace.engine.task.TaskOrder;
import io.millrace.engine.task.TaskPriority;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/**
 * The order of tasks that wait for the same workers. The task with the lowest rank has the turn. If
 * it belongs to a line (a trigger or a rerun), the first task of that line takes the turn instead,
 * and the two swap ranks. Each line therefore keeps its order and takes no turn from other tasks.
 */
final class TurnOrder {

  /** The tasks of one trigger or rerun that have the same priority. */
  private record Line(String of, int priority) {
    static Line of(TaskOrder order, WaitingTask task) {
      return new Line(order.line(), TaskPriority.of(task.score()));
    }
  }

  private static final Comparator<QueuePlace> IN_LINE =
      Comparator.comparingLong(TurnOrder::placeInLine).thenComparing(QueuePlace::arrivalRank);

  private final TreeSet<QueuePlace> turns = new TreeSet<>(Comparator.comparing(QueuePlace::rank));
  private final Map<Line, TreeSet<QueuePlace>> lines = new HashMap<>();

  void add(QueuePlace place) {
    turns.add(place);
    TaskOrder order = place.task().order();
    if (order != null) {
      lines
          .computeIfAbsent(Line.of(order, place.task()), line -> new TreeSet<>(IN_LINE))
          .add(place);
    }
  }

  private static long placeInLine(QueuePlace place) {
    TaskOrder order = place.task().order();
    return order == null ? 0 : order.place();
  }

  void remove(QueuePlace place) {
    turns.remove(place);
    TaskOrder order = place.task().order();
    if (order != null) {
      lines.computeIfPresent(
          Line.of(order, place.task()),
          (line, places) -> places.remove(place) && places.isEmpty() ? null : places);
    }
  }

  /** Takes the next task. Call it only if there is one. */
  QueuePlace poll() {
    QueuePlace turn = turns.first();
    TaskOrder order = turn.task().order();
    TreeSet<QueuePlace> line = order == null ? null : lines.get(Line.of(order, turn.task()));
    QueuePlace first = line == null ? turn : line.first();
    remove(first);
    if (first != turn) {
      turns.remove(turn);
      turn.takeRank(first.rank());
      turns.add(turn);
    }
    return first;
  }

  /**
   * The rank with which a task will be taken. The tasks of a line take the ranks of their line in
   * their own order.
   */
  Rank turnOf(QueuePlace place) {
    TaskOrder order = place.task().order();
    TreeSet<QueuePlace> line = order == null ? null : lines.get(Line.of(order, place.task()));
    if (line == null) {
      return place.rank();
    }
    int inLine = line.headSet(place).size();
    return line.stream().map(QueuePlace::rank).sorted().skip(inLine).findFirst().orElseThrow();
  }

  /** How many turns come before this rank; counts no further than {@code most}. */
  int before(Rank rank, int most) {
    int before = 0;
    for (QueuePlace turn : turns) {
      if (before >= most || turn.rank().compareTo(rank) >= 0) {
        break;
      }
      before++;
    }
    return before;
  }

  /** The rank of the next turn. */
  Rank next() {
    return turns.first().rank();
  }

  boolean isEmpty() {
    return turns.isEmpty();
  }
}
