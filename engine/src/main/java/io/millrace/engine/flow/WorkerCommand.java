package io.millrace.engine.flow;

import io.millrace.engine.message.Message;
import java.util.UUID;

/** What a pool tells a worker. */
public sealed interface WorkerCommand extends Message {

  /** Run this attempt; the channel is yours until its deadline. */
  record RunAttempt(String pool, Lease lease) implements WorkerCommand {}

  /** The attempt is over: stop it if it still runs, and forget it. */
  record StopAttempt(UUID attemptUid) implements WorkerCommand {}
}
