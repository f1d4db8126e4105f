package io.millrace.engine.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import io.millrace.engine.node.FreeSpace.Level;
import io.millrace.engine.store.TestDatabase;
import io.millrace.engine.store.WriteProbe;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WriteWatchTest {
  private static final FreeSpace NEEDED =
      FreeSpace.of(ConfigFactory.parseString("warn = 256MB, ready = 100MB"));

  @ParameterizedTest
  @CsvSource({
    "256000000, ENOUGH",
    "255999999, LOW",
    "100000000, LOW",
    "99999999, TOO_LOW",
    "0, TOO_LOW"
  })
  void roomIsEnoughLowOrTooLow(long free, Level level) {
    assertThat(NEEDED.level(free)).isEqualTo(level);
  }

  @Test
  void aWarningThatComesTooLateIsRefused() {
    assertThatThrownBy(() -> new FreeSpace(99, 100)).hasMessageContaining("millrace.db.free-space");
  }

  @Test
  void aNodeIsNotReadyWithTooLittleRoomAndReadyAgainWithMore() {
    AtomicLong free = new AtomicLong(150_000_000);
    WriteWatch watch =
        new WriteWatch(new WriteProbe(TestDatabase.fresh().dataSource()), NEEDED, free::get);
    watch.look();
    assertThat(watch.fault()).as("low, but not too low").isEmpty();
    free.set(50_000_000);
    watch.look();
    assertThat(watch.fault()).hasValueSatisfying(why -> assertThat(why).contains("50 MB left"));
    free.set(300_000_000);
    watch.look();
    assertThat(watch.fault()).isEmpty();
  }
}
