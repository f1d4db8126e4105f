package io.millrace.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.input.InvalidInputException;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IntervalScheduleTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final IntervalSchedule EVEN_HOURS =
      new IntervalSchedule(Duration.ofHours(2), START);

  @ParameterizedTest
  @CsvSource({
    "2020-05-05T05:05:05Z, 2026-01-01T00:00:00Z",
    "2025-12-31T23:59:59.999999999Z, 2026-01-01T00:00:00Z",
    "2026-01-01T00:00:00Z, 2026-01-01T02:00:00Z",
    "2026-01-01T01:59:59.999999999Z, 2026-01-01T02:00:00Z",
    "2026-01-01T02:00:00Z, 2026-01-01T04:00:00Z",
    "2031-07-07T13:13:13Z, 2031-07-07T14:00:00Z",
  })
  void every_two_hours_from_midnight_stays_at_even_hours(Instant after, Instant expected) {
    assertThat(EVEN_HOURS.nextAfter(after)).contains(expected);
  }

  @Test
  void without_a_start_it_is_anchored_at_the_epoch() {
    assertThat(IntervalSchedule.parse("every 2h").nextAfter(START.plusSeconds(1)))
        .contains(START.plus(Duration.ofHours(2)));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void the_next_fire_is_the_first_multiple_after_any_time(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 10_000; i++) {
      Duration every = Duration.ofMillis(1 + (long) (random.nextDouble() * 1e9));
      Instant after = START.plusMillis((long) (random.nextDouble() * 1e12));
      Instant next = new IntervalSchedule(every, START).nextAfter(after).orElseThrow();
      assertThat(next).isAfter(after);
      assertThat(next.minus(every)).isBeforeOrEqualTo(after);
      assertThat(Duration.between(START, next).toMillis() % every.toMillis()).isZero();
    }
  }

  @Test
  void centuries_may_lie_between() {
    Instant one = Instant.parse("0001-01-01T00:00:00Z");
    assertThat(new IntervalSchedule(Duration.ofHours(7), one).nextAfter(START))
        .contains(one.plus(Duration.ofHours(7).multipliedBy(2_535_827)));
    assertThat(new IntervalSchedule(Duration.ofDays(200_000), START).nextAfter(START))
        .contains(START.plus(Duration.ofDays(200_000)));
  }

  @Test
  void the_ends_of_time_are_no_fault() {
    assertThat(EVEN_HOURS.nextAfter(Instant.MIN)).contains(START);
    assertThat(EVEN_HOURS.nextAfter(Instant.MAX)).isEmpty();
    assertThat(new IntervalSchedule(Duration.ofNanos(1), START).nextAfter(Instant.MAX)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "every 0s",
        "every -2h",
        "every 2h from now",
        "every 2h from 2026-01-01",
        "every 2h at 5",
      })
  void a_wrong_interval_is_refused(String text) {
    assertThatThrownBy(() -> Schedule.parse(text)).isInstanceOf(InvalidInputException.class);
  }

  @Test
  void the_length_of_an_interval_must_be_more_than_nothing() {
    assertThatThrownBy(() -> new IntervalSchedule(Duration.ZERO, START))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("every = 0s: must be more than 0");
  }
}
