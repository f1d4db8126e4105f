package io.millrace.engine.token;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskId;
import io.millrace.engine.task.TaskOrigin;
import io.millrace.engine.task.TaskProgress;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.task.TaskResult;
import io.millrace.engine.task.TaskRoute;
import io.millrace.engine.task.TaskStatus;
import io.millrace.engine.task.TaskTimes;
import io.millrace.engine.token.StepDurations.Spread;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class StepDurationsTest {
  private static final Instant AT = Instant.parse("2026-03-01T12:00:00Z");

  private static Task task(int no, String step, TaskStatus status, int waited, Integer ran) {
    Instant started = AT.plusSeconds(waited);
    Instant ended = ran == null ? null : started.plusSeconds(ran);
    return new Task(
        new TaskId("p.j", step, new UUID(1, no)),
        new TaskOrigin(1, TaskReason.TRIGGER, new TokenId(7, step, AT).owner(), AT),
        new TaskRoute(200, "DEFAULT", "default", ""),
        status,
        new TaskTimes(AT, Duration.ofMinutes(1), started, ended, ended),
        new TaskProgress("", null, ""),
        new TaskResult("", "", null));
  }

  @Test
  void theStepWithTheLongestMedianComesFirst() {
    List<StepDurations> found =
        StepDurations.of(
            List.of(
                task(1, "quick", TaskStatus.SUCCESS, 1, 2),
                task(2, "slow", TaskStatus.SUCCESS, 1, 30),
                task(3, "slow", TaskStatus.FAILED, 5, 90),
                task(4, "slow", TaskStatus.SUCCESS, 3, 20),
                task(5, "quick", TaskStatus.RUNNING, 1, null)));
    assertThat(found).extracting(StepDurations::step).containsExactly("slow", "quick");
    assertThat(found.get(0))
        .isEqualTo(
            new StepDurations(
                "slow",
                3,
                1,
                new Spread(Duration.ofSeconds(30), Duration.ofSeconds(90)),
                new Spread(Duration.ofSeconds(3), Duration.ofSeconds(5)),
                new TaskId("p.j", "slow", new UUID(1, 3))));
    assertThat(found.get(1).attempts()).isEqualTo(1);
  }
}
