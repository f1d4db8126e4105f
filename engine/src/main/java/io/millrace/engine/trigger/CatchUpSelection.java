package io.millrace.engine.trigger;

import io.millrace.engine.job.CatchUpMode;
import io.millrace.engine.trigger.MissedFires.MissedReason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Which past fires are caught up, and which are missed.
 *
 * @param times the fires that are caught up, in the order in which they fire
 */
record CatchUpSelection(List<Instant> times, List<MissedFires> missed) {

  /**
   * Selects the fires. Beyond the cap the oldest are missed, because fresh data is worth more.
   *
   * @param ranges the fires that were not fired in time, earlier ranges first
   * @param seed for the random order, if the mode asks for one
   */
  static CatchUpSelection of(List<FireTimeRange> ranges, CatchUpMode mode, int cap, long seed) {
    List<Instant> kept = new ArrayList<>();
    List<MissedFires> missed = new ArrayList<>();
    int room = mode == CatchUpMode.NONE ? 0 : cap;
    for (int i = ranges.size() - 1; i >= 0; i--) {
      FireTimeRange range = ranges.get(i);
      List<Instant> newest = range.newest(room + 1);
      if (newest.size() > room) {
        missed.add(0, missed(range, newest.get(0), mode));
        newest = newest.subList(1, newest.size());
      }
      kept.addAll(newest);
      room -= newest.size();
    }
    kept.sort(Comparator.comparingLong(time -> place(time, mode, seed)));
    return new CatchUpSelection(List.copyOf(kept), List.copyOf(missed));
  }

  private static MissedFires missed(FireTimeRange range, Instant last, CatchUpMode mode) {
    int fires = new FireTimeRange(range.trigger(), range.after(), last).count();
    return new MissedFires(
        range.first().orElseThrow(),
        last,
        fires,
        fires == FireTimeRange.MOST_COUNTED,
        mode == CatchUpMode.NONE ? MissedReason.CATCHUP_NONE : MissedReason.OVER_THE_CAP);
  }

  /**
   * Returns the place of a time among all catch-up fires of its trigger: the lowest fires first. It
   * depends on the time alone, so fires that are added later find their place among those waiting.
   */
  static long place(Instant time, CatchUpMode mode, long seed) {
    long millis = time.toEpochMilli();
    return switch (mode) {
      case NONE, EARLIEST -> millis;
      case LATEST -> -millis;
      case RANDOM -> new SplittableRandom(seed ^ millis).nextLong();
    };
  }
}
