package io.millrace.engine.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.JournalKit;
import io.millrace.engine.policy.Attempt;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.token.TokenId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The same small day of jobs through real actors and through the simulator gives the same starts.
 */
class SharedJobsTest {
  private static final int SEEDS = 100;

  private static JournalKit journal;

  @BeforeAll
  static void start() {
    journal = JournalKit.start();
  }

  @AfterAll
  static void stop() {
    journal.close();
  }

  private static List<String> simulatedStarts(SmallJobs world, Map<TaskReason, Integer> reasons) {
    List<String> starts = new ArrayList<>();
    SimulationListener notes =
        new SimulationListener() {
          @Override
          public void started(int row, TokenId token, Attempt attempt, Instant at) {
            starts.add(SmallJobs.start(token.owner(), attempt.no(), at, attempt.uid()));
            reasons.merge(attempt.reason(), 1, Integer::sum);
          }
        };
    Simulator.run(world.simulated(), notes);
    return starts;
  }

  @Test
  void triggersTokensAndTheirPoolShareTheRules() throws Exception {
    Map<TaskReason, Integer> reasons = new EnumMap<>(TaskReason.class);
    for (int seed = 1; seed <= SEEDS; seed++) {
      SmallJobs world = SmallJobs.of(seed);
      List<String> simulated = simulatedStarts(world, reasons);
      try (RealJobDay day = RealJobDay.start(journal, world)) {
        assertThat(day.run()).as("seed %d", seed).isEqualTo(simulated);
      }
    }
    assertThat(reasons.getOrDefault(TaskReason.TRIGGER, 0)).isGreaterThan(SEEDS * 5);
    assertThat(reasons.getOrDefault(TaskReason.CATCH_UP, 0)).isGreaterThan(SEEDS);
    assertThat(reasons.getOrDefault(TaskReason.RETRY, 0)).isGreaterThan(SEEDS);
  }
}
