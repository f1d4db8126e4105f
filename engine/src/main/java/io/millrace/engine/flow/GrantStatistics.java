package io.millrace.engine.flow;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The grants of each system within the last hour, by minute, to compare its share with the
 * configured one. A new config resets the counts.
 */
final class GrantStatistics {
  static final Duration WINDOW = Duration.ofHours(1);

  /**
   * The totals of a system.
   *
   * @param granted channels granted on its reserve or by the draw
   * @param drawn channels granted by the draw
   * @param expected the expected number of draws by its probability. A system without waiting tasks
   *     leaves its share to the others
   */
  record GrantTotals(long granted, long drawn, double expected) {}

  private record GrantMinute(Instant at, long[] granted, long[] drawn, double[] expected) {
    static GrantMinute of(Instant at, int systems) {
      return new GrantMinute(at, new long[systems], new long[systems], new double[systems]);
    }
  }

  private final Deque<GrantMinute> minutes = new ArrayDeque<>();
  private Instant startedAt;

  GrantStatistics(Instant now) {
    startedAt = now;
  }

  void add(AdmissionStep step, PoolConfig config, Instant now) {
    int systems = config.sourceSystems().size();
    if (step.moved().granted().isEmpty() || step.expected().length != systems) {
      return; // it was decided by an earlier config
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

  /** The start of the counts: an hour ago, or the last change of the config if that is later. */
  Instant since(Instant now) {
    Instant first = now.minus(WINDOW).truncatedTo(ChronoUnit.MINUTES);
    minutes.removeIf(minute -> minute.at().isBefore(first));
    return startedAt.isAfter(first) ? startedAt : first;
  }

  /**
   * The totals since {@link #since}.
   *
   * @param place the index of the system in the config
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

  /** Resets the counts, because another config is in force. */
  void clear(Instant now) {
    minutes.clear();
    startedAt = now;
  }
}
