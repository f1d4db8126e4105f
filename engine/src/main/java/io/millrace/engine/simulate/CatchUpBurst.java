package io.millrace.engine.simulate;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What follows an outage.
 *
 * @param usual starts a minute in the hour before it
 * @param peak the most starts a minute in the two hours after it
 * @param peakAt that minute
 * @param waiting the most waiting tasks at a time, from its begin until two hours after it
 * @param recoveredAt the first minute after it in which no more tasks wait than did before; absent
 *     if there is none
 */
public record CatchUpBurst(
    Outage outage,
    double usual,
    int peak,
    Instant peakAt,
    int waiting,
    @Nullable Instant recoveredAt) {
  private static final int BEFORE = 60;
  private static final int AFTER = 120;

  static CatchUpBurst of(Outage outage, MinuteSeries minutes) {
    int last = minutes.length() - 1;
    int begin = Math.max(0, Math.min(minutes.minute(outage.from().toEpochMilli()), last));
    int end = Math.max(0, Math.min(minutes.minute(outage.to().toEpochMilli()), last));
    int before = Math.max(0, begin - BEFORE);
    int after = Math.min(minutes.length(), end + AFTER);
    int peak = end;
    for (int minute = end; minute < after; minute++) {
      peak = minutes.started()[minute] > minutes.started()[peak] ? minute : peak;
    }
    int mostBefore = most(minutes.waiting(), before, begin);
    Instant recovered = null;
    for (int minute = end; minute < minutes.length() && recovered == null; minute++) {
      recovered = minutes.waiting()[minute] <= mostBefore ? at(minutes, minute) : null;
    }
    return new CatchUpBurst(
        outage,
        begin == before ? 0 : (double) minutes.startedBetween(before, begin) / (begin - before),
        minutes.started()[peak],
        at(minutes, peak),
        most(minutes.waiting(), begin, after),
        recovered);
  }

  private static Instant at(MinuteSeries minutes, int minute) {
    return minutes.from().plusMillis(minute * MinuteSeries.MINUTE);
  }

  private static int most(int[] values, int from, int until) {
    int most = 0;
    for (int i = from; i < until; i++) {
      most = Math.max(most, values[i]);
    }
    return most;
  }
}
