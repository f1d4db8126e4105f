package io.millrace.engine.clock;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/** The clock of a node: the system clock, but never set back. See {@link SteadyTime}. */
public final class SteadyClock extends Clock {
  private final Clock system;
  private final LongSupplier nanos;
  private final Duration absorbed;
  private final AtomicReference<SteadyTime> last;

  /**
   * @param nanos a monotonic clock
   * @param absorbed backward steps up to this size are absorbed slowly; zero = any step
   */
  public SteadyClock(Clock system, LongSupplier nanos, Duration absorbed) {
    this.system = system;
    this.nanos = nanos;
    this.absorbed = absorbed;
    this.last = new AtomicReference<>(systemTime());
  }

  /** Reads the system clock first, so that a pause between the two readings does no harm. */
  @Override
  public Instant instant() {
    return last.updateAndGet(time -> time.next(system.instant(), nanos.getAsLong(), absorbed)).at();
  }

  /** The time of the system clock. */
  public Instant system() {
    return system.instant();
  }

  /** By how much the system clock was set back. */
  public Duration setBackBy() {
    Duration ahead = Duration.between(system(), instant());
    return ahead.isNegative() ? Duration.ZERO : ahead;
  }

  /** Takes over the system clock, even if that means going back. */
  public void followSystem() {
    last.set(systemTime());
  }

  private SteadyTime systemTime() {
    return new SteadyTime(system.instant(), nanos.getAsLong());
  }

  @Override
  public ZoneOffset getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}
