package io.millrace.engine.guard;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.engine.clock.SteadyClock;
import io.millrace.engine.clock.TrustedTime;
import io.millrace.engine.sql.PeriodicCalls;
import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether this node's clock can be trusted to fire anything, and whether it was set back. It is
 * compared with the database's every now and then, which is the same for all nodes; in between a
 * step is noticed at once, because the time that really passed is known, too.
 */
public final class ClockGuard {
  private static final Logger LOG = LoggerFactory.getLogger(ClockGuard.class);
  private static final Duration COMPARE_EVERY = Duration.ofSeconds(10);
  private static final Duration COMPARE_AGAIN = Duration.ofSeconds(1);
  private static final Duration MOMENT = Duration.ofMillis(100);

  private enum ClockState {
    RIGHT,
    SET_BACK,
    WRONG
  }

  /**
   * What the log was told.
   *
   * @param setBackBy by how much the clock was set back then
   */
  private record LoggedState(ClockState state, Duration setBackBy) {

    /** Whether this is news: another state, or another step back. */
    boolean differs(LoggedState before, Duration most) {
      return state != before.state
          || (state == ClockState.SET_BACK
              && setBackBy.minus(before.setBackBy).abs().compareTo(most) > 0);
    }
  }

  /** What the clocks show at one moment. */
  private record ClockReading(Instant steady, Instant system, long nanos) {}

  private final SteadyClock clock;
  private final LongSupplier nanos;
  private final DataSource dataSource;
  private final Duration most;
  private volatile TrustedTime right;
  private volatile LoggedState logged = new LoggedState(ClockState.RIGHT, Duration.ZERO);

  /**
   * @param nanos a clock that never steps
   * @param most by how much the clocks may differ; zero = any clock is right
   */
  public ClockGuard(SteadyClock clock, LongSupplier nanos, DataSource dataSource, Duration most) {
    this.clock = clock;
    this.nanos = nanos;
    this.dataSource = dataSource;
    this.most = most;
    Instant now = clock.instant();
    this.right = new TrustedTime(now, now, nanos.getAsLong());
  }

  /** Looked at once before anything is hosted that fires, and again and again afterwards. */
  public void start(PeriodicCalls periodicCalls, MeterRegistry meters) {
    try {
      compareWithDatabase();
    } catch (SQLException away) {
      LOG.warn("Could not compare the clock with the database's: {}", away.toString());
    }
    Gauge.builder("millrace.clock.offset", this, guard -> seconds(guard.offset()))
        .baseUnit("seconds")
        .description("By how much this node's clock is ahead of the database's")
        .register(meters);
    Gauge.builder("millrace.clock.set.back", clock, steady -> seconds(steady.setBackBy()))
        .baseUnit("seconds")
        .description("By how much the system's clock was set back while this node ran")
        .register(meters);
    periodicCalls.repeat(
        COMPARE_EVERY,
        () -> {
          compareWithDatabase();
          return null;
        });
    periodicCalls.repeat(
        COMPARE_AGAIN,
        () -> {
          compareIfWrong();
          return null;
        });
  }

  /**
   * A clock that was set forward with the database's is right, but only a look can tell. Until then
   * nothing fires, so it comes soon.
   */
  void compareIfWrong() throws SQLException {
    if (!isRight()) {
      compareWithDatabase();
    }
  }

  /** Compares the clocks, where blocking is allowed. */
  void compareWithDatabase() throws SQLException {
    if (most.isZero()) {
      return;
    }
    try (Connection connection = dataSource.getConnection()) {
      ClockReading before = readClocks();
      Instant there =
          new Statements(connection)
              .first("select clock_timestamp()", row -> Statements.instant(row, 1))
              .orElseThrow();
      ClockReading after = readClocks();
      Duration took = Duration.ofNanos(after.nanos() - before.nanos());
      Duration stepped = Duration.between(before.system(), after.system()).minus(took).abs();
      // After a pause or a step in between nobody knows what belongs together.
      if (took.plus(stepped).compareTo(most) < 0) {
        Instant thereNow = there.plus(took.dividedBy(2));
        right = right.afterReading(after.steady(), after.system(), thereNow, after.nanos(), most);
      }
    }
    state();
  }

  /** All clocks at one moment: if this thread was held up in between, they are read again. */
  private ClockReading readClocks() {
    long began;
    ClockReading reading;
    do {
      began = nanos.getAsLong();
      reading = new ClockReading(clock.instant(), clock.system(), nanos.getAsLong());
    } while (reading.nanos() - began > MOMENT.toNanos());
    return reading;
  }

  /** By how much the clock is ahead of the database's now, for all that is known. */
  Duration offset() {
    ClockReading now = readClocks();
    return right.offset(now.steady(), now.nanos());
  }

  /** Whether anything may be fired by this clock. */
  public boolean isRight() {
    return state() != ClockState.WRONG;
  }

  /** What is wrong with the clock, and what to do about it; empty if nothing is. */
  public Optional<String> problem() {
    ClockState state = state();
    return state == ClockState.RIGHT ? Optional.empty() : Optional.of(problem(state));
  }

  private String problem(ClockState state) {
    return state == ClockState.SET_BACK
        ? "This node's clock was set back by "
            + text(clock.setBackBy())
            + ". Due times are still met, by the time that passes. Set the clock right, or restart"
            + " the node to accept the new time"
        : "This node's clock is "
            + text(offset())
            + " off the database's. It fires nothing until that is at most "
            + text(most)
            + ". Set it right, or change millrace.clock.max-offset";
  }

  /** A clock that was wrong and is corrected is followed at once. */
  private ClockState state() {
    if (most.isZero()) {
      return ClockState.RIGHT;
    }
    ClockReading now = readClocks();
    TrustedTime.ClockVerdict verdict = right.judge(now.steady(), now.system(), now.nanos(), most);
    if (verdict == TrustedTime.ClockVerdict.CORRECTED) {
      clock.followSystem();
    }
    Duration setBackBy = clock.setBackBy();
    ClockState state =
        verdict == TrustedTime.ClockVerdict.WRONG
            ? ClockState.WRONG
            : setBackBy.compareTo(most) > 0 ? ClockState.SET_BACK : ClockState.RIGHT;
    LoggedState news = new LoggedState(state, setBackBy);
    if (news.differs(logged, most)) {
      logChange(news);
    }
    return state;
  }

  /** Every change once. */
  private synchronized void logChange(LoggedState news) {
    if (!news.differs(logged, most)) {
      return;
    }
    logged = news;
    ClockState state = news.state();
    if (state == ClockState.RIGHT) {
      LOG.info("The clock of this node is right again: it fires what is due");
    } else {
      LOG.error("{}", problem(state));
    }
  }

  private static String text(Duration duration) {
    return Math.round(seconds(duration) * 10) / 10.0 + " s";
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }
}
