package io.millrace.bench;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** The system's clock, put forward. */
final class JumpingClock implements InstantSource {
  private volatile Duration ahead = Duration.ZERO;

  void jump(Duration by) {
    ahead = ahead.plus(by);
  }

  @Override
  public Instant instant() {
    return Instant.now().plus(ahead);
  }
}
