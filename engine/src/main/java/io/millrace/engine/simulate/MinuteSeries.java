package io.millrace.engine.simulate;

import java.time.Instant;
import java.util.Arrays;

/**
 * What happens in each minute of a simulation.
 *
 * @param queued tasks that began to wait
 * @param started tasks that got their channel
 * @param planned those of them that the daily plan asked for
 * @param jobs those of them that are steps of jobs
 * @param running the most channels in use at a time, in all pools
 * @param waiting the most waiting tasks at a time, in all pools
 */
public record MinuteSeries(
    Instant from,
    int[] queued,
    int[] started,
    int[] planned,
    int[] jobs,
    int[] running,
    int[] waiting) {
  static final long MINUTE = 60_000;

  static MinuteSeries of(Instant from, Instant until) {
    int minutes = (int) ((until.toEpochMilli() - from.toEpochMilli() + MINUTE - 1) / MINUTE);
    return new MinuteSeries(
        from,
        new int[minutes],
        new int[minutes],
        new int[minutes],
        new int[minutes],
        new int[minutes],
        new int[minutes]);
  }

  public int length() {
    return started.length;
  }

  int minute(long millis) {
    return (int) ((millis - from.toEpochMilli()) / MINUTE);
  }

  /** The sum of started tasks from one minute until before another. */
  long startedBetween(int first, int end) {
    return Arrays.stream(started, Math.max(0, first), Math.min(end, length())).sum();
  }
}
