package io.millrace.engine.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.guard.FreeSpaceLimits.SpaceLevel;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatabaseWriteWatchTest {
  private static final FreeSpaceLimits NEEDED =
      FreeSpaceLimits.of(ConfigFactory.parseString("warn = 256MB, ready = 100MB"));

  @ParameterizedTest
  @CsvSource({
    "256000000, ENOUGH",
    "255999999, LOW",
    "100000000, LOW",
    "99999999, TOO_LOW",
    "0, TOO_LOW"
  })
  void roomIsEnoughLowOrTooLow(long free, SpaceLevel level) {
    assertThat(NEEDED.level(free)).isEqualTo(level);
  }

  @Test
  void aWarningThatComesTooLateIsRefused() {
    assertThatThrownBy(() -> new FreeSpaceLimits(99, 100))
        .hasMessageContaining("millrace.db.free-space");
  }

  @Test
  void aNodeIsNotReadyWithTooLittleRoomAndReadyAgainWithMore() {
    AtomicLong free = new AtomicLong(150_000_000);
    DatabaseWriteWatch watch =
        new DatabaseWriteWatch(
            new WriteProbe(TestDatabase.fresh().dataSource()), NEEDED, free::get);
    watch.check();
    assertThat(watch.fault()).as("low, but not too low").isEmpty();
    free.set(50_000_000);
    watch.check();
    assertThat(watch.fault()).hasValueSatisfying(why -> assertThat(why).contains("50 MB left"));
    free.set(300_000_000);
    watch.check();
    assertThat(watch.fault()).isEmpty();
  }
}
