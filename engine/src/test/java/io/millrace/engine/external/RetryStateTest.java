package io.millrace.engine.external;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RetryStateTest {
  @Test
  void eachFailureMakesItTwiceAsLateUpToAMinute() {
    Instant now = Instant.parse("2026-03-01T12:00:00Z");
    RetryState trial = RetryState.FIRST;
    List<Long> delays = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      assertThat(trial.isDue(now)).isTrue();
      trial = trial.failed(now);
      delays.add(Duration.between(now, trial.at()).toSeconds());
      assertThat(trial.isDue(trial.at().minusMillis(1))).isFalse();
      now = trial.at();
    }
    assertThat(delays.subList(0, 8)).containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L);
    assertThat(delays.subList(6, 100)).containsOnly(60L);
  }
}
