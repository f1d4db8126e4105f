package io.millrace.engine.clock;

import io.millrace.engine.TestClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Rings when the test moves the clock, and at once if its time has already come. */
public final class TestAlarm implements Alarm {
  private record Ring(Instant at, Runnable call) {}

  private final TestClock clock;
  private final List<Ring> rings = new ArrayList<>();

  public TestAlarm(TestClock clock) {
    this.clock = clock;
  }

  @Override
  public synchronized void set(Instant at, Runnable call) {
    if (at.isAfter(clock.instant())) {
      rings.add(new Ring(at, call));
    } else {
      call.run();
    }
  }

  public synchronized void pass(Duration duration) {
    clock.pass(duration);
    Iterator<Ring> all = rings.iterator();
    while (all.hasNext()) {
      Ring ring = all.next();
      if (!ring.at().isAfter(clock.instant())) {
        all.remove();
        ring.call().run();
      }
    }
  }

  /** The clock is set back. What was set rings when the time that was left has passed. */
  public synchronized void setBack(Duration duration) {
    clock.pass(duration.negated());
    rings.replaceAll(ring -> new Ring(ring.at().minus(duration), ring.call()));
  }

  /** The times for which it is set. */
  public synchronized List<Instant> times() {
    return rings.stream().map(Ring::at).toList();
  }
}
