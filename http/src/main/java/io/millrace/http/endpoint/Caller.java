package io.millrace.http.endpoint;

import java.util.UUID;

/**
 * Who sent a request.
 *
 * @param name of its token: what the log and any audit trail call it
 * @param bounds of its token
 */
public record Caller(UUID token, String name, Role role, WorkerBounds bounds) {

  public boolean isWorker() {
    return role == Role.WORKER;
  }
}
