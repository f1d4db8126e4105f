package io.millrace.http.endpoint;

/** What a request takes a place of. Each kind has its own places, so none waits behind another. */
public enum RequestKind {
  REQUEST("requests"),
  /** A heartbeat or a report of somebody who works: lost work is what it costs to refuse it. */
  REPORT("reports"),
  /** It waits for something to happen. */
  LONG_POLL("long-polls");

  private final String text;

  RequestKind(String text) {
    this.text = text;
  }

  /** As metrics and problems name it. */
  public String text() {
    return text;
  }
}
