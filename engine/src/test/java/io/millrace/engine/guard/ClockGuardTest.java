package io.millrace.engine.guard;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.millrace.engine.TestClock;
import io.millrace.engine.clock.SteadyClock;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;
import org.slf4j.LoggerFactory;

class ClockGuardTest {
  private static final Duration MOST = Duration.ofSeconds(30);

  private final PGSimpleDataSource database = new PGSimpleDataSource();
  private TestClock system;
  private final AtomicLong nanos = new AtomicLong();
  private SteadyClock clock;

  @BeforeEach
  void create() {
    DatabaseUrl url = TestDatabase.empty();
    database.setUrl(url.url());
    database.setUser(url.user());
    database.setPassword(url.password());
    system = new TestClock(Clock.systemUTC().instant());
  }

  private ClockGuard guard(Duration most) throws SQLException {
    clock = new SteadyClock(system, nanos::get, most);
    ClockGuard guard = new ClockGuard(clock, nanos::get, database, most);
    guard.compareWithDatabase();
    return guard;
  }

  private void databaseSteps(Duration by) throws SQLException {
    execute(
        """
        create schema if not exists stepped;
        create or replace function stepped.clock_timestamp() returns timestamptz language sql as
          $$ select pg_catalog.clock_timestamp() + interval '%d seconds' $$
        """
            .formatted(by.toSeconds()));
    database.setCurrentSchema("stepped,pg_catalog");
  }

  private void execute(String statements) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(statements);
    }
  }

  private void timePasses(Duration duration) {
    system.pass(duration);
    nanos.addAndGet(duration.toNanos());
  }

  @Test
  void theDatabasesClockIsRight() throws SQLException {
    ClockGuard guard = guard(MOST);
    assertThat(guard.isRight()).isTrue();
    assertThat(guard.problem()).isEmpty();
    assertThat(guard.offset().abs()).isLessThan(Duration.ofSeconds(20));
    timePasses(Duration.ofHours(1));
    assertThat(guard.isRight()).as("an hour later").isTrue();
  }

  @Test
  void aClockThatIsTooFarOffFiresNothingUntilItIsSetRight() throws SQLException {
    system.pass(Duration.ofMinutes(5));
    ClockGuard guard = guard(MOST);
    assertThat(guard.isRight()).isFalse();
    assertThat(guard.problem().orElseThrow())
        .containsPattern("differs by (299|300)\\.\\d s from")
        .contains("fires nothing");
    system.pass(Duration.ofMinutes(-5));
    assertThat(guard.isRight()).as("at once").isTrue();
    assertThat(clock.instant()).as("it follows").isEqualTo(system.instant());
    assertThat(guard.problem()).isEmpty();
  }

  @Test
  void aClockThatIsSetBackGoesOnFiringAndSaysSo() throws SQLException {
    ClockGuard guard = guard(MOST);
    system.pass(Duration.ofMinutes(-2));
    for (int look = 0; look < 3; look++) {
      assertThat(guard.isRight()).isTrue();
      assertThat(guard.problem().orElseThrow())
          .contains("set back by 120.0 s", "Due times are still met", "restart the node");
      assertThat(clock.setBackBy()).isEqualTo(Duration.ofMinutes(2));
      guard.compareWithDatabase();
    }
    system.pass(Duration.ofMinutes(2));
    assertThat(guard.problem()).isEmpty();
  }

  @Test
  void theLogIsToldOfEachStepOnce() throws SQLException {
    Logger logger = (Logger) LoggerFactory.getLogger(ClockGuard.class);
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    logger.addAppender(log);
    try {
      ClockGuard guard = guard(MOST);
      for (int minutes : List.of(-2, -60)) {
        system.pass(Duration.ofMinutes(minutes));
        guard.isRight();
        timePasses(Duration.ofSeconds(20));
        guard.isRight();
      }
    } finally {
      logger.detachAppender(log);
    }
    assertThat(log.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .satisfiesExactly(
            first -> assertThat(first).contains("set back by 120.0 s"),
            second -> assertThat(second).contains("set back by 3720.0 s"));
  }

  @Test
  void ifTheDatabasesClockIsSetBackWithItNothingElseChanges() throws SQLException {
    ClockGuard guard = guard(MOST);
    system.pass(Duration.ofHours(-1));
    databaseSteps(Duration.ofHours(-1));
    for (int look = 0; look < 3; look++) {
      guard.compareWithDatabase();
      assertThat(guard.isRight()).isTrue();
      assertThat(guard.problem().orElseThrow()).contains("set back by 3600.0 s");
      assertThat(guard.offset()).isGreaterThan(Duration.ofMinutes(59));
    }
    assertThat(clock.setBackBy()).isEqualTo(Duration.ofHours(1));
  }

  @Test
  void ifOnlyTheDatabasesClockIsSetBackNothingFires() throws SQLException {
    ClockGuard guard = guard(MOST);
    databaseSteps(Duration.ofHours(-1));
    guard.compareWithDatabase();
    assertThat(guard.isRight()).isFalse();
  }

  @Test
  void aClockThatIsSetForwardFiresNothingUntilItIsSetBack() throws SQLException {
    ClockGuard guard = guard(MOST);
    system.pass(Duration.ofMinutes(2));
    assertThat(guard.isRight()).isFalse();
    system.pass(Duration.ofMinutes(-2));
    assertThat(guard.isRight()).isTrue();
    assertThat(clock.setBackBy()).isZero();
  }

  @Test
  void ifTheDatabasesClockIsSetForwardWithItTheNextLookTells() throws SQLException {
    ClockGuard guard = guard(MOST);
    system.pass(Duration.ofHours(1));
    databaseSteps(Duration.ofHours(1));
    assertThat(guard.isRight()).isFalse();
    guard.compareIfWrong();
    assertThat(guard.isRight()).isTrue();
    assertThat(guard.problem()).isEmpty();
  }

  @Test
  void aSmallStepIsNoProblem() throws SQLException {
    ClockGuard guard = guard(MOST);
    system.pass(Duration.ofSeconds(-9));
    assertThat(guard.isRight()).isTrue();
    assertThat(guard.problem()).isEmpty();
    assertThat(clock.setBackBy()).isEqualTo(Duration.ofSeconds(9));
  }

  @Test
  void withoutABoundAnyClockIsRight() throws SQLException {
    ClockGuard guard = guard(Duration.ZERO);
    system.pass(Duration.ofDays(400));
    guard.compareWithDatabase();
    assertThat(guard.isRight()).isTrue();
    system.pass(Duration.ofDays(-400));
    assertThat(guard.problem()).isEmpty();
  }
}
