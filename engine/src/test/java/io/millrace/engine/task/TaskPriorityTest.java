package io.millrace.engine.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class TaskPriorityTest {

  @Test
  void aTaskThatIsWantedNowScoresItsPriorityLessItsAge() {
    Instant created = Instant.parse("2021-03-10T22:13:32Z");
    assertThat(TaskPriority.score(TaskPriority.NOW.value(), created))
        .isEqualTo(299_998_384_585_588L);
  }

  @Test
  void theOlderOfTwoEqualsScoresHigher() {
    Instant created = Instant.parse("2026-01-01T00:00:00Z");
    assertThat(TaskPriority.score(200, created))
        .isGreaterThan(TaskPriority.score(200, created.plusSeconds(1)));
  }

  @Test
  void noAgeMakesUpForPriority() {
    assertThat(TaskPriority.score(TaskPriority.HIGH.value(), Instant.parse("2100-01-01T00:00:00Z")))
        .isGreaterThan(TaskPriority.score(TaskPriority.LOW.value(), Instant.EPOCH));
  }
}
