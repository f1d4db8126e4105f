package io.millrace.runners.kubernetes;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.LogLine.Level;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.worker.Execution;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Follows a Job until its attempt has an outcome. It looks at the Job again and again. A watch only
 * makes it look sooner, so a watch that is lost does no harm. While the API server is away, the Job
 * goes on, and so does this.
 */
final class JobFollower {
  private static final Duration LOG_WITHIN = Duration.ofSeconds(30);

  private final Execution execution;
  private final KubernetesClient client;
  private final String namespace;
  private final String name;
  private final KubernetesSettings settings;
  private final Duration lookEvery;
  private final Executor threads;
  private final Semaphore wakeUp = new Semaphore(0);
  private volatile boolean stopped;
  private @Nullable PodLog log;
  private @Nullable Watch watch;
  private volatile boolean watching;
  private @Nullable Instant blockedSince;
  private String lastNote = "";

  JobFollower(
      Execution execution,
      KubernetesClient client,
      String namespace,
      KubernetesSettings settings,
      Duration lookEvery,
      Executor threads) {
    this.execution = execution;
    this.client = client;
    this.namespace = namespace;
    this.name = JobManifest.name(execution.assignment().attemptUid());
    this.settings = settings;
    this.lookEvery = lookEvery;
    this.threads = threads;
  }

  /** Stops to follow. The Job is left as it is. */
  void stop() {
    stopped = true;
    wakeUp.release();
  }

  /** Returns the outcome. Blocks its thread. */
  Outcome follow() throws InterruptedException {
    try {
      while (!stopped) {
        Optional<Outcome> outcome = look();
        if (outcome.isPresent()) {
          return outcome.get();
        }
        wakeUp.tryAcquire(lookEvery.toMillis(), TimeUnit.MILLISECONDS);
        wakeUp.drainPermits();
      }
      return Outcome.error("no longer followed by this node").because(FailureKind.STOPPED);
    } finally {
      stopped = true;
      close();
    }
  }

  private Optional<Outcome> look() throws InterruptedException {
    try {
      watch();
      Job job = client.batch().v1().jobs().inNamespace(namespace).withName(name).get();
      Pod pod = pod().orElse(null);
      JobVerdict verdict = JobVerdict.of(job, pod, log == null ? "" : log.lastLine());
      if (pod != null && verdict.started()) {
        readLog(pod);
      }
      if (verdict.outcome() == null) {
        return blocked(verdict.obstacle(), pod != null);
      }
      if (log != null) {
        log.programEnded();
        log.awaitComplete(LOG_WITHIN);
      }
      return Optional.ofNullable(
          JobVerdict.of(job, pod, log == null ? "" : log.lastLine()).outcome());
    } catch (KubernetesClientException away) {
      note("the API server does not answer; the Job keeps running: " + away.getMessage());
      return Optional.empty();
    }
  }

  private Optional<Pod> pod() {
    return client
        .pods()
        .inNamespace(namespace)
        .withLabel(JobManifest.ATTEMPT, execution.assignment().attemptUid().toString())
        .list()
        .getItems()
        .stream()
        .filter(pod -> pod.getStatus() != null)
        .max(Comparator.comparing(pod -> pod.getMetadata().getCreationTimestamp()));
  }

  private void readLog(Pod pod) {
    if (log == null) {
      log = new PodLog(execution, client, namespace, pod.getMetadata().getName(), () -> stopped);
      threads.execute(log::follow);
    }
  }

  /**
   * An obstacle may pass, such as a registry that is away. It ends the attempt if it lasts.
   *
   * @param obstacle absent if there is none
   * @param noted whether the log names it meanwhile; every Job is without a pod for a moment
   */
  private Optional<Outcome> blocked(@Nullable Outcome obstacle, boolean noted) {
    if (obstacle == null) {
      blockedSince = null;
      return Optional.empty();
    }
    Instant now = execution.now();
    blockedSince = blockedSince == null ? now : blockedSince;
    if (!now.isBefore(blockedSince.plus(settings.startWithin()))) {
      return Optional.of(obstacle);
    }
    if (noted) {
      note("not started yet: " + obstacle.message());
    }
    return Optional.empty();
  }

  /** Says the same only once. */
  private void note(String message) {
    if (!message.equals(lastNote) && !execution.isCanceled()) {
      lastNote = message;
      execution.log(Level.ERROR, message);
    }
  }

  private void watch() {
    if (watching) {
      return;
    }
    closeWatch();
    watching = true;
    watch =
        client
            .pods()
            .inNamespace(namespace)
            .withLabel(JobManifest.ATTEMPT, execution.assignment().attemptUid().toString())
            .watch(
                new Watcher<>() {
                  @Override
                  public void eventReceived(Action action, Pod pod) {
                    wakeUp.release();
                  }

                  @Override
                  public boolean reconnecting() {
                    return false;
                  }

                  @Override
                  public void onClose(WatcherException lost) {
                    watching = false;
                  }
                });
  }

  private void closeWatch() {
    if (watch != null) {
      watch.close();
      watch = null;
    }
  }

  private void close() {
    closeWatch();
    if (log != null) {
      log.close();
    }
  }
}
