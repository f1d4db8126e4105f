package io.millrace.engine.flywheel;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NewUserPauseTest {

  @Test
  void thereIsNoPauseBeforeTheFirstPlan() {
    assertThat(new NewUserPause().isOver(-5)).isTrue();
    assertThat(new NewUserPause().isOver(5)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"PT0.01S, PT0S", "PT0.5S, PT0S", "PT0.501S, PT10.02S", "PT2S, PT40S"})
  void aLongPlanIsFollowedByTwentyTimesItsTime(Duration took, Duration pause) {
    NewUserPause pauses = new NewUserPause();
    long begun = Long.MAX_VALUE - 1_000; // the clock may run over
    long ended = begun + took.toNanos();
    pauses.planned(begun, ended);
    assertThat(pauses.isOver(ended + pause.toNanos())).isTrue();
    if (!pause.isZero()) {
      assertThat(pauses.isOver(ended + pause.toNanos() - 1)).isFalse();
    }
  }
}
