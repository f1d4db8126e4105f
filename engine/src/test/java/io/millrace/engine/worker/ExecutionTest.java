package io.millrace.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.task.LogLine;
import io.millrace.engine.task.LogLine.Level;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExecutionTest {
  private final TestExecution test = TestExecution.process("true");
  private final List<String> stopped = new ArrayList<>();

  @Test
  void aLineHasTheTimeOfTheInjectedClock() {
    test.execution.log(Level.ERROR, "oh");

    assertThat(test.lines).containsExactly(new LogLine(TestExecution.NOW, Level.ERROR, "oh"));
  }

  @Test
  void aCancelStopsTheWorkOnce() {
    test.execution.onCancel(() -> stopped.add("work"));
    assertThat(test.execution.isCanceled()).isFalse();

    test.execution.cancel();
    test.execution.cancel();

    assertThat(stopped).containsExactly("work");
    assertThat(test.execution.isCanceled()).isTrue();
  }

  @Test
  void workThatBeginsAfterTheCancelIsStoppedAtOnce() {
    test.execution.cancel();
    test.execution.onCancel(() -> stopped.add("late work"));

    assertThat(stopped).containsExactly("late work");
  }

  @Test
  void oneThatCannotStopDoesNotKeepTheOthersFromStopping() {
    test.execution.onCancel(() -> stopped.add("first"));
    test.execution.onCancel(
        () -> {
          throw new IllegalStateException("oh");
        });
    test.execution.onCancel(() -> stopped.add("third"));

    test.execution.cancel();

    assertThat(stopped).containsExactlyInAnyOrder("first", "third");
  }
}
