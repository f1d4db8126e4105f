package io.millrace.hostile;

import java.util.ArrayList;
import java.util.List;

/** How long requests took, each with when it began. */
final class LatencyRecord {
  private record TimedRequest(long began, long nanos) {}

  private final List<TimedRequest> entries = new ArrayList<>();

  /** One that ends now. */
  synchronized void add(long began) {
    entries.add(new TimedRequest(began, System.nanoTime() - began));
  }

  /** In milliseconds, of the requests that began in this time; 0 if there are none. */
  synchronized double percentile(int percent, long from, long to) {
    long[] sorted =
        entries.stream()
            .filter(entry -> entry.began - from >= 0 && entry.began - to < 0)
            .mapToLong(TimedRequest::nanos)
            .sorted()
            .toArray();
    int place = (int) Math.ceil(sorted.length * percent / 100.0) - 1;
    return sorted.length == 0 ? 0 : sorted[Math.max(0, place)] / 1e6;
  }

  /** The longest. */
  double worst(long from, long to) {
    return percentile(100, from, to);
  }

  synchronized long number(long from, long to) {
    return entries.stream()
        .filter(entry -> entry.began - from >= 0 && entry.began - to < 0)
        .count();
  }
}
