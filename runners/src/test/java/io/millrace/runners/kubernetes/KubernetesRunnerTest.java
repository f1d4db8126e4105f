package io.millrace.runners.kubernetes;

import static io.millrace.runners.kubernetes.KubernetesKit.script;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.mockwebserver.http.MockResponse;
import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.LogLine.Level;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.worker.TaskValues;
import io.millrace.runners.kubernetes.KubernetesKit.Attempt;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The runner against an API server over HTTP: starts, ends, restarts, lost watches, faults. */
class KubernetesRunnerTest {
  private final FakeCluster cluster = FakeCluster.start();
  private final KubernetesKit kit = KubernetesKit.start(cluster);

  @AfterEach
  void close() {
    kit.close();
    cluster.close();
  }

  private void awaitGone(UUID attempt) {
    await().atMost(Duration.ofSeconds(20)).until(() -> cluster.job(attempt).isEmpty());
  }

  @Test
  void aJobIsMadeForAnAttemptAndDeletedWhenItsOutcomeIsStored(@TempDir Path dir) throws Exception {
    Attempt attempt =
        kit.attempt(
                script("echo hello; echo to stderr >&2; echo '{\"rows\":7}' > $MILLRACE_OUTPUT"))
            .start();
    Job job = cluster.awaitJob(attempt.uid);
    assertThat(job.getSpec().getBackoffLimit()).isZero();
    assertThat(job.getSpec().getActiveDeadlineSeconds()).isEqualTo(600);
    assertThat(job.getSpec().getTtlSecondsAfterFinished()).isEqualTo(3600);
    assertThat(job.getMetadata().getLabels())
        .containsEntry("millrace.io/attempt", attempt.uid.toString());
    assertThat(job.getMetadata().getAnnotations())
        .containsEntry("millrace.io/task", "demo_users_" + attempt.uid);

    cluster.runForReal(cluster.pod(attempt.uid), dir);

    Outcome outcome = attempt.outcome();
    assertThat(outcome).isEqualTo(Outcome.success("{\"rows\":7}"));
    assertThat(attempt.messages()).containsExactly("hello", "to stderr");
    assertThat(cluster.job(attempt.uid)).as("until the outcome is stored").isPresent();
    attempt.execution.acknowledge();
    awaitGone(attempt.uid);
  }

  @Test
  void theLogIsReadWhileTheProgramRuns() {
    Attempt attempt = kit.attempt(script("…")).start();
    Pod pod = cluster.pod(attempt.uid);
    cluster.running(pod);
    cluster.write(pod, "one\ntwo\nhal");
    await().until(() -> attempt.messages().size() == 2);
    cluster.write(pod, "f a line\n");
    await().until(() -> attempt.messages().size() == 3);
    cluster.write(pod, "the end");
    cluster.ended(pod, 3, "Error", null);

    assertThat(attempt.outcome())
        .isEqualTo(Outcome.failure("exit code 3: the end").because(FailureKind.PROGRAM_FAILED));
    assertThat(attempt.messages()).containsExactly("one", "two", "half a line", "the end");
  }

  @Test
  void afterARestartTheAttemptIsFoundAgainAndItsLogGoesOnWhereItWas() {
    Attempt before = kit.attempt(script("…")).start();
    Pod pod = cluster.pod(before.uid);
    cluster.running(pod);
    cluster.write(pod, "one\ntwo\n");
    await().until(() -> before.messages().size() == 2);
    before.execution.detach();
    before.outcome();
    assertThat(cluster.job(before.uid)).as("the Job keeps running").isPresent();

    try (KubernetesKit next = KubernetesKit.start(cluster)) {
      Attempt after = next.resumed(before, 2).start();
      cluster.write(pod, "three\n");
      await().until(() -> after.messages().size() == 1);
      cluster.ended(pod, 0, "Completed", null);

      assertThat(after.outcome()).isEqualTo(Outcome.success());
      assertThat(after.messages()).containsExactly("three");
      after.execution.acknowledge();
      awaitGone(before.uid);
    }
  }

