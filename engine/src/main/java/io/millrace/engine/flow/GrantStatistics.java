package io.millrace.engine.flow;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What each system was granted within the last hour, by minute, so that its share can be compared
 * with the one that is configured. Another config begins anew.
 */
final class GrantStatistics {
  static final Duration WINDOW = Duration.ofHours(1);

  /**
   * What a system got.
   *
   * @param granted channels, on its reserve or drawn
   * @param expected how many it would have drawn by its probability, among those that waited each
   *     time; a system where nothing waits leaves its share to the others
   */
  record GrantTotals(long granted, long drawn, double expected) {}

  private record GrantMinute(Instant at, long[] granted, long[] drawn, double[] expected) {
    static GrantMinute of(Instant at, int systems) {
      return new GrantMinute(at, new long[systems], new long[systems], new double[systems]);
    }
  }

  private final Deque<GrantMinute> minutes = new ArrayDeque<>();
  private Instant begun;

  GrantStatistics(Instant now) {
    begun = now;
  }

  void add(AdmissionStep step, PoolConfig config, Instant now) {
    int systems = config.sourceSystems().size();
    if (step.moved().granted().isEmpty() || step.expected().length != systems) {
      return; // it was decided by the config before
    }
    Instant at = now.truncatedTo(ChronoUnit.MINUTES);
    if (minutes.isEmpty() || minutes.getLast().at().isBefore(at)) {
      minutes.add(GrantMinute.of(at, systems));
    }
    GrantMinute minute = minutes.getLast();
    for (Lease lease : step.moved().granted()) {
      int place = config.systemIndex(lease.system());
      minute.granted()[place]++;
      if (!step.reserved().contains(lease.attemptUid())) {
        minute.drawn()[place]++;
      }
    }
    for (int place = 0; place < systems; place++) {
      minute.expected()[place] += step.expected()[place];
    }
  }

  /** Since when it is counted: for an hour, or since the pool is as it is. */
  Instant since(Instant now) {
    Instant first = now.minus(WINDOW).truncatedTo(ChronoUnit.MINUTES);
    minutes.removeIf(minute -> minute.at().isBefore(first));
    return begun.isAfter(first) ? begun : first;
  }

  /**
   * What was counted since {@link #since}.
   *
   * @param place of the system in the config
   */
  GrantTotals totals(int place) {
    long granted = 0;
    long drawn = 0;
    double expected = 0;
    for (GrantMinute minute : minutes) {
      granted += minute.granted()[place];
      drawn += minute.drawn()[place];
      expected += minute.expected()[place];
    }
    return new GrantTotals(granted, drawn, expected);
  }

  /** Another config is in force. */
  void clear(Instant now) {
    minutes.clear();
    begun = now;
  }
}
