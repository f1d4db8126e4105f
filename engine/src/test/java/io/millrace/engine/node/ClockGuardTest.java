package io.millrace.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.TestClock;
import io.millrace.engine.store.DatabaseUrl;
import io.millrace.engine.store.TestDatabase;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

class ClockGuardTest {
  private final PGSimpleDataSource database = new PGSimpleDataSource();
  private final TestClock clock = new TestClock(Clock.systemUTC().instant());
  private final AtomicLong nanos = new AtomicLong();

  @BeforeEach
  void create() {
    DatabaseUrl url = TestDatabase.empty();
    database.setUrl(url.url());
    database.setUser(url.user());
    database.setPassword(url.password());
  }

  private ClockGuard guard(String most) {
    return new ClockGuard(clock, nanos::get, database, Duration.parse(most));
  }

  private void timePasses(Duration duration) {
    clock.pass(duration);
    nanos.addAndGet(duration.toNanos());
  }

  @Test
  void theDatabasesClockIsRight() throws SQLException {
    ClockGuard guard = guard("PT30S");
    guard.look();
    assertThat(guard.isRight()).isTrue();
    assertThat(guard.offset().abs()).isLessThan(Duration.ofSeconds(20));
    timePasses(Duration.ofHours(1));
    assertThat(guard.isRight()).as("an hour later").isTrue();
  }

  @Test
  void aClockThatIsTooFarOffIsNotUntilItIsSetRight() throws SQLException {
    clock.pass(Duration.ofMinutes(5));
    ClockGuard guard = guard("PT30S");
    guard.look();
    assertThat(guard.isRight()).isFalse();
    clock.pass(Duration.ofMinutes(-5));
    guard.look();
    assertThat(guard.isRight()).isTrue();
  }

  @Test
  void aStepIsNoticedBeforeTheNextLook() throws SQLException {
    ClockGuard guard = guard("PT30S");
    guard.look();
    clock.pass(Duration.ofMinutes(-2));
    assertThat(guard.isRight()).isFalse();
    clock.pass(Duration.ofMinutes(4));
    assertThat(guard.isRight()).isFalse();
    clock.pass(Duration.ofMinutes(-2));
    assertThat(guard.isRight()).isTrue();
  }

  @Test
  void withoutABoundAnyClockIsRight() throws SQLException {
    ClockGuard guard = guard("PT0S");
    clock.pass(Duration.ofDays(400));
    guard.look();
    assertThat(guard.isRight()).isTrue();
  }
}
