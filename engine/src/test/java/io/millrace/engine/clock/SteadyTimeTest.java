package io.millrace.engine.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SteadyTimeTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final Duration ABSORBED = Duration.ofSeconds(5);
  private static final long SECOND = 1_000_000_000L;

  private Instant system = NOON;
  private long nanos = -5 * SECOND; // it may begin anywhere
  private SteadyTime time = new SteadyTime(system, nanos);

  private void pass(Duration elapsed) {
    system = system.plus(elapsed);
    nanos += elapsed.toNanos();
    look();
  }

  private void step(Duration by) {
    system = system.plus(by);
    look();
  }

  private void look() {
    time = time.next(system, nanos, ABSORBED);
  }

  @Test
  void itShowsWhatTheSystemsClockShows() {
    pass(Duration.ofMillis(10));
    assertThat(time.at()).isEqualTo(system);
    pass(Duration.ofDays(100));
    assertThat(time.at()).isEqualTo(system);
  }

  @Test
  void aStepForwardIsFollowedAtOnce() {
    step(Duration.ofHours(1));
    assertThat(time.at()).isEqualTo(NOON.plusSeconds(3600));
  }

  @ParameterizedTest
  @ValueSource(longs = {6, 45, 3600, 864_000})
  void afterALargeStepBackItGoesOnByTheTimeThatPasses(long seconds) {
    step(Duration.ofSeconds(-seconds));
    assertThat(time.at()).isEqualTo(NOON);
    pass(Duration.ofHours(30));
    assertThat(time.at()).isEqualTo(NOON.plusSeconds(30 * 3600));
    step(Duration.ofSeconds(seconds));
    assertThat(time.at()).as("set right again").isEqualTo(system);
    pass(Duration.ofSeconds(1));
    assertThat(time.at()).isEqualTo(system);
  }

  @Test
  void aSmallStepBackIsAbsorbedWhileDueTimesAreMetWithinATwoThousandth() {
    step(Duration.ofSeconds(-2));
    for (int second = 1; second <= 4000; second++) {
      pass(Duration.ofSeconds(1));
      assertThat(Duration.between(time.at(), NOON.plusSeconds(second)))
          .isBetween(Duration.ZERO, Duration.ofMillis(second / 2 + 1));
    }
    assertThat(time.at()).isEqualTo(system);
  }

  @Test
  void aThreadThatIsDelayedBetweenItsReadingsDoesNotTurnItBack() {
    SteadyTime newer = time.next(system.plusSeconds(2), nanos + 2 * SECOND, ABSORBED);
    assertThat(newer.next(system.plusSeconds(1), nanos + SECOND, ABSORBED)).isEqualTo(newer);
    SteadyTime late = time.next(system, nanos + 12 * SECOND, ABSORBED);
    assertThat(late.next(system.plusSeconds(12), nanos + 12 * SECOND, ABSORBED).at())
        .as("a pause between the two readings leaves nothing behind")
        .isEqualTo(system.plusSeconds(12));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void whateverIsDoneToTheSystemsClockItNeverGoesBackAndNeverStandsStill(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < 20_000; i++) {
      Instant before = time.at();
      if (random.nextInt(10) == 0) {
        step(Duration.ofMillis(random.nextLong(-7_200_000, 60_000)));
      }
      Duration elapsed = Duration.ofNanos(random.nextLong(5 * SECOND));
      pass(elapsed);
      Duration shown = Duration.between(before, time.at());
      Duration least = elapsed.minusNanos(elapsed.toNanos() / 2_000 + 1);
      assertThat(shown).as("seed %s, reading %s", seed, i).isGreaterThanOrEqualTo(least);
      assertThat(time.at()).isAfterOrEqualTo(system);
    }
  }
}