  @Test
  void aJobThatEndedWhileItsNodeWasAwayIsReportedAndNotRunAgain() {
    Attempt before = kit.attempt(script("…")).start();
    Pod pod = cluster.pod(before.uid);
    cluster.running(pod);
    before.execution.detach();
    before.outcome();
    cluster.write(pod, "alone\n");
    cluster.ended(pod, 0, "Completed", null);

    Attempt after = kit.resumed(before, 0).start();

    assertThat(after.outcome()).isEqualTo(Outcome.success());
    assertThat(after.messages()).containsExactly("alone");
    assertThat(cluster.jobsMade()).isEqualTo(1);
  }

  @Test
  void anAttemptWhoseJobIsGoneIsLostAndNeverRunsTwice() {
    Attempt before = kit.attempt(script("…"));

    Outcome outcome = kit.resumed(before, 0).start().outcome();

    assertThat(outcome.failure()).isEqualTo(FailureKind.LOST_WORKER.text());
    assertThat(outcome.retryable()).isTrue();
    assertThat(cluster.jobsMade()).isZero();
  }

  @Test
  void aCancelDeletesTheJobAtOnceAndItsSecret() {
    Attempt attempt =
        kit.attempt(
                Map.of("image", "busybox", "env", Map.of("KEY", "${secret.k}")),
                new TaskValues(Map.of(), Map.of(), Map.of("k", "s3cret!")))
            .start();
    cluster.running(cluster.pod(attempt.uid));
    await().until(() -> secret(attempt.uid) != null);

    attempt.execution.cancel();

    awaitGone(attempt.uid);
    await().until(() -> secret(attempt.uid) == null);
    attempt.outcome();
  }

  private Secret secret(UUID attempt) {
    return cluster
        .admin
        .secrets()
        .inNamespace(FakeCluster.NAMESPACE)
        .withName(JobManifest.name(attempt))
        .get();
  }

  @Test
  void secretsReachTheProgramThroughASecretAndNothingElseShowsThem(@TempDir Path dir)
      throws Exception {
    Map<String, Object> config = new HashMap<>(script("echo \"$KEY $MILLRACE_SECRET_K $PLAIN\""));
    config.put("env", Map.of("KEY", "Bearer ${secret.k}", "PLAIN", "cost: $(K) ${config.c}"));
    Attempt attempt =
        kit.attempt(config, new TaskValues(Map.of(), Map.of("c", "5"), Map.of("k", "s3cret!")))
            .start();
    Pod pod = cluster.pod(attempt.uid);
    await().until(() -> secret(attempt.uid) != null);
    assertThat(secret(attempt.uid).getMetadata().getOwnerReferences())
        .singleElement()
        .satisfies(owner -> assertThat(owner.getName()).isEqualTo(JobManifest.name(attempt.uid)));
    assertThat(cluster.awaitJob(attempt.uid).toString() + pod).doesNotContain("s3cret");

    cluster.runForReal(pod, dir);

    assertThat(attempt.outcome()).isEqualTo(Outcome.success());
    assertThat(attempt.messages()).containsExactly("Bearer *** *** cost: $(K) 5");
  }

  @Test
  void anEvictedPodIsALostAttemptThatMayBeRetried() {
    Attempt attempt = kit.attempt(script("…")).start();
    Pod pod = cluster.pod(attempt.uid);
    cluster.running(pod);
    cluster.write(pod, "begun\n");
    await().until(() -> attempt.messages().size() == 1);
    cluster.status(
        pod,
        new PodStatusBuilder()
            .withPhase("Failed")
            .withReason("Evicted")
            .withMessage("The node was low on resource: memory.")
            .build());

    Outcome outcome = attempt.outcome();

    assertThat(outcome.message()).contains("Evicted").contains("low on resource");
    assertThat(outcome.failure()).isEqualTo(FailureKind.LOST_WORKER.text());
    assertThat(outcome.retryable()).isTrue();
  }

  @Test
  void aJobThatSomebodyDeletesIsNoticed() {
    Attempt attempt = kit.attempt(script("…")).start();
    cluster.running(cluster.pod(attempt.uid));

    cluster
        .admin
        .batch()
        .v1()
        .jobs()
        .inNamespace("jobs")
        .withName(JobManifest.name(attempt.uid))
        .delete();

    assertThat(attempt.outcome().message()).contains("not in the cluster");
  }

