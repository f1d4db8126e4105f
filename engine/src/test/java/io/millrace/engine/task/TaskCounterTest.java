package io.millrace.engine.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.task.TaskCounter.CountKey;
import io.millrace.engine.task.TaskCounter.CountSum;
import io.millrace.engine.task.TaskCounter.CountedEvent;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TaskCounterTest {
  private static final Instant MINUTE = Instant.parse("2026-03-01T06:00:00Z");

  private final TaskCounter counts = new TaskCounter();

  @Test
  void whatHappensInAMinuteIsCountedTogether() {
    counts.add(MINUTE.plusSeconds(1), CountedEvent.STARTED, "", 1, 200);
    counts.add(MINUTE.plusSeconds(59), CountedEvent.STARTED, "", 1, 300);
    counts.add(MINUTE.plusSeconds(60), CountedEvent.STARTED, "", 1, 50);
    assertThat(counts.take())
        .containsOnly(
            Map.entry(new CountKey(MINUTE, CountedEvent.STARTED, ""), new CountSum(2, 500)),
            Map.entry(
                new CountKey(MINUTE.plusSeconds(60), CountedEvent.STARTED, ""),
                new CountSum(1, 50)));
    assertThat(counts.take()).as("it is taken once").isEmpty();
  }

  @Test
  void whatCouldNotBeWrittenIsCountedOn() {
    counts.add(MINUTE, CountedEvent.QUEUED, "", 3, 0);
    Map<CountKey, CountSum> taken = counts.take();
    counts.add(MINUTE, CountedEvent.QUEUED, "", 1, 0);
    counts.restore(taken);
    assertThat(counts.take())
        .containsOnly(Map.entry(new CountKey(MINUTE, CountedEvent.QUEUED, ""), new CountSum(4, 0)));
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
            Map.entry(new CountKey(MINUTE, CountedEvent.FAILURE, "HTTP 503"), new CountSum(2, 0)),
            Map.entry(
                new CountKey(MINUTE, CountedEvent.TIMEOUT, "no answer before the deadline"),
                new CountSum(1, 0)),
            Map.entry(new CountKey(MINUTE, CountedEvent.CANCELED, ""), new CountSum(1, 0)),
            Map.entry(new CountKey(MINUTE, CountedEvent.SUCCESS, ""), new CountSum(1, 0)));
  }

  @Test
  void whatDiffersEachTimeIsNoReason() {
    assertThat(
            TaskCounter.shortReason(
                "order 123456 of 01a1e451-28fe-7f1d-b60d-26f9e438fcb6 failed\nat x"))
        .isEqualTo("order … of … failed");
    assertThat(TaskCounter.shortReason("HTTP 503")).isEqualTo("HTTP 503");
    assertThat(TaskCounter.shortReason("z".repeat(5_000))).hasSize(101);
  }

  @Test
  void howeverManyReasonsThereAreNoMoreThanSoManyAreKept() {
    for (int i = 0; i < 2 * TaskCounter.MOST_REASONS; i++) {
      counts.add(MINUTE, CountedEvent.FAILURE, "reason " + (char) (0x4e00 + i), 1, 0);
    }
    Map<CountKey, CountSum> taken = counts.take();
    assertThat(taken).hasSize(TaskCounter.MOST_REASONS + 1);
    assertThat(taken.get(new CountKey(MINUTE, CountedEvent.FAILURE, "other")).n())
        .isEqualTo(TaskCounter.MOST_REASONS);
  }
}
