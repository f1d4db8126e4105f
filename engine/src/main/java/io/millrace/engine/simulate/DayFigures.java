package io.millrace.engine.simulate;

import java.util.SortedMap;

/**
 * What can be compared between a simulation and what happened.
 *
 * @param started tasks that started in each minute
 * @param waitingP95 by pool and system, in milliseconds: 95 % of the tasks waited no longer
 * @param sources by site, source or job
 * @param clients how many tasks of its users started, by client
 * @param nodes how many tasks started in each hour, by node
 */
public record DayFigures(
    int[] started,
    SortedMap<String, Long> waitingP95,
    SortedMap<String, SourceFigures> sources,
    SortedMap<String, Long> clients,
    SortedMap<String, long[]> nodes) {

  /**
   * The runs of a site, source or job.
   *
   * @param runs that ended
   * @param millis how long all of them together took
   */
  public record SourceFigures(long runs, long millis) {
    static final SourceFigures NONE = new SourceFigures(0, 0);

    double meanMillis() {
      return runs == 0 ? 0 : (double) millis / runs;
    }
  }

  /** The name of a system among those of all pools. */
  static String systemKey(String pool, String system) {
    return pool + "/" + system;
  }

  long total() {
    long total = 0;
    for (int each : started) {
      total += each;
    }
    return total;
  }
}
