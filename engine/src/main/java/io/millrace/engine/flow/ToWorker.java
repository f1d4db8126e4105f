package io.millrace.engine.flow;

import io.millrace.engine.Message;
import java.util.UUID;

/** What a pool tells a worker. */
public sealed interface ToWorker extends Message {

  /** Run this attempt; the channel is yours until its deadline. */
  record Run(String pool, Lease lease) implements ToWorker {}

  /** The attempt is over: stop it if it still runs, and forget it. */
  record Stop(UUID attemptUid) implements ToWorker {}
}
