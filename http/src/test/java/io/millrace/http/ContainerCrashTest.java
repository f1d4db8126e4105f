package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.runners.container.ContainerCrash;
import io.millrace.runners.container.PodmanEngine;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The short form of {@code ./sbt "bench/run containers 500"}. */
class ContainerCrashTest {
  private static final int TASKS = 20;

  @Test
  void afterASigkillEveryContainerTaskEndsNoneRunsTwiceAtOnceAndNoContainerIsLeft(
      @TempDir Path temp) throws Exception {
    PodmanEngine.shared();
    ContainerCrash.Verdict verdict = new ContainerCrash(temp).run(TASKS, 20_261_118);
    assertThat(verdict.leftByTheKill()).as("the kill left some").isPositive();
    assertThat(verdict.succeeded()).isEqualTo(TASKS);
    assertThat(verdict.attempts()).isGreaterThanOrEqualTo(TASKS);
    assertThat(verdict.overlaps()).isZero();
    assertThat(verdict.left()).isZero();
  }
}
