package io.millrace.runners.kubernetes;

import static io.millrace.runners.kubernetes.KubernetesKit.script;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.millrace.runners.kubernetes.KubernetesKit.Attempt;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is left of attempts that have ended, and what belongs to others. */
class KubernetesSweepTest {
  private final FakeCluster cluster = FakeCluster.start();
  private final KubernetesKit kit = KubernetesKit.start(cluster);

  @AfterEach
  void close() {
    kit.close();
    cluster.close();
  }

  private void awaitGone(UUID attempt) {
    await().atMost(Duration.ofSeconds(60)).until(() -> cluster.job(attempt).isEmpty());
  }

  private void copy(Job job, String name, Map<String, String> labels) {
    job.getMetadata().setName(name);
    job.getMetadata().setResourceVersion(null);
    job.getMetadata().getLabels().putAll(labels);
    cluster.admin.batch().v1().jobs().inNamespace("jobs").resource(job).create();
  }

  @Test
  void whatEndedAttemptsLeftIsSweptAndNothingElse() {
    Attempt ended = kit.attempt(script("…")).start();
    Attempt open = kit.attempt(script("…")).start();
    cluster.running(cluster.pod(ended.uid));
    cluster.running(cluster.pod(open.uid));
    List.of(ended, open).forEach(attempt -> attempt.execution.detach());
    copy(
        cluster.awaitJob(open.uid),
        "somebody-elses",
        Map.of(JobManifest.INSTALLATION, "elsewhere", JobManifest.ATTEMPT, ended.uid.toString()));

    kit.runner.sweep(
        attempts -> {
          assertThat(attempts).containsExactlyInAnyOrder(ended.uid, open.uid);
          return CompletableFuture.completedFuture(Set.of(ended.uid));
        });

    awaitGone(ended.uid);
    assertThat(cluster.job(open.uid)).isPresent();
    assertThat(
            cluster.admin.batch().v1().jobs().inNamespace("jobs").withName("somebody-elses").get())
        .isNotNull();
  }

  @Test
  void aJobWithAMalformedLabelDoesNotKeepTheOthersFromBeingSwept() {
    Attempt ended = kit.attempt(script("…")).start();
    cluster.running(cluster.pod(ended.uid));
    ended.execution.detach();
    copy(cluster.awaitJob(ended.uid), "a-changed-one", Map.of(JobManifest.ATTEMPT, "no-uid"));

    kit.runner.sweep(attempts -> CompletableFuture.completedFuture(Set.copyOf(attempts)));

    awaitGone(ended.uid);
    assertThat(
            cluster.admin.batch().v1().jobs().inNamespace("jobs").withName("a-changed-one").get())
        .isNotNull();
  }
}
