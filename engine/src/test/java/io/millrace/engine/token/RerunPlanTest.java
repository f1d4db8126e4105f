package io.millrace.engine.token;

import static io.millrace.engine.token.TestStep.step;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.job.Job;
import io.millrace.engine.task.TokenRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which tokens of a rerun range start at once, and which wait for others. */
class RerunPlanTest {
  private static final Instant DAY = Instant.parse("2026-01-02T00:00:00Z");

  private final Job job =
      new InMemoryJobs()
          .put(
              7,
              step("extract", "trigger/daily"),
              step("load", "step/extract", "job-9/step/extract", "job-7/step/load@1h"),
              step("alarm").failures("step/load"));

  private static TokenRow row(String step, int hour) {
    Instant time = DAY.plus(Duration.ofHours(hour));
    return new TokenRow(
        owner(step, hour), 7, step, time, TokenRow.TokenState.SUCCESS, 0, Instant.EPOCH);
  }

  private static String owner(String step, int hour) {
    return new TokenId(7, step, DAY.plus(Duration.ofHours(hour))).owner();
  }

  @Test
  void whatFollowsAnotherOneOfTheRangeWaitsForIt() {
    RerunPlan rerun =
        RerunPlan.of(job, List.of(row("extract", 0), row("load", 0), row("alarm", 0)));
    assertThat(rerun.started()).containsExactly(owner("extract", 0));
    assertThat(rerun.waiting())
        .isEqualTo(
            Map.of(
                owner("load", 0), List.of("step/extract"),
                owner("alarm", 0), List.of("!step/load")));
  }

  @Test
  void anOffsetLeadsToAnEarlierTimeOfTheRange() {
    RerunPlan rerun = RerunPlan.of(job, List.of(row("load", 0), row("load", 1), row("load", 3)));
    assertThat(rerun.started()).containsExactly(owner("load", 0), owner("load", 3));
    assertThat(rerun.waiting()).isEqualTo(Map.of(owner("load", 1), List.of("job-7/step/load@1h")));
  }

  @Test
  void whatFollowsSomethingThatIsNotInTheRangeRunsAtOnce() {
    RerunPlan rerun = RerunPlan.of(job, List.of(row("extract", 1), row("load", 0)));
    assertThat(rerun.waiting()).isEmpty();
    assertThat(rerun.started()).hasSize(2);
  }

  @Test
  void aStepThatIsGoneIsLeftOut() {
    assertThat(RerunPlan.of(job, List.of(row("gone", 0))))
        .isEqualTo(new RerunPlan(Map.of(), List.of()));
  }
}
