package io.millrace.http.server;

import io.millrace.http.access.AccessTokenRoutes;
import io.millrace.http.directory.SourceRoutes;
import io.millrace.http.flow.FlowRoutes;
import io.millrace.http.jobs.ProjectValueRoutes;
import java.util.Map;
import java.util.Set;

/**
 * How long a body may be, and what it costs, by the first word of the path.
 *
 * @param weight bytes of heap for each of its bytes, once it is read and parsed
 */
record BodyLimit(long most, int weight) {
  private static final long MOST_BYTES_ELSEWHERE = 1024 * 1024;

  private static final Map<String, Long> MOST_BYTES =
      Map.of(
          "sources", SourceRoutes.MOST_BYTES,
          "flow-control", FlowRoutes.MOST_BYTES,
          "projects", ProjectValueRoutes.MOST_BYTES,
          "tokens", AccessTokenRoutes.MOST_BYTES);

  /** Their bodies are YAML: the densest sources of 8 MiB took 290 MiB. */
  private static final Set<String> DOCUMENTS = Set.of("sources", "jobs");

  private static final int DOCUMENT = 36;
  private static final int ELSEWHERE = 8;

  static BodyLimit of(String firstWord) {
    return new BodyLimit(
        MOST_BYTES.getOrDefault(firstWord, MOST_BYTES_ELSEWHERE),
        DOCUMENTS.contains(firstWord) ? DOCUMENT : ELSEWHERE);
  }

  /** No more than all the heap that there is for bodies. */
  BodyLimit within(long heap) {
    return new BodyLimit(Math.min(most, heap / weight), weight);
  }

  long cost(long bytes) {
    return bytes * weight;
  }
}
