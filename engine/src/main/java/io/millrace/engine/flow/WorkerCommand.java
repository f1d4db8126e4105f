package io.millrace.engine.flow;

import io.millrace.engine.message.Message;
import java.util.UUID;

/** Messages from a pool to a worker. */
public sealed interface WorkerCommand extends Message {

  /** Run this attempt. The worker holds the channel until the deadline. */
  record RunAttempt(String pool, Lease lease) implements WorkerCommand {}

  /**
   * Continue with this attempt: its node is gone, but its work continues. It holds the channel
   * until the deadline, as before.
   */
  record ResumeAttempt(String pool, Lease lease) implements WorkerCommand {}

  /** The attempt has ended: stop it if it still runs, and forget it. */
  record StopAttempt(UUID attemptUid) implements WorkerCommand {}
}
