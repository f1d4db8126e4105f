package io.millrace.client.worker;

import io.millrace.client.transport.RetryBackoff;
import java.time.Duration;
import java.util.Map;

/** How a worker works. {@link WorkerBuilder} says what each means. */
record WorkerSettings(
    String id,
    String pool,
    Map<String, TaskHandler> handlers,
    int slots,
    Duration claimWait,
    Duration drainTimeout,
    boolean captureOutput,
    boolean closeOnExit,
    LogBuffer.Limits logLimits,
    RetryBackoff backoff) {
  private static final int MOST_SLOTS = 1_000;
  private static final String NAME = "[A-Za-z0-9._-]+";

  WorkerSettings {
    check(id.matches(NAME), "id = " + id + ": must have letters, digits, '.', '-' and '_' only");
    check(!handlers.isEmpty(), "a worker needs at least one queue");
    check(
        slots >= 1 && slots <= MOST_SLOTS,
        "slots = " + slots + ": must be from 1 to " + MOST_SLOTS);
    check(
        !claimWait.isNegative() && claimWait.compareTo(Duration.ofSeconds(60)) <= 0,
        "claimWait = " + claimWait + ": must be from 0 to 60 s");
    check(!drainTimeout.isNegative(), "drainTimeout = " + drainTimeout + ": must not be negative");
    handlers = Map.copyOf(handlers);
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
