package io.millrace.engine.trigger;

import io.millrace.engine.job.CatchUp;
import io.millrace.engine.trigger.Missed.Why;
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
record CatchUpPlan(List<Instant> times, List<Missed> missed) {

  /**
   * Beyond the cap it is the oldest that are missed: fresh data is worth more.
   *
   * @param spans what was not fired in time, the earlier before the later
   * @param seed of the order, if it is random
   */
  static CatchUpPlan of(List<Span> spans, CatchUp mode, int cap, long seed) {
    List<Instant> kept = new ArrayList<>();
    List<Missed> missed = new ArrayList<>();
    int room = mode == CatchUp.NONE ? 0 : cap;
    for (int i = spans.size() - 1; i >= 0; i--) {
      Span span = spans.get(i);
      List<Instant> newest = span.newest(room + 1);
      if (newest.size() > room) {
        missed.add(0, missed(span, newest.get(0), mode));
        newest = newest.subList(1, newest.size());
      }
      kept.addAll(newest);
      room -= newest.size();
    }
    kept.sort(Comparator.comparingLong(time -> place(time, mode, seed)));
    return new CatchUpPlan(List.copyOf(kept), List.copyOf(missed));
  }

  private static Missed missed(Span span, Instant last, CatchUp mode) {
    int fires = new Span(span.trigger(), span.after(), last).count();
    return new Missed(
        span.first().orElseThrow(),
        last,
        fires,
        fires == Span.MOST_COUNTED,
        mode == CatchUp.NONE ? Why.CATCHUP_NONE : Why.OVER_THE_CAP);
  }

  /**
   * Where a time stands among all that are caught up of its trigger: the least fires first. It
   * follows from the time alone, so what is added later finds its place among what waits.
   */
  static long place(Instant time, CatchUp mode, long seed) {
    long millis = time.toEpochMilli();
    return switch (mode) {
      case NONE, EARLIEST -> millis;
      case LATEST -> -millis;
      case RANDOM -> new SplittableRandom(seed ^ millis).nextLong();
    };
  }
}
