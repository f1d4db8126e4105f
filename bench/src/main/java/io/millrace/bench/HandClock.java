package io.millrace.bench;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that stands wherever it was put, so that a day lasts as long as its work. */
final class HandClock extends Clock {
  private volatile Instant now;

  HandClock(Instant start) {
    now = start;
  }

  void put(Instant to) {
    now = to;
  }

  @Override
  public Instant instant() {
    return now;
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}
