package io.millrace.bench;

import io.millrace.runners.container.ContainerCost;
import io.millrace.runners.container.ContainerCrash;
import io.millrace.runners.container.PodmanEngine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.Callable;

/** Containers on a real engine: whether a kill of their node leaves any, and what each costs. */
final class ContainersBench {
  private final Path home;

  ContainersBench(Path home) {
    this.home = home;
  }

  void run(int tasks, int seed, int rounds) throws Exception {
    System.out.printf("%,d container tasks on 8 channels, node killed, seed %d%n", tasks, seed);
    long begin = System.nanoTime();
    ContainerCrash.Verdict verdict =
        new ContainerCrash(Files.createDirectory(home.resolve("crash"))).run(tasks, seed);
    Duration took = Duration.ofNanos(System.nanoTime() - begin);
    System.out.printf("  %s, in %d s%n", verdict, took.toSeconds());
    if (verdict.succeeded() != tasks || verdict.overlaps() > 0 || verdict.left() > 0) {
      throw new IllegalStateException("containers were lost, doubled or left");
    }
    cost(rounds);
  }

  /** One after the other, in turn, so that both see the same machine. */
  private static void cost(int rounds) throws Exception {
    PodmanEngine engine = PodmanEngine.shared();
    double[] podman = new double[rounds];
    double[] millrace = new double[rounds];
    try (ContainerCost runner = ContainerCost.start(engine)) {
      for (int i = 0; i < rounds; i++) {
        podman[i] = millis(() -> engine.podman(ContainerCost.PODMAN_RUN));
        millrace[i] = millis(runner::run);
      }
    }
    System.out.printf(
        "one container that does nothing, %d of each in turn, ms:%n  podman run --rm   median"
            + " %4.0f, p90 %4.0f%n  container runner  median %4.0f, p90 %4.0f%n",
        rounds,
        percentile(podman, 50),
        percentile(podman, 90),
        percentile(millrace, 50),
        percentile(millrace, 90));
  }

  private static double millis(Callable<?> work) throws Exception {
    long begin = System.nanoTime();
    work.call();
    return (System.nanoTime() - begin) / 1e6;
  }

  private static double percentile(double[] values, int percent) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[(sorted.length - 1) * percent / 100];
  }
}
