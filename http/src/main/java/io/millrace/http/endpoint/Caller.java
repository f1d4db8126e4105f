package io.millrace.http.endpoint;

import akka.http.javadsl.model.AttributeKey;
import akka.http.javadsl.model.HttpRequest;
import java.util.UUID;

/**
 * Who sent a request.
 *
 * @param name of its token: what the log and any audit trail call it
 * @param bounds of its token
 */
public record Caller(UUID token, String name, Role role, WorkerBounds bounds) {
  private static final AttributeKey<Caller> KEY = AttributeKey.create("caller", Caller.class);

  /** The caller that the gate attached to a request. */
  public static Caller of(HttpRequest request) {
    return request
        .getAttribute(KEY)
        .orElseThrow(() -> new IllegalStateException("The gate did not let this request in"));
  }

  public HttpRequest attachTo(HttpRequest request) {
    return request.addAttribute(KEY, this);
  }

  public boolean isWorker() {
    return role == Role.WORKER;
  }
}
