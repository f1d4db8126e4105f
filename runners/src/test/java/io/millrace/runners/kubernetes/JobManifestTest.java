package io.millrace.runners.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.millrace.engine.task.RunSpec;
import io.millrace.engine.worker.Assignment;
import io.millrace.engine.worker.TaskValues;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class JobManifestTest {
  private static final KubernetesSettings SETTINGS = KubernetesKit.settings("namespaces = [jobs]");

  private static PodSpec spec(Map<String, Object> template) {
    UUID uid = UUID.randomUUID();
    Map<String, Object> config =
        Map.of(
            "image",
            "busybox:1",
            "template",
            template,
            "user",
            "7",
            "resources",
            Map.of("limits", Map.of("cpu", "2")));
    Assignment assignment =
        Assignment.builder()
            .taskId("demo_users_" + uid)
            .attemptUid(uid)
            .attemptNo(1)
            .source("demo")
            .collection("users")
            .deadline(KubernetesKit.NOW.plusSeconds(600))
            .run(new RunSpec("kubernetes", config))
            .values(TaskValues.NOTHING)
            .build();
    KubernetesConfig read = KubernetesConfig.of(config);
    return new JobManifest(
            assignment, read, JobVariables.of(assignment, read.env()), SETTINGS, "here")
        .job(KubernetesKit.NOW)
        .getSpec()
        .getTemplate()
        .getSpec();
  }

  private static Map<String, Object> container(String name, Map<String, Object> limits) {
    return Map.of("name", name, "image", "x", "resources", Map.of("limits", limits));
  }

  @Test
  void containersBesideTheProgramHaveTheSameBounds() {
    PodSpec spec =
        spec(
            Map.of(
                "spec",
                Map.of(
                    "containers",
                    List.of(
                        container("main", Map.of()), container("side", Map.of("memory", "2Gi"))),
                    "initContainers",
                    List.of(container("first", Map.of())))));
    List<Container> all =
        Stream.concat(spec.getInitContainers().stream(), spec.getContainers().stream()).toList();
    assertThat(all).extracting(Container::getName).containsExactly("first", "main", "side");
    assertThat(all)
        .allSatisfy(
            container ->
                assertThat(container.getSecurityContext().getAllowPrivilegeEscalation()).isFalse());
    assertThat(all)
        .extracting(container -> container.getResources().getLimits().get("cpu"))
        .containsExactly(new Quantity("1"), new Quantity("2"), new Quantity("1"));
    assertThat(all)
        .extracting(container -> container.getResources().getLimits().get("memory"))
        .containsExactly(new Quantity("1Gi"), new Quantity("1Gi"), new Quantity("2Gi"));
    assertThat(all)
        .extracting(container -> container.getSecurityContext().getRunAsUser())
        .containsExactly(null, 7L, null);
  }
}