  @Test
  void anObstacleIsNamedInTheLogAndEndsTheAttemptOnlyIfItLasts() {
    Attempt attempt = kit.attempt(script("…")).start();
    Pod pod = cluster.pod(attempt.uid);
    cluster.state(
        pod,
        "Pending",
        new ContainerStateBuilder()
            .withNewWaiting("Back-off pulling image busybox:1", "ImagePullBackOff")
            .build());
    await().until(() -> !attempt.messages(Level.ERROR).isEmpty());
    assertThat(attempt.messages(Level.ERROR))
        .singleElement()
        .asString()
        .contains("ImagePullBackOff");
    assertThat(attempt.end).isNotDone();

    kit.now = KubernetesKit.NOW.plusSeconds(120);

    Outcome outcome = attempt.outcome();
    assertThat(outcome.message())
        .contains("the image is not available")
        .contains("ImagePullBackOff");
    assertThat(outcome.failure()).isEqualTo(FailureKind.NO_IMAGE.text());
    assertThat(outcome.retryable()).isTrue();
  }

  @Test
  void lostWatchesDelayNothingButTheNextLook(@TempDir Path dir) throws Exception {
    cluster.trouble =
        request ->
            request.getPath().contains("watch=true")
                ? Optional.of(new MockResponse().setResponseCode(503))
                : Optional.empty();
    Attempt attempt = kit.attempt(script("echo on its own")).start();

    cluster.runForReal(cluster.pod(attempt.uid), dir);

    assertThat(attempt.outcome()).isEqualTo(Outcome.success());
    assertThat(attempt.messages()).containsExactly("on its own");
  }

  @Test
  void aWatchIsEnoughToNoticeTheEnd(@TempDir Path dir) throws Exception {
    try (KubernetesKit seldom = KubernetesKit.start(cluster, Duration.ofHours(1))) {
      Attempt attempt = seldom.attempt(script("echo seen")).start();

      cluster.runForReal(cluster.pod(attempt.uid), dir);

      assertThat(attempt.outcome()).isEqualTo(Outcome.success());
    }
  }

  @Test
  void whileTheApiServerIsAwayTheJobGoesOnAndNothingIsLost(@TempDir Path dir) throws Exception {
    Attempt attempt = kit.attempt(script("echo back again")).start();
    Pod pod = cluster.pod(attempt.uid);
    cluster.trouble =
        request ->
            request.getHeader("User-Agent") != null && request.getPath().contains("/jobs/millrace-")
                ? Optional.of(new MockResponse().setResponseCode(500))
                : Optional.empty();
    await().until(() -> !attempt.messages(Level.ERROR).isEmpty());
    assertThat(attempt.messages(Level.ERROR).get(0)).contains("the API server does not answer");
    cluster.trouble = request -> Optional.empty();

    cluster.runForReal(pod, dir);

    assertThat(attempt.outcome()).isEqualTo(Outcome.success());
    assertThat(attempt.messages()).containsExactly("back again");
  }

  @Test
  void anApiServerThatCannotBeReachedIsSaidAndMayBeRetried() {
    cluster.trouble = request -> Optional.of(new MockResponse().setResponseCode(503));

    Outcome outcome = kit.attempt(script("…")).start().outcome();

    assertThat(outcome.message()).contains("the API server of Kubernetes cannot be used");
    assertThat(outcome.failure()).isEqualTo(FailureKind.NO_ENGINE.text());
    assertThat(outcome.retryable()).isTrue();
  }

  @Test
  void aJobThatTheApiServerRefusesIsNotTriedAgain() {
    cluster.trouble =
        request ->
            request.getMethod().equals("POST")
                ? Optional.of(new MockResponse().setResponseCode(403).setBody("no right"))
                : Optional.empty();

    Outcome outcome = kit.attempt(script("…")).start().outcome();

    assertThat(outcome.message()).contains("the API server refused the Job");
    assertThat(outcome.failure()).isEqualTo(FailureKind.MISCONFIGURED.text());
    assertThat(outcome.retryable()).isFalse();
  }
}
