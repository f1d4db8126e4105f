package io.millrace.runners.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.LogWatch;
import io.millrace.engine.task.LogLine.Level;
import io.millrace.engine.worker.Execution;
import io.millrace.engine.worker.LineSplitter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Follows the log of a container. The stream may break at any time. It is then read again from the
 * beginning, and the lines that are known are skipped. The last reading begins after the program
 * has ended, so nothing is missing.
 */
final class PodLog {
  private static final Duration PAUSE = Duration.ofMillis(500);

  private final Execution execution;
  private final KubernetesClient client;
  private final String namespace;
  private final String pod;
  private final BooleanSupplier stopped;
  private final CountDownLatch programEnded = new CountDownLatch(1);
  private final CompletableFuture<Void> complete = new CompletableFuture<>();
  private long known;
  private volatile String lastLine = "";
  private volatile @Nullable LogWatch open;

  PodLog(
      Execution execution,
      KubernetesClient client,
      String namespace,
      String pod,
      BooleanSupplier stopped) {
    this.execution = execution;
    this.client = client;
    this.namespace = namespace;
    this.pod = pod;
    this.stopped = stopped;
    this.known = execution.loggedBefore();
  }

  /** Reads until the program has ended and all is read. Runs on a thread of its own. */
  void follow() {
    try {
      boolean ended = false;
      while (!ended && !stopped.getAsBoolean()) {
        boolean endedBefore = programEnded.getCount() == 0;
        boolean whole = read();
        ended = endedBefore && whole;
        if (!ended && !endedBefore) {
          programEnded.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        } else if (!ended) {
          Thread.sleep(PAUSE.toMillis());
        }
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    } finally {
      complete.complete(null);
    }
  }

  /** Returns whether the stream ended by itself. */
  private boolean read() {
    long[] number = {0};
    LineSplitter lines =
        new LineSplitter(
            execution.mask(),
            line -> {
              number[0]++;
              if (!line.isBlank()) {
                lastLine = line;
              }
              if (number[0] > known) {
                known = number[0];
                execution.log(Level.INFO, line);
              }
            });
    try (LogWatch watch =
        client
            .pods()
            .inNamespace(namespace)
            .withName(pod)
            .inContainer(JobManifest.CONTAINER)
            .withReadyWaitTimeout(0)
            .watchLog()) {
      open = watch;
      InputStream in = watch.getOutput();
      byte[] buffer = new byte[8 * 1024];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        lines.add(ByteBuffer.wrap(buffer, 0, n));
      }
      if (programEnded.getCount() == 0) {
        lines.end(); // before that, a line at the end may be half of one
      }
      return true;
    } catch (IOException | KubernetesClientException broken) {
      return false;
    } finally {
      open = null;
    }
  }

  /** The program has ended: what is there now is all. */
  void programEnded() {
    programEnded.countDown();
  }

  void awaitComplete(Duration atMost) throws InterruptedException {
    try {
      complete.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException late) {
      execution.log(Level.ERROR, "the end of the log cannot be read from the cluster");
    }
  }

  String lastLine() {
    return lastLine;
  }

  void close() {
    programEnded();
    LogWatch watch = open;
    if (watch != null) {
      watch.close();
    }
  }
}
