package io.millrace.engine.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class PauseDetectorTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final Duration PATIENCE = Duration.ofSeconds(9);

  private final PauseDetector pauses = new PauseDetector(Duration.ofSeconds(1), NOON, NOON);
  private Instant now = NOON;

  private Duration beatAfter(long millis) {
    now = now.plusMillis(millis);
    return pauses.beat(now);
  }

  private void run(long seconds) {
    for (long second = 0; second < seconds; second++) {
      assertThat(beatAfter(1000)).isZero();
    }
  }

  private boolean isOver(Instant heardAt) {
    return pauses.isSilentTooLong(heardAt, PATIENCE, now);
  }

  @Test
  void whoIsSilentWhileTheNodeRunsIsSoWhenHisTimeIsOver() {
    run(9);
    assertThat(isOver(NOON)).isFalse();
    run(1);
    assertThat(isOver(NOON)).isTrue();
    assertThat(isOver(Instant.MIN)).as("never heard of").isTrue();
    assertThat(isOver(now.minusSeconds(9))).isFalse();
  }

  @Test
  void aBeatThatIsALittleLateIsNoPause() {
    assertThat(beatAfter(2000)).isZero();
    assertThat(beatAfter(2001)).isEqualTo(Duration.ofMillis(1001));
  }

  @Test
  void afterAPauseEverybodyHasTheWholeOfHisTimeAgain() {
    run(8);
    assertThat(beatAfter(12_000)).isEqualTo(Duration.ofSeconds(11));
    assertThat(isOver(NOON)).isFalse();
    run(9);
    assertThat(isOver(NOON)).isFalse();
    run(1);
    assertThat(isOver(NOON)).as("the other one is really silent").isTrue();
  }

  @Test
  void whileABeatIsOverdueNobodyIsJudged() {
    run(8);
    now = now.plusSeconds(12);
    assertThat(isOver(NOON))
        .as("the first message after the pause comes before the beat")
        .isFalse();
  }

  @Test
  void onePauseAfterTheOtherIsNotHeldAgainstAnybodyEither() {
    for (int pause = 0; pause < 10; pause++) {
      assertThat(beatAfter(12_000)).isPositive();
      assertThat(isOver(NOON)).isFalse();
      run(1);
    }
  }

  @Test
  void aNodeThatIsAlwaysLateIsSlowAndStillNoticesTheDead() {
    for (int late = 0; late < 3; late++) {
      assertThat(beatAfter(4000)).isPositive();
    }
    beatAfter(4000);
    beatAfter(4000);
    assertThat(isOver(NOON)).isFalse();
    beatAfter(4000);
    assertThat(isOver(NOON)).isTrue();
    beatAfter(0);
    assertThat(beatAfter(4000)).as("its clock stood still in between").isZero();
  }
}
