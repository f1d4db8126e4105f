package io.millrace.bench;

import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands wherever it was put, so that a day lasts as long as its work. */
final class ManualClock implements InstantSource {
  private volatile Instant now;

  ManualClock(Instant start) {
    now = start;
  }

  void put(Instant to) {
    now = to;
  }

  @Override
  public Instant instant() {
    return now;
  }
}
