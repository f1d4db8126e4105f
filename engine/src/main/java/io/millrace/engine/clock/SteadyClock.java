package io.millrace.engine.clock;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/**
 * The clock that everything of a node goes by: the system's, but never set back. See {@link
 * SteadyTime}.
 */
public final class SteadyClock extends Clock {
  private final Clock system;
  private final LongSupplier nanos;
  private final Duration absorbed;
  private final AtomicReference<SteadyTime> last;

  /**
   * @param nanos a clock that never steps
   * @param absorbed steps back up to this are given way to, slowly; zero = any
   */
  public SteadyClock(Clock system, LongSupplier nanos, Duration absorbed) {
    this.system = system;
    this.nanos = nanos;
    this.absorbed = absorbed;
    this.last = new AtomicReference<>(asTheSystem());
  }

  /** The system's clock is read first: a pause between the two readings then does no harm. */
  @Override
  public Instant instant() {
    return last.updateAndGet(time -> time.next(system.instant(), nanos.getAsLong(), absorbed)).at();
  }

  /** What the system's clock shows. */
  public Instant system() {
    return system.instant();
  }

  /** By how much the system's clock was set back. */
  public Duration setBackBy() {
    Duration ahead = Duration.between(system(), instant());
    return ahead.isNegative() ? Duration.ZERO : ahead;
  }

  /** Takes the system's clock as it is now, even if this goes back by that. */
  public void followSystem() {
    last.set(asTheSystem());
  }

  private SteadyTime asTheSystem() {
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
