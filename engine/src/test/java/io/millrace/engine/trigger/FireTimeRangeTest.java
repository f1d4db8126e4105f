package io.millrace.engine.trigger;

import static io.millrace.engine.trigger.TriggerExamples.at;
import static io.millrace.engine.trigger.TriggerExamples.every;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.job.CatchUpMode;
import io.millrace.engine.job.Trigger;
import io.millrace.engine.schedule.CronSchedule;
import io.millrace.engine.schedule.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FireTimeRangeTest {
  private static final Instant START = at("2022-01-01T00:00:00Z");

  /** Triggers that fire regularly, in bursts, rarely, or with a year without fires. */
  private static final List<String> SCHEDULES =
      List.of(
          "every 7m from 2022-01-01T00:00:00Z",
          "every 1h1m from 2021-12-31T23:17:00Z",
          "0 */5 * * * ? in Europe/London",
          "*/10 30-32 2 * * ?",
          "0 0 0 1 * ?",
          "0 * * * * ? 2022,2024");

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void theNewestAreTheLastOfAll(int seed) {
    Random random = new Random(seed);
    for (String text : SCHEDULES) {
      Trigger trigger =
          new Trigger("t", START, null, Schedule.parse(text), Duration.ZERO, CatchUpMode.EARLIEST);
      Instant after = START.plusSeconds(random.nextInt(100_000_000) - 1_000);
      Instant last = after.plusSeconds(random.nextInt(2_000_000));
      FireTimeRange span = new FireTimeRange(trigger, after, last);
      List<Instant> all = span.oldest(Integer.MAX_VALUE);
      for (int n : new int[] {1, 2, 10, 1 + random.nextInt(200)}) {
        assertThat(span.newest(n))
            .as("%s of %s", n, text)
            .isEqualTo(all.subList(Math.max(0, all.size() - n), all.size()));
      }
      assertThat(span.count()).isEqualTo(all.size());
      assertThat(all.stream().allMatch(time -> time.isAfter(after) && !time.isAfter(last)))
          .isTrue();
    }
  }

  @Test
  @Timeout(20)
  void aDenseYearBeforeAnEmptyOneIsNotWalkedThrough() {
    Trigger trigger =
        new Trigger(
            "t",
            START,
            null,
            CronSchedule.parse("* * * * * ? 2022-2032"),
            Duration.ZERO,
            CatchUpMode.EARLIEST);
    Instant newYear = at("2033-01-01T00:00:00Z");
    FireTimeRange span = new FireTimeRange(trigger, START, at("2040-01-01T00:00:00Z"));
    assertThat(span.newest(1000))
        .hasSize(1000)
        .startsWith(newYear.minusSeconds(1000))
        .endsWith(newYear.minusSeconds(1));
  }

  @Test
  void theStartIsTheFirstAndNothingIsBeforeIt() {
    Trigger trigger = every("PT1H", START);
    assertThat(
            new FireTimeRange(trigger, START.minusSeconds(9999), START.plusSeconds(3600))
                .oldest(10))
        .containsExactly(START, START.plusSeconds(3600));
    assertThat(new FireTimeRange(trigger, START, START.plusSeconds(3599)).first()).isEmpty();
    assertThat(new FireTimeRange(trigger, START, START.plusSeconds(3599)).newest(5)).isEmpty();
  }
}
