package io.millrace.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class WakeTimeTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  @Test
  void aDueTimeThatHasComeOnTheOtherNodeHasComeHereToo() {
    assertThat(WakeTime.of(NOON.plusMillis(3), NOON)).isEqualTo(NOON.plusMillis(3));
  }

  @Test
  void aClockThatIsFarAheadDecidesNothing() {
    assertThat(WakeTime.of(NOON.plusMillis(1_000), NOON)).isEqualTo(NOON.plusMillis(1_000));
    assertThat(WakeTime.of(NOON.plusMillis(1_001), NOON)).isEqualTo(NOON);
  }

  @Test
  void otherwiseTheClockOfThisNodeDecides() {
    assertThat(WakeTime.of(NOON.minusMillis(3), NOON)).isEqualTo(NOON);
    assertThat(WakeTime.of(null, NOON)).isEqualTo(NOON);
  }
}
