package io.millrace.engine.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class PriorityTest {

  @Test
  void aTaskThatIsWantedNowScoresItsPriorityLessItsAge() {
    Instant created = Instant.parse("2021-03-10T22:13:32Z");
    assertThat(Priority.score(Priority.NOW.value(), created)).isEqualTo(299_998_384_585_588L);
  }

  @Test
  void theOlderOfTwoEqualsScoresHigher() {
    Instant created = Instant.parse("2026-01-01T00:00:00Z");
    assertThat(Priority.score(200, created))
        .isGreaterThan(Priority.score(200, created.plusSeconds(1)));
  }

  @Test
  void noAgeMakesUpForPriority() {
    assertThat(Priority.score(Priority.HIGH.value(), Instant.parse("2100-01-01T00:00:00Z")))
        .isGreaterThan(Priority.score(Priority.LOW.value(), Instant.EPOCH));
  }
}
