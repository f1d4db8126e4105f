package io.millrace.engine.node;

import io.micrometer.core.instrument.Gauge;
import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether this node's clock can be trusted to fire anything. It is compared with the database's
 * every now and then, which is the same for all nodes; in between a step of it is noticed at once,
 * because the time that really passed is known, too.
 */
public final class ClockGuard {
  private static final Logger LOG = LoggerFactory.getLogger(ClockGuard.class);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(10);

  /**
   * @param nanos the reading of a clock that never steps, at that time
   * @param offset how much this node's clock is ahead of the database's
   */
  private record Look(Instant at, long nanos, Duration offset) {}

  private final Clock clock;
  private final LongSupplier nanos;
  private final DataSource dataSource;
  private final Duration most;
  private volatile Look last;
  private volatile boolean wasRight = true;

  /**
   * @param nanos a clock that never steps
   * @param most by how much the clocks may differ; zero = any clock is right
   */
  ClockGuard(Clock clock, LongSupplier nanos, DataSource dataSource, Duration most) {
    this.clock = clock;
    this.nanos = nanos;
    this.dataSource = dataSource;
    this.most = most;
    this.last = new Look(clock.instant(), nanos.getAsLong(), Duration.ZERO);
  }

  /** Looked at once before anything is hosted that fires, and again and again afterwards. */
  void watch(Hosting node) {
    try {
      look();
    } catch (SQLException away) {
      LOG.warn("Could not compare the clock with the database's: {}", away.toString());
    }
    Gauge.builder("millrace.clock.offset", this, guard -> guard.offset().toMillis() / 1000.0)
        .description("By how many seconds this node's clock is ahead of the database's")
        .register(node.meters());
    node.every(
        LOOK_EVERY,
        () -> {
          look();
          return null;
        });
  }

  /** Compares the clocks, where blocking is allowed. */
  void look() throws SQLException {
    if (most.isZero()) {
      return;
    }
    try (Connection connection = dataSource.getConnection()) {
      Instant before = clock.instant();
      Instant there =
          new Statements(connection)
              .first("select clock_timestamp()", row -> Statements.instant(row, 1))
              .orElseThrow();
      Instant after = clock.instant();
      Instant here = before.plus(Duration.between(before, after).dividedBy(2));
      last = new Look(after, nanos.getAsLong(), Duration.between(there, here));
    }
    say();
  }

  /** By how much the clock is ahead now, for all that is known. */
  Duration offset() {
    Look look = last;
    Duration passed = Duration.ofNanos(nanos.getAsLong() - look.nanos());
    return Duration.between(look.at().plus(passed), clock.instant()).plus(look.offset());
  }

  /** Whether anything may be fired by this clock. */
  public boolean isRight() {
    boolean right = most.isZero() || offset().abs().compareTo(most) <= 0;
    if (wasRight && !right) {
      say();
    }
    return right;
  }

  private void say() {
    Duration offset = offset();
    boolean right = offset.abs().compareTo(most) <= 0;
    if (right != wasRight) {
      wasRight = right;
      if (right) {
        LOG.info("The clock of this node is right again: it fires what is due");
      } else {
        LOG.error(
            "The clock of this node is {} s off the database's: it fires nothing until that is less"
                + " than {} s. Set it right, or millrace.clock.max-offset",
            offset.toMillis() / 1000.0,
            most.toMillis() / 1000.0);
      }
    }
  }
}
