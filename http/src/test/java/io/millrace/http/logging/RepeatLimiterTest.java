package io.millrace.http.logging;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.http.logging.RepeatLimiter.SuppressedRepeats;
import org.junit.jupiter.api.Test;

class RepeatLimiterTest {
  private final RepeatLimiter<String> faults = new RepeatLimiter<>();

  @Test
  void theSameIsSaidOnceAMinuteAndThenHowOftenItWasMeant() {
    assertThat(faults.isNew("full", 0)).isTrue();
    for (int i = 0; i < 231_315; i++) {
      assertThat(faults.isNew("full", i / 10)).isFalse();
    }
    assertThat(faults.isNew("other", 5)).isTrue();
    assertThat(faults.takeSuppressed(59_999)).isEmpty();
    assertThat(faults.takeSuppressed(60_005))
        .containsExactly(new SuppressedRepeats<>("full", 231_315));
    assertThat(faults.isNew("full", 60_006)).isTrue();
    assertThat(faults.takeSuppressed(120_006)).as("nothing was left out").isEmpty();
  }

  @Test
  void whatIsBeyondTheBoundIsSaid() {
    for (int i = 0; i < RepeatLimiter.MOST; i++) {
      faults.isNew("fault " + i, 0);
    }
    assertThat(faults.isNew("more", 0)).isTrue();
    assertThat(faults.isNew("more", 0)).isTrue();
  }
}
