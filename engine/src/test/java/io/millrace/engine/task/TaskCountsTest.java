package io.millrace.engine.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.task.TaskCounts.Key;
import io.millrace.engine.task.TaskCounts.Sum;
import io.millrace.engine.task.TaskCounts.What;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TaskCountsTest {
  private static final Instant MINUTE = Instant.parse("2026-03-01T06:00:00Z");

  private final TaskCounts counts = new TaskCounts();

  @Test
  void whatHappensInAMinuteIsCountedTogether() {
    counts.add(MINUTE.plusSeconds(1), What.STARTED, "", 1, 200);
    counts.add(MINUTE.plusSeconds(59), What.STARTED, "", 1, 300);
    counts.add(MINUTE.plusSeconds(60), What.STARTED, "", 1, 50);
    assertThat(counts.take())
        .containsOnly(
            Map.entry(new Key(MINUTE, What.STARTED, ""), new Sum(2, 500)),
            Map.entry(new Key(MINUTE.plusSeconds(60), What.STARTED, ""), new Sum(1, 50)));
    assertThat(counts.take()).as("it is taken once").isEmpty();
  }

  @Test
  void whatCouldNotBeWrittenIsCountedOn() {
    counts.add(MINUTE, What.QUEUED, "", 3, 0);
    Map<Key, Sum> taken = counts.take();
    counts.add(MINUTE, What.QUEUED, "", 1, 0);
    counts.giveBack(taken);
    assertThat(counts.take())
        .containsOnly(Map.entry(new Key(MINUTE, What.QUEUED, ""), new Sum(4, 0)));
  }

  @Test
  void failuresAreCountedByTheirReasonAndOthersAreNot() {
    counts.ended(MINUTE, Outcome.failure("HTTP 503"));
    counts.ended(MINUTE, Outcome.failure("HTTP 503"));
    counts.ended(MINUTE, Outcome.timeout("no answer before the deadline"));
    counts.ended(MINUTE, Outcome.canceled("by hand"));
    counts.ended(MINUTE, Outcome.success());
    assertThat(counts.take())
        .containsOnly(
            Map.entry(new Key(MINUTE, What.FAILURE, "HTTP 503"), new Sum(2, 0)),
            Map.entry(
                new Key(MINUTE, What.TIMEOUT, "no answer before the deadline"), new Sum(1, 0)),
            Map.entry(new Key(MINUTE, What.CANCELED, ""), new Sum(1, 0)),
            Map.entry(new Key(MINUTE, What.SUCCESS, ""), new Sum(1, 0)));
  }

  @Test
  void whatDiffersEachTimeIsNoReason() {
    assertThat(
            TaskCounts.shortened(
                "order 123456 of 01a1e451-28fe-7f1d-b60d-26f9e438fcb6 failed\nat x"))
        .isEqualTo("order … of … failed");
    assertThat(TaskCounts.shortened("HTTP 503")).isEqualTo("HTTP 503");
    assertThat(TaskCounts.shortened("z".repeat(5_000))).hasSize(101);
  }

  @Test
  void howeverManyReasonsThereAreNoMoreThanSoManyAreKept() {
    for (int i = 0; i < 2 * TaskCounts.MOST_REASONS; i++) {
      counts.add(MINUTE, What.FAILURE, "reason " + (char) (0x4e00 + i), 1, 0);
    }
    Map<Key, Sum> taken = counts.take();
    assertThat(taken).hasSize(TaskCounts.MOST_REASONS + 1);
    assertThat(taken.get(new Key(MINUTE, What.FAILURE, "other")).n())
        .isEqualTo(TaskCounts.MOST_REASONS);
  }
}
