package io.millrace.client.api;

import java.time.Duration;

/** How long to wait for the answer of a request that waits itself. */
final class LongPollTimeout {
  /** The server may be late, but hanging up too early would lose what it has granted. */
  private static final Duration MARGIN = Duration.ofSeconds(30);

  private LongPollTimeout() {}

  static Duration of(Duration wait) {
    return wait.plus(MARGIN);
  }

  static String seconds(Duration wait) {
    return wait.toMillis() + "ms";
  }
}
