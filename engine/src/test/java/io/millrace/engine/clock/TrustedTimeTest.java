package io.millrace.engine.clock;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.clock.TrustedTime.ClockVerdict;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrustedTimeTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final Duration MOST = Duration.ofSeconds(5);
  private static final long TEN_SECONDS = 10_000_000_000L;

  private final TrustedTime atNoon = new TrustedTime(NOON, NOON, 0);

  private static Instant off(long seconds) {
    return NOON.plusSeconds(10 + seconds);
  }

  @ParameterizedTest(name = "between looks, steady {0} s and system {1} s off: {2}")
  @CsvSource({
    "0, 0, RIGHT",
    "5, 5, RIGHT",
    "-5, -5, RIGHT",
    "0, -45, RIGHT",
    "0, -3600, RIGHT",
    "6, 6, WRONG",
    "-6, -6, WRONG",
    "3600, 0, CORRECTED",
    "45, 5, CORRECTED",
    "45, -45, WRONG",
  })
  void theTimeThatPassedTellsWhichClockIsRight(long steady, long system, ClockVerdict verdict) {
    assertThat(atNoon.judge(off(steady), off(system), TEN_SECONDS, MOST)).isEqualTo(verdict);
  }

  @ParameterizedTest(name = "steady {0} s, system {1} s, database {2} s off the time that passed")
  @CsvSource({
    "0, 0, 0, RIGHT", // all clocks agree
    "0, -45, 0, RIGHT", // this machine was set back
    "0, -45, -45, RIGHT", // both were set back
    "0, -3600, -3600, RIGHT",
    "3600, 3600, 3600, RIGHT", // both were suspended or set forward
    "0, 0, -45, WRONG", // the database clock was set back
    "0, 0, 45, WRONG",
    "60, 60, 0, WRONG", // this machine was set forward
    "60, 0, 0, CORRECTED", // and back
    "60, -45, -45, CORRECTED", // and both back
  })
  void theDatabasesClockCountsUnlessBothWereSetBackTogether(
      long steady, long system, long there, ClockVerdict verdict) {
    TrustedTime looked =
        atNoon.afterReading(off(steady), off(system), off(there), TEN_SECONDS, MOST);
    assertThat(looked.judge(off(steady), off(system), TEN_SECONDS, MOST)).isEqualTo(verdict);
    assertThat(looked.offset(off(steady), TEN_SECONDS).toSeconds()).isEqualTo(steady - there);
  }

  @Test
  void whatWasSetBackTogetherStaysSoLookAfterLook() {
    TrustedTime right = atNoon;
    for (int look = 1; look <= 1000; look++) {
      long nanos = look * TEN_SECONDS;
      Instant steady = NOON.plusNanos(nanos);
      Instant back = steady.minusSeconds(3600);
      right = right.afterReading(steady, back, back, nanos, MOST);
      assertThat(right.judge(steady, back, nanos, MOST)).isEqualTo(ClockVerdict.RIGHT);
    }
  }

  @Test
  void aClockThatWasWrongFromTheStartIsCorrectedWhenItAgreesWithTheDatabase() {
    TrustedTime wrong = atNoon.afterReading(off(3600), off(3600), off(0), TEN_SECONDS, MOST);
    assertThat(wrong.judge(off(3600), off(3600), TEN_SECONDS, MOST)).isEqualTo(ClockVerdict.WRONG);
    assertThat(wrong.judge(off(3600), off(0), TEN_SECONDS, MOST)).isEqualTo(ClockVerdict.CORRECTED);
    TrustedTime looked = wrong.afterReading(off(3600), off(0), off(0), TEN_SECONDS, MOST);
    assertThat(looked.judge(off(3600), off(0), TEN_SECONDS, MOST))
        .isEqualTo(ClockVerdict.CORRECTED);
  }
}
