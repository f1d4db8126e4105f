package io.millrace.engine.flow;

/**
 * When it is a task's turn: the highest score first, of equal scores the earliest logical time, and
 * of equal times first come, first served.
 *
 * @param millis the logical time; of a task without one, the second in which it was created
 * @param arrival its number among all that came
 */
record Rank(long score, long millis, long arrival) implements Comparable<Rank> {

  static Rank of(WaitingTask task, long arrival) {
    long millis =
        task.logicalTime() == null
            ? task.createdAt().getEpochSecond() * 1000
            : task.logicalTime().toEpochMilli();
    return new Rank(task.score(), millis, arrival);
  }

  @Override
  public int compareTo(Rank other) {
    if (score != other.score) {
      return Long.compare(other.score, score);
    }
    return millis != other.millis
        ? Long.compare(millis, other.millis)
        : Long.compare(arrival, other.arrival);
  }
}
