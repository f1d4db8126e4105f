package io.millrace.http.endpoint;

/** The kind of place that a request takes. Each kind has its own, so none waits behind another. */
public enum RequestKind {
  REQUEST("requests"),
  /** A heartbeat or a report of a worker. Refusing one could lose its work. */
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
