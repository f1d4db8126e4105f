package io.millrace.engine.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.simulate.ProcessorShare.WorkSpell;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessorShareTest {
  private final long[] nanos = {0};
  private final long[] cpuNanos = {0};
  private final List<Duration> rests = new ArrayList<>();
  private final WorkSpell spell =
      new ProcessorShare(() -> nanos[0], () -> cpuNanos[0], rests::add).begin();

  private void work(long millis, long ofProcessor) {
    nanos[0] += Duration.ofMillis(millis).toNanos();
    cpuNanos[0] += Duration.ofMillis(ofProcessor).toNanos();
  }

  @Test
  void whoHasAProcessorOfHisOwnDoesNotRest() {
    for (int i = 0; i < 50; i++) {
      work(20, 19);
      spell.pause();
    }
    assertThat(rests).isEmpty();
  }

  @Test
  void whoSharesAProcessorRestsThreeTimesAsLongAsHeWorks() {
    for (int i = 0; i < 10; i++) {
      work(20, 10);
      spell.pause();
    }
    assertThat(rests).containsExactly(Duration.ofMillis(300), Duration.ofMillis(300));
  }

  @Test
  void theTimeOfAnAnswerIsNoWork() {
    work(500, 0);
    spell.resume();
    work(100, 100);
    spell.pause();
    assertThat(rests).isEmpty();
  }

  @Test
  void theClocksOfAThreadSeeItsWork() {
    ProcessorShare share = ProcessorShare.ofThisThread();
    long before = share.cpuNanos().getAsLong();
    double sum = 0;
    while (share.cpuNanos().getAsLong() - before < 1_000_000) {
      sum += Math.sqrt(sum + 1);
    }
    assertThat(sum).isPositive();
  }
}
