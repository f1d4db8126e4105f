package io.millrace.http.endpoint;

import java.util.List;
import java.util.Set;

/** What a request takes a place of. Each kind has its own places, so none waits behind another. */
public enum RequestKind {
  REQUEST("requests"),
  /** A heartbeat or a report of somebody who works: lost work is what it costs to refuse it. */
  REPORT("reports"),
  /** It waits for something to happen. */
  LONG_POLL("long-polls");

  private static final Set<String> THAT_WAIT = Set.of("claims", "requests");

  private final String text;

  RequestKind(String text) {
    this.text = text;
  }

  /** As metrics and problems name it. */
  public String text() {
    return text;
  }

  /**
   * @param path its segments, decoded
   */
  public static RequestKind of(String method, List<String> path) {
    if (Permission.needed(method, path) != Permission.REPORT) {
      return REQUEST;
    }
    return THAT_WAIT.contains(path.get(path.size() - 1)) ? LONG_POLL : REPORT;
  }
}
