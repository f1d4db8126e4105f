package io.millrace.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.input.FieldError;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.RunSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PullRunnerTest {
  private static List<FieldError> check(Map<String, Object> config) {
    return TestExecution.runners().check(new RunSpec("pull", config), "run");
  }

  @Test
  void aQueueAndABodyMayBeGivenOrNot() {
    assertThat(check(Map.of())).isEmpty();
    assertThat(check(Map.of("queue", "reports.v2", "body", List.of(1, "two")))).isEmpty();
  }

  @Test
  void aQueueThatIsNoNameAndAFieldThatIsNotKnownAreRefused() {
    assertThat(check(Map.of("queue", "a/b", "que", "c")))
        .extracting(FieldError::field)
        .containsExactlyInAnyOrder("run.pull.queue", "run.pull.que");
    assertThat(check(Map.of("queue", 7)))
        .containsExactly(new FieldError("run.pull.queue", 7, "must be a string: put it in quotes"));
  }

  @Test
  void aNodeThatGetsOneEndsItSoThatItIsTriedAgain() {
    TestExecution test = new TestExecution("pull", Map.of(), Duration.ofMinutes(1), null);

    Outcome outcome =
        TestExecution.runners().run(test.execution).toCompletableFuture().join().orElseThrow();

    assertThat(outcome.kind()).isEqualTo(Outcome.Kind.ERROR);
    assertThat(outcome.retryable()).isTrue();
    assertThat(outcome.message()).contains("remote workers");
  }
}
