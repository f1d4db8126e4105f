package io.millrace.engine.trigger;

import io.millrace.engine.job.CatchUpMode;
import io.millrace.engine.trigger.MissedFires.MissedReason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What becomes of fires whose time has passed.
 *
 * @param times those that are caught up, in the order in which they fire
 */
record CatchUpSelection(List<Instant> times, List<MissedFires> missed) {

  /**
   * Beyond the cap it is the oldest that are missed: fresh data is worth more.
   *
   * @param spans what was not fired in time, the earlier before the later
   * @param seed of the order, if it is random
   */
  static CatchUpSelection of(List<FireTimeRange> spans, CatchUpMode mode, int cap, long seed) {
    List<Instant> kept = new ArrayList<>();
    List<MissedFires> missed = new ArrayList<>();
    int room = mode == CatchUpMode.NONE ? 0 : cap;
    for (int i = spans.size() - 1; i >= 0; i--) {
      FireTimeRange span = spans.get(i);
      List<Instant> newest = span.newest(room + 1);
      if (newest.size() > room) {
        missed.add(0, missed(span, newest.get(0), mode));
        newest = newest.subList(1, newest.size());
      }
      kept.addAll(newest);
      room -= newest.size();
    }
    kept.sort(Comparator.comparingLong(time -> place(time, mode, seed)));
    return new CatchUpSelection(List.copyOf(kept), List.copyOf(missed));
  }

  private static MissedFires missed(FireTimeRange span, Instant last, CatchUpMode mode) {
    int fires = new FireTimeRange(span.trigger(), span.after(), last).count();
    return new MissedFires(
        span.first().orElseThrow(),
        last,
        fires,
        fires == FireTimeRange.MOST_COUNTED,
        mode == CatchUpMode.NONE ? MissedReason.CATCHUP_NONE : MissedReason.OVER_THE_CAP);
  }

  /**
   * Where a time stands among all that are caught up of its trigger: the least fires first. It
   * follows from the time alone, so what is added later finds its place among what waits.
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
