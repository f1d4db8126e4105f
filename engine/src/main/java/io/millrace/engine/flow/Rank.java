package io.millrace.engine.flow;

/**
 * The order of waiting tasks: the highest score first, then the earliest logical time, then the
 * order of arrival.
 *
 * @param millis the logical time; for a task without one, its creation time in whole seconds
 * @param arrival its number in the order of arrival
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
