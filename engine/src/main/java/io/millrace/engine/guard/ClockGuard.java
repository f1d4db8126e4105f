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
 * Decides whether this node's clock can be trusted, and whether it was set back. It compares the
 * clock regularly with the database's, which is the same for all nodes. In between it notices a
 * step at once, because it also knows how much time has really passed.
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
   * The state as last logged.
   *
   * @param setBackBy by how much the clock was set back at that time
   */
  private record LoggedState(ClockState state, Duration setBackBy) {

    /** Whether this must be logged: another state, or another step back. */
    boolean differs(LoggedState last, Duration most) {
      return state != last.state
          || (state == ClockState.SET_BACK
              && setBackBy.minus(last.setBackBy).abs().compareTo(most) > 0);
    }
  }

  /** The clocks at one moment. */
  private record ClockReading(Instant steady, Instant system, long nanos) {}

  private final SteadyClock clock;
  private final LongSupplier nanos;
  private final DataSource dataSource;
  private final Duration most;
  private volatile TrustedTime right;
  private volatile LoggedState logged = new LoggedState(ClockState.RIGHT, Duration.ZERO);

  /**
   * @param nanos a clock that never steps
   * @param most by how much the clocks may differ; zero accepts any clock
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
      LOG.warn("Could not compare the clock with the database's", away);
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
   * Compares again while the clock counts as wrong. A clock that was set forward together with the
   * database's is right, but only a comparison shows it. Nothing fires until then, so it comes
   * soon.
   */
  void compareIfWrong() throws SQLException {
    if (!isRight()) {
      compareWithDatabase();
    }
  }

  /** Compares the clocks. This blocks. */
  void compareWithDatabase() throws SQLException {
    if (most.isZero()) {
      return;
    }
    try (Connection connection = dataSource.getConnection()) {
      ClockReading before = readClocks();
      Instant databaseTime =
          new Statements(connection)
              .first("select clock_timestamp()", row -> Statements.instant(row, 1))
              .orElseThrow();
      ClockReading after = readClocks();
      Duration took = Duration.ofNanos(after.nanos() - before.nanos());
      Duration stepped = Duration.between(before.system(), after.system()).minus(took).abs();
      // After a pause or a step during the query, the readings do not belong together.
      if (took.plus(stepped).compareTo(most) < 0) {
        Instant databaseNow = databaseTime.plus(took.dividedBy(2));
        right =
            right.afterReading(after.steady(), after.system(), databaseNow, after.nanos(), most);
      }
    }
    state();
  }

  /** Reads all clocks at one moment. If the thread was paused in between, it reads them again. */
  private ClockReading readClocks() {
    long began;
    ClockReading reading;
    do {
      began = nanos.getAsLong();
      reading = new ClockReading(clock.instant(), clock.system(), nanos.getAsLong());
    } while (reading.nanos() - began > MOMENT.toNanos());
    return reading;
  }

  /** By how much the clock is ahead of the database's now, as far as is known. */
  Duration offset() {
    ClockReading now = readClocks();
    return right.offset(now.steady(), now.nanos());
  }

  /** Whether this clock may be used to fire. */
  public boolean isRight() {
    return state() != ClockState.WRONG;
  }

  /** Describes the problem of the clock and what to do; empty if there is none. */
  public Optional<String> problem() {
    ClockState state = state();
    return state == ClockState.RIGHT ? Optional.empty() : Optional.of(problem(state));
  }

  private String problem(ClockState state) {
    return state == ClockState.SET_BACK
        ? "This node's clock was set back by "
            + text(clock.setBackBy())
            + ". Due times are still met, measured by the time that passes. Correct the clock, or"
            + " restart the node to accept the new time"
        : "This node's clock differs by "
            + text(offset())
            + " from the database's. The node fires nothing until the difference is at most "
            + text(most)
            + ". Correct the clock, or change millrace.clock.max-offset";
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
    LoggedState current = new LoggedState(state, setBackBy);
    if (current.differs(logged, most)) {
      logChange(current);
    }
    return state;
  }

  /** Logs every change once. */
  private synchronized void logChange(LoggedState current) {
    if (!current.differs(logged, most)) {
      return;
    }
    logged = current;
    ClockState state = current.state();
    if (state == ClockState.RIGHT) {
      LOG.info("The clock of this node is right again: due work fires");
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
