package io.millrace.http;

import java.util.UUID;

/**
 * Who sent a request.
 *
 * @param name of its token: what the log and any audit trail call it
 * @param bounds of its token
 */
record Caller(UUID token, String name, Role role, WorkerBounds bounds) {

  boolean isWorker() {
    return role == Role.WORKER;
  }
}
