package io.millrace.runners.kubernetes;

import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.millrace.engine.input.FieldError;
import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.worker.AttemptRefusedException;
import io.millrace.engine.worker.EndedAttempts;
import io.millrace.engine.worker.Execution;
import io.millrace.engine.worker.OutcomeText;
import io.millrace.engine.worker.Runner;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code {kubernetes: {image: …}}}: runs one Job of a Kubernetes cluster for each attempt. The log
 * of its container is the task's log, exit code 0 is success. The Job keeps running if its node
 * dies, and is deleted once its outcome is stored.
 */
final class KubernetesRunner implements Runner {
  private static final Logger LOG = LoggerFactory.getLogger(KubernetesRunner.class);
  private static final Set<Integer> REFUSED = Set.of(400, 401, 403, 404, 413, 422);
  private static final int EXISTS = 409;
  private static final int CLOSE_WITHIN_SECONDS = 5;

  private final KubernetesSettings settings;
  private final String installation;
  private final Supplier<KubernetesClient> connect;
  private final Duration lookEvery;
  private final ExecutorService threads = Executors.newCachedThreadPool(KubernetesRunner::daemon);
  private @Nullable KubernetesClient client;

  /**
   * @param connect makes the client, when it is first needed
   * @param lookEvery how often a Job is looked at, if no watch says that something has changed
   */
  KubernetesRunner(
      KubernetesSettings settings,
      String installation,
      Supplier<KubernetesClient> connect,
      Duration lookEvery) {
    this.settings = settings;
    this.installation = installation;
    this.connect = connect;
    this.lookEvery = lookEvery;
  }

  @Override
  public String kind() {
    return "kubernetes";
  }

  @Override
  public List<FieldError> check(Map<String, Object> config, String field) {
    return KubernetesConfig.check(config, field, settings);
  }

  @Override
  public boolean outlivesNode() {
    return true;
  }

  @Override
  public CompletionStage<Optional<Outcome>> run(Execution execution) {
    return CompletableFuture.supplyAsync(() -> Optional.of(carryOut(execution)), threads);
  }

  private Outcome carryOut(Execution execution) {
    List<FieldError> refused = check(execution.config(), "run.kubernetes");
    if (!refused.isEmpty()) {
      FieldError first = refused.get(0);
      throw new AttemptRefusedException(first.field() + " " + first.reason());
    }
    KubernetesConfig config = KubernetesConfig.of(execution.config());
    String namespace = JobManifest.namespace(config, settings);
    UUID attempt = execution.assignment().attemptUid();
    Runnable delete = () -> threads.execute(() -> delete(namespace, attempt));
    try {
      Optional<Outcome> obstacle =
          execution.isResumed() ? Optional.empty() : create(execution, config);
      if (obstacle.isPresent()) {
        delete.run(); // an answer may be lost although the Job was made
        return obstacle.get();
      }
      JobFollower follower =
          new JobFollower(execution, client(), namespace, settings, lookEvery, threads);
      execution.onDetach(follower::stop);
      execution.onCancel(
          () -> {
            follower.stop();
            delete.run();
          });
      execution.onAcknowledged(delete);
      return follower.follow();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      return Outcome.error("the worker was stopped").because(FailureKind.STOPPED);
    }
  }

  /** Makes the Job, then the Secret that belongs to it. Its pod waits for the Secret. */
  private Optional<Outcome> create(Execution execution, KubernetesConfig config) {
    JobVariables variables = JobVariables.of(execution.assignment(), config.env());
    JobManifest manifest =
        new JobManifest(execution.assignment(), config, variables, settings, installation);
    if (execution.isCanceled()) {
      return Optional.of(Outcome.canceled("canceled before it started"));
    }
    try {
      Job job = createOnce(manifest.job(execution.now()), manifest.namespace());
      if (manifest.hasSecrets()) {
        createSecret(manifest, job);
      }
      return Optional.empty();
    } catch (KubernetesClientException fault) {
      return Optional.of(refusal(fault));
    }
  }

