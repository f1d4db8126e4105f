package io.millrace.engine.node;

import io.micrometer.core.instrument.Gauge;
import io.millrace.engine.clock.RightTime;
import io.millrace.engine.clock.SteadyClock;
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
  private static final Duration LOOK_EVERY = Duration.ofSeconds(10);
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);
  private static final Duration MOMENT = Duration.ofMillis(100);

  private enum State {
    RIGHT,
    SET_BACK,
    WRONG
  }

  /**
   * What the log was told.
   *
   * @param setBackBy by how much the clock was set back then
   */
  private record Said(State state, Duration setBackBy) {

    /** Whether this is news: another state, or another step back. */
    boolean differs(Said before, Duration most) {
      return state != before.state
          || (state == State.SET_BACK
              && setBackBy.minus(before.setBackBy).abs().compareTo(most) > 0);
    }
  }

  /** What the clocks show at one moment. */
  private record Reading(Instant steady, Instant system, long nanos) {}

  private final SteadyClock clock;
  private final LongSupplier nanos;
  private final DataSource dataSource;
  private final Duration most;
  private volatile RightTime right;
  private volatile Said said = new Said(State.RIGHT, Duration.ZERO);

  /**
   * @param nanos a clock that never steps
   * @param most by how much the clocks may differ; zero = any clock is right
   */
  ClockGuard(SteadyClock clock, LongSupplier nanos, DataSource dataSource, Duration most) {
    this.clock = clock;
    this.nanos = nanos;
    this.dataSource = dataSource;
    this.most = most;
    Instant now = clock.instant();
    this.right = new RightTime(now, now, nanos.getAsLong());
  }

  /** Looked at once before anything is hosted that fires, and again and again afterwards. */
  void watch(Hosting node) {
    try {
      look();
    } catch (SQLException away) {
      LOG.warn("Could not compare the clock with the database's: {}", away.toString());
    }
    Gauge.builder("millrace.clock.offset", this, guard -> seconds(guard.offset()))
        .baseUnit("seconds")
        .description("By how much this node's clock is ahead of the database's")
        .register(node.meters());
    Gauge.builder("millrace.clock.set.back", clock, steady -> seconds(steady.setBackBy()))
        .baseUnit("seconds")
        .description("By how much the system's clock was set back while this node ran")
        .register(node.meters());
    node.every(
        LOOK_EVERY,
        () -> {
          look();
          return null;
        });
    node.every(
        LOOK_AGAIN,
        () -> {
          lookIfWrong();
          return null;
        });
  }

  /**
   * A clock that was set forward with the database's is right, but only a look can tell. Until then
   * nothing fires, so it comes soon.
   */
  void lookIfWrong() throws SQLException {
    if (!isRight()) {
      look();
    }
  }

  /** Compares the clocks, where blocking is allowed. */
  void look() throws SQLException {
    if (most.isZero()) {
      return;
    }
    try (Connection connection = dataSource.getConnection()) {
      Reading before = read();
      Instant there =
          new Statements(connection)
              .first("select clock_timestamp()", row -> Statements.instant(row, 1))
              .orElseThrow();
      Reading after = read();
      Duration took = Duration.ofNanos(after.nanos() - before.nanos());
      Duration stepped = Duration.between(before.system(), after.system()).minus(took).abs();
      // After a pause or a step in between nobody knows what belongs together.
      if (took.plus(stepped).compareTo(most) < 0) {
        Instant thereNow = there.plus(took.dividedBy(2));
        right = right.looked(after.steady(), after.system(), thereNow, after.nanos(), most);
      }
    }
    state();
  }

  /** All clocks at one moment: if this thread was held up in between, they are read again. */
  private Reading read() {
    long began;
    Reading reading;
    do {
      began = nanos.getAsLong();
      reading = new Reading(clock.instant(), clock.system(), nanos.getAsLong());
    } while (reading.nanos() - began > MOMENT.toNanos());
    return reading;
  }

  /** By how much the clock is ahead of the database's now, for all that is known. */
  Duration offset() {
    Reading now = read();
    return right.offset(now.steady(), now.nanos());
  }

  /** Whether anything may be fired by this clock. */
  public boolean isRight() {
    return state() != State.WRONG;
  }

  /** What is wrong with the clock, and what to do about it; empty if nothing is. */
  public Optional<String> problem() {
    State state = state();
    return state == State.RIGHT ? Optional.empty() : Optional.of(problem(state));
  }

  private String problem(State state) {
    return state == State.SET_BACK
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
  private State state() {
    if (most.isZero()) {
      return State.RIGHT;
    }
    Reading now = read();
    RightTime.Verdict verdict = right.judge(now.steady(), now.system(), now.nanos(), most);
    if (verdict == RightTime.Verdict.CORRECTED) {
      clock.follow();
    }
    Duration setBackBy = clock.setBackBy();
    State state =
        verdict == RightTime.Verdict.WRONG
            ? State.WRONG
            : setBackBy.compareTo(most) > 0 ? State.SET_BACK : State.RIGHT;
    Said news = new Said(state, setBackBy);
    if (news.differs(said, most)) {
      say(news);
    }
    return state;
  }

  /** Every change once. */
  private synchronized void say(Said news) {
    if (!news.differs(said, most)) {
      return;
    }
    said = news;
    State state = news.state();
    if (state == State.RIGHT) {
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
