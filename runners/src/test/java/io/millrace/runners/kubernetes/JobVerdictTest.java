package io.millrace.runners.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.millrace.engine.task.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobVerdictTest {
  private static final KubernetesSerialization JSON = new KubernetesSerialization();
  private static final Job JOB = new Job();

  private static Pod pod(String status) {
    return JSON.unmarshal(
        "{\"kind\": \"Pod\", \"apiVersion\": \"v1\", \"metadata\": {}, \"spec\": {\"containers\":"
            + " [{\"name\": \"main\", \"resources\": {\"limits\": {\"memory\": \"64Mi\"}}}]},"
            + " \"status\": "
            + status
            + "}",
        Pod.class);
  }

  private static Pod container(String state) {
    return pod(
        "{\"phase\": \"Running\", \"containerStatuses\": [{\"name\": \"main\", \"state\": "
            + state
            + "}]}");
  }

  private static Job job(String condition, String reason) {
    return JSON.unmarshal(
        "{\"kind\": \"Job\", \"apiVersion\": \"batch/v1\", \"status\": {\"conditions\": [{\"type\":"
            + " \"%s\", \"status\": \"True\", \"reason\": \"%s\", \"message\": \"why\"}]}}"
                .formatted(condition, reason),
        Job.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"terminated\": {\"exitCode\": 0, \"reason\": \"Completed\"}}|SUCCESS|true||''",
        "{\"terminated\": {\"exitCode\": 7, \"reason\":"
            + " \"Error\"}}|FAILURE|true|program_failed|exit code 7: last",
        "{\"terminated\": {\"exitCode\": 137, \"reason\":"
            + " \"OOMKilled\"}}|FAILURE|true|out_of_memory|more than its limit of 64Mi",
        "{\"waiting\": {\"reason\": \"InvalidImageName\", \"message\":"
            + " \"m\"}}|FAILURE|false|no_image|InvalidImageName",
        "{\"waiting\": {\"reason\": \"ErrImageNeverPull\", \"message\":"
            + " \"m\"}}|FAILURE|false|no_image|ErrImageNeverPull"
      })
  void anEndIsAnOutcome(
      String state, Outcome.Kind kind, boolean retryable, String failure, String message) {
    Outcome outcome = JobVerdict.of(JOB, container(state), "last").outcome();

    assertThat(outcome.kind()).isEqualTo(kind);
    assertThat(outcome.message()).contains(message);
    assertThat(outcome.failure()).isEqualTo(failure);
    if (kind != Outcome.Kind.SUCCESS) {
      assertThat(outcome.retryable()).isEqualTo(retryable);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"waiting\": {\"reason\": \"ErrImagePull\", \"message\": \"m\"}}|no_image|the image"
            + " is not available: ErrImagePull",
        "{\"waiting\": {\"reason\": \"ImagePullBackOff\", \"message\":"
            + " \"m\"}}|no_image|ImagePullBackOff",
        "{\"waiting\": {\"reason\": \"CreateContainerConfigError\", \"message\":"
            + " \"m\"}}|misconfigured|cannot be started"
      })
  void whatMayPassIsAnObstacle(String state, String failure, String message) {
    JobVerdict verdict = JobVerdict.of(JOB, container(state), "");

    assertThat(verdict.outcome()).isNull();
    assertThat(verdict.obstacle().failure()).isEqualTo(failure);
    assertThat(verdict.obstacle().message()).contains(message);
    assertThat(verdict.obstacle().retryable()).isTrue();
  }

  @Test
  void aPodThatNoMachineCanTakeSaysWhy() {
    Pod pod =
        pod(
            "{\"phase\": \"Pending\", \"conditions\": [{\"type\": \"PodScheduled\", \"status\":"
                + " \"False\", \"reason\": \"Unschedulable\", \"message\": \"0/3 nodes are"
                + " available: 3 Insufficient memory.\"}]}");

    assertThat(JobVerdict.of(JOB, pod, "").obstacle().message())
        .contains("no machine of the cluster can take the pod")
        .contains("Insufficient memory");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"phase\": \"Failed\", \"reason\": \"Evicted\", \"message\": \"low on memory\"}|Evicted,"
            + " low on memory",
        "{\"phase\": \"Failed\", \"reason\": \"NodeShutdown\", \"message\": \"m\"}|NodeShutdown",
        "{\"phase\": \"Failed\", \"conditions\": [{\"type\": \"DisruptionTarget\", \"status\":"
            + " \"True\", \"reason\": \"PreemptionByScheduler\"}]}|PreemptionByScheduler"
      })
  void aPodThatWasTakenAwayIsLostAndRetried(String status, String message) {
    Outcome outcome = JobVerdict.of(JOB, pod(status), "").outcome();

    assertThat(outcome.message()).contains("taken away").contains(message);
    assertThat(outcome.failure()).isEqualTo("lost_worker");
    assertThat(outcome.retryable()).isTrue();
  }

  @Test
  void aPodThatStartsOrRunsHasNoVerdict() {
    for (Pod pod :
        new Pod[] {
          pod("{\"phase\": \"Pending\"}"),
          container("{\"waiting\": {\"reason\": \"ContainerCreating\"}}"),
          container("{\"running\": {}}")
        }) {
      JobVerdict verdict = JobVerdict.of(JOB, pod, "");
      assertThat(verdict.outcome()).isNull();
      assertThat(verdict.obstacle()).isNull();
    }
    assertThat(JobVerdict.of(JOB, container("{\"running\": {}}"), "").started()).isTrue();
  }

  @Test
  void aJobWithoutAPodIsJudgedByItsConditions() {
    assertThat(JobVerdict.of(job("Complete", ""), null, "").outcome().kind())
        .isEqualTo(Outcome.Kind.SUCCESS);
    assertThat(JobVerdict.of(job("Failed", "BackoffLimitExceeded"), null, "").outcome().failure())
        .isEqualTo("lost_worker");
    assertThat(JobVerdict.of(job("Failed", "DeadlineExceeded"), null, "").outcome().kind())
        .isEqualTo(Outcome.Kind.TIMEOUT);
    assertThat(JobVerdict.of(JOB, null, "").obstacle().message()).contains("no pod");
    assertThat(JobVerdict.of(null, null, "").outcome().message()).contains("not in the cluster");
  }

  @Test
  void theTerminationMessageIsTheOutputUnlessItIsCut() {
    Outcome kept =
        JobVerdict.of(
                JOB,
                container(
                    "{\"terminated\": {\"exitCode\": 0, \"message\": \"{\\\"rows\\\": 7}\"}}"),
                "")
            .outcome();
    assertThat(kept.output()).isEqualTo("{\"rows\": 7}");
    Outcome cut =
        JobVerdict.of(
                JOB,
                container(
                    "{\"terminated\": {\"exitCode\": 0, \"message\": \""
                        + "x".repeat(4096)
                        + "\"}}"),
                "")
            .outcome();
    assertThat(cut.kind()).isNotEqualTo(Outcome.Kind.SUCCESS);
    assertThat(cut.message()).contains("4,096 bytes");
  }
}
