package io.millrace.http.server;

import java.util.Map;

/**
 * How long a body may be, and what it costs, by the first word of the path.
 *
 * @param weight bytes of heap for each of its bytes, once it is read and parsed
 */
record BodyLimit(long most, int weight) {
  static final long MOST_BYTES_OF_SOURCES = 8 * 1024 * 1024;

  private static final long MOST_BYTES_ELSEWHERE = 1024 * 1024;

  private static final Map<String, Long> MOST_BYTES =
      Map.of(
          "sources", MOST_BYTES_OF_SOURCES,
          "flow-control", 256L * 1024,
          "projects", 128L * 1024,
          "tokens", 64L * 1024);

  /** A job is made a tree. Sources are not: DocumentHeapTest shows that this is enough for them. */
  private static final Map<String, Integer> WEIGHTS = Map.of("sources", 24, "jobs", 36);

  private static final int WEIGHT_ELSEWHERE = 8;

  static BodyLimit of(String firstWord) {
    return new BodyLimit(
        MOST_BYTES.getOrDefault(firstWord, MOST_BYTES_ELSEWHERE),
        WEIGHTS.getOrDefault(firstWord, WEIGHT_ELSEWHERE));
  }

  /** No more than all the heap that there is for bodies. */
  BodyLimit within(long heap) {
    return new BodyLimit(Math.min(most, heap / weight), weight);
  }

  long cost(long bytes) {
    return bytes * weight;
  }
}