  /** The client repeats a request whose answer is lost, so the Job of this attempt may exist. */
  private Job createOnce(Job job, String namespace) {
    try {
      return client().batch().v1().jobs().inNamespace(namespace).resource(job).create();
    } catch (KubernetesClientException fault) {
      if (fault.getCode() != EXISTS) {
        throw fault;
      }
      return client().batch().v1().jobs().inNamespace(namespace).resource(job).get();
    }
  }

  private void createSecret(JobManifest manifest, Job job) {
    try {
      client().secrets().inNamespace(manifest.namespace()).resource(manifest.secret(job)).create();
    } catch (KubernetesClientException fault) {
      if (fault.getCode() != EXISTS) {
        throw fault;
      }
    }
  }

  private static Outcome refusal(KubernetesClientException fault) {
    String message = OutcomeText.brief(String.valueOf(fault.getMessage()));
    return REFUSED.contains(fault.getCode())
        ? Outcome.rejected("the API server refused the Job: " + message)
            .because(FailureKind.MISCONFIGURED)
        : Outcome.failure("the API server of Kubernetes cannot be used: " + message)
            .because(FailureKind.NO_ENGINE);
  }

  /** Deletes the Job with its pod and Secret. The program gets TERM first. */
  private void delete(String namespace, UUID attempt) {
    String name = JobManifest.name(attempt);
    try {
      client()
          .batch()
          .v1()
          .jobs()
          .inNamespace(namespace)
          .withName(name)
          .withPropagationPolicy(DeletionPropagation.BACKGROUND)
          .delete();
      client().secrets().inNamespace(namespace).withName(name).delete();
    } catch (KubernetesClientException | IllegalStateException fault) {
      // Its deadline ends it, the next sweep deletes it, and the cluster does so at last.
      LOG.warn("The Job {} cannot be deleted now", name, fault);
    }
  }

  @Override
  public void sweep(EndedAttempts ended) {
    if (settings.isOn()) {
      threads.execute(() -> settings.namespaces().forEach(name -> sweep(name, ended)));
    }
  }

  private void sweep(String namespace, EndedAttempts ended) {
    try {
      Set<UUID> jobs = new HashSet<>();
      client()
          .batch()
          .v1()
          .jobs()
          .inNamespace(namespace)
          .withLabel(JobManifest.MANAGED_BY, JobManifest.MILLRACE)
          .withLabel(JobManifest.INSTALLATION, installation)
          .withLabel(JobManifest.ATTEMPT)
          .list()
          .getItems()
          .forEach(job -> attemptOf(job).ifPresent(jobs::add));
      if (!jobs.isEmpty()) {
        ended
            .among(jobs)
            .thenAcceptAsync(over -> over.forEach(uid -> delete(namespace, uid)), threads);
      }
    } catch (KubernetesClientException | IllegalStateException fault) {
      LOG.warn("Could not look for the Jobs of ended attempts in {}", namespace, fault);
    }
  }

  /** Somebody may have changed a label. That Job stays, and the others are looked at. */
  private static Optional<UUID> attemptOf(Job job) {
    String uid = job.getMetadata().getLabels().get(JobManifest.ATTEMPT);
    try {
      return Optional.of(UUID.fromString(uid));
    } catch (IllegalArgumentException malformed) {
      LOG.warn("The Job {} names no attempt", job.getMetadata().getName(), malformed);
      return Optional.empty();
    }
  }

  private synchronized KubernetesClient client() {
    if (client == null) {
      client = connect.get();
    }
    return client;
  }

  @Override
  public synchronized void close() {
    threads.shutdown(); // what is being deleted may take a moment
    try {
      threads.awaitTermination(CLOSE_WITHIN_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
    if (client != null) {
      client.close();
    }
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "kubernetes-runner");
    thread.setDaemon(true);
    return thread;
  }
}
