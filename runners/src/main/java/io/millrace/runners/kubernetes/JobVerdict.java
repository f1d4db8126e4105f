package io.millrace.runners.kubernetes;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.worker.ProgramOutcome;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the state of a Job and its pod says about the attempt.
 *
 * @param outcome how it ended; absent while it has not ended
 * @param obstacle why its program does not start, and how the attempt ends if that lasts; absent if
 *     there is none
 * @param started whether the program runs, or has run: there may be a log
 */
record JobVerdict(@Nullable Outcome outcome, @Nullable Outcome obstacle, boolean started) {
  private static final int LONGEST_MESSAGE = 4096;

  private static final Set<String> NO_IMAGE =
      Set.of("ErrImagePull", "ImagePullBackOff", "RegistryUnavailable", "ImageInspectError");
  private static final Set<String> NEVER_AN_IMAGE = Set.of("InvalidImageName", "ErrImageNeverPull");
  private static final Set<String> NO_CONTAINER =
      Set.of("CreateContainerConfigError", "CreateContainerError", "RunContainerError");
  private static final Set<String> TAKEN_AWAY =
      Set.of("Evicted", "Preempting", "NodeLost", "NodeShutdown", "Terminated", "Shutdown");

  private static final JobVerdict WAITS = new JobVerdict(null, null, false);
  private static final JobVerdict RUNS = new JobVerdict(null, null, true);

  private static JobVerdict ended(Outcome outcome) {
    return new JobVerdict(outcome, null, true);
  }

  private static JobVerdict blocked(Outcome outcome) {
    return new JobVerdict(null, outcome, false);
  }

  /**
   * @param job absent if there is none
   * @param pod absent if there is none
   * @param lastLine the last line of its log that is not blank; empty if there is none
   */
  static JobVerdict of(@Nullable Job job, @Nullable Pod pod, String lastLine) {
    if (job == null) {
      return ended(lost("the Job is not in the cluster: it was deleted, or never made"));
    }
    Optional<String> deadline = condition(job, "Failed", "DeadlineExceeded");
    if (deadline.isPresent()) {
      return ended(Outcome.timeout("Kubernetes stopped it at the deadline: " + deadline.get()));
    }
    if (pod == null) {
      return withoutPod(job);
    }
    Optional<String> taken = takenAway(pod);
    if (taken.isPresent()) {
      return ended(lost("the pod was taken away by the cluster: " + taken.get()));
    }
    ContainerState state = status(pod).map(ContainerStatus::getState).orElse(null);
    if (state != null && state.getTerminated() != null) {
      return ended(terminated(pod, state.getTerminated(), lastLine));
    }
    if (state != null && state.getRunning() != null) {
      return pod.getMetadata().getDeletionTimestamp() == null
          ? RUNS
          : new JobVerdict(null, lost("the pod is being deleted"), true);
    }
    if ("Failed".equals(pod.getStatus().getPhase())) {
      return ended(lost("the pod failed: " + text(pod.getStatus().getMessage())));
    }
    return state != null && state.getWaiting() != null
        ? waiting(state.getWaiting().getReason(), state.getWaiting().getMessage())
        : unscheduled(pod);
  }

  private static JobVerdict withoutPod(Job job) {
    if (condition(job, "Complete", null).isPresent()) {
      return ended(Outcome.success());
    }
    return condition(job, "Failed", null)
        .map(why -> ended(lost("the Job failed, and its pod is gone: " + why)))
        .orElseGet(
            () ->
                blocked(
                    Outcome.failure(
                            "the cluster made no pod for the Job: a quota or a policy may forbid"
                                + " it")
                        .because(FailureKind.NO_ENGINE)));
  }

  private static Optional<String> condition(Job job, String type, @Nullable String reason) {
    if (job.getStatus() == null) {
      return Optional.empty();
    }
    return job.getStatus().getConditions().stream()
        .filter(condition -> type.equals(condition.getType()))
        .filter(condition -> "True".equals(condition.getStatus()))
        .filter(condition -> reason == null || reason.equals(condition.getReason()))
        .map(condition -> text(condition.getMessage()))
        .findFirst();
  }

  private static Optional<String> takenAway(Pod pod) {
    String reason = pod.getStatus().getReason();
    if (reason != null && TAKEN_AWAY.contains(reason)) {
      return Optional.of(reason + ", " + text(pod.getStatus().getMessage()));
    }
    boolean over = Set.of("Failed", "Succeeded").contains(text(pod.getStatus().getPhase()));
    return pod.getStatus().getConditions().stream()
        .filter(condition -> "DisruptionTarget".equals(condition.getType()))
        .filter(condition -> "True".equals(condition.getStatus()) && over)
        .map(condition -> condition.getReason() + ", " + text(condition.getMessage()))
        .findFirst();
  }

  static Optional<ContainerStatus> status(Pod pod) {
    return pod.getStatus().getContainerStatuses().stream()
        .filter(status -> JobManifest.CONTAINER.equals(status.getName()))
        .findFirst();
  }

  private static Outcome terminated(Pod pod, ContainerStateTerminated end, String lastLine) {
    if ("OOMKilled".equals(end.getReason())) {
      return Outcome.failure("out of memory: it needed more than its limit" + limit(pod))
          .because(FailureKind.OUT_OF_MEMORY);
    }
    Outcome outcome = ProgramOutcome.of(end.getExitCode(), lastLine);
    String message = end.getMessage();
    if (message == null || "Error".equals(end.getReason()) && end.getExitCode() == 128) {
      return outcome; // the message is the runtime's, not the program's
    }
    byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
    return bytes.length >= LONGEST_MESSAGE
        ? ProgramOutcome.tooLong(outcome, "Kubernetes keeps less than 4,096 bytes")
        : ProgramOutcome.withOutput(outcome, bytes);
  }

  private static String limit(Pod pod) {
    return pod.getSpec().getContainers().stream()
        .filter(container -> JobManifest.CONTAINER.equals(container.getName()))
        .filter(container -> container.getResources() != null)
        .map(container -> container.getResources().getLimits().get("memory"))
        .filter(memory -> memory != null)
        .map(memory -> " of " + memory)
        .findFirst()
        .orElse("");
  }

  private static JobVerdict waiting(String reason, String message) {
    String why = text(reason) + ", " + text(message);
    if (NEVER_AN_IMAGE.contains(text(reason))) {
      return ended(
          Outcome.rejected("the image is not available: " + why).because(FailureKind.NO_IMAGE));
    }
    if (NO_IMAGE.contains(text(reason))) {
      return blocked(
          Outcome.failure("the image is not available: " + why).because(FailureKind.NO_IMAGE));
    }
    return NO_CONTAINER.contains(text(reason))
        ? blocked(
            Outcome.failure("the container cannot be started: " + why)
                .because(FailureKind.MISCONFIGURED))
        : WAITS;
  }

  private static JobVerdict unscheduled(Pod pod) {
    return pod.getStatus().getConditions().stream()
        .filter(condition -> "PodScheduled".equals(condition.getType()))
        .filter(condition -> "Unschedulable".equals(condition.getReason()))
        .findFirst()
        .map(
            condition ->
                blocked(
                    Outcome.failure(
                            "no machine of the cluster can take the pod: "
                                + text(condition.getMessage()))
                        .because(FailureKind.NO_ENGINE)))
        .orElse(WAITS);
  }

  private static Outcome lost(String message) {
    return Outcome.error(message).because(FailureKind.LOST_WORKER);
  }

  private static String text(String value) {
    return value == null ? "" : value.strip();
  }
}
