package io.millrace.runners.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.engine.input.FieldError;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KubernetesConfigTest {
  private static final KubernetesSettings SETTINGS =
      KubernetesKit.settings("namespaces = [jobs, other], service-accounts = [reader]");

  private static Map<String, Object> config(String json) {
    try {
      Map<String, Object> config = new HashMap<>();
      config.put("image", "busybox:1.36");
      config.putAll(
          new ObjectMapper().readValue(json, new TypeReference<Map<String, Object>>() {}));
      return config;
    } catch (JsonProcessingException broken) {
      throw new AssertionError(broken);
    }
  }

  private static List<String> fields(Map<String, Object> config, KubernetesSettings settings) {
    return KubernetesConfig.check(config, "run.kubernetes", settings).stream()
        .map(FieldError::field)
        .toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"command\": [\"a\"], \"args\": [\"b\", \"\"], \"workdir\": \"/srv\", \"pull\":"
            + " \"Always\"}",
        "{\"env\": {\"A\": \"${secret.k}\"}, \"namespace\": \"other\", \"service_account\":"
            + " \"reader\"}",
        "{\"resources\": {\"limits\": {\"memory\": \"64Mi\", \"cpu\": \"0.5\", \"nvidia.com/gpu\":"
            + " \"1\"}}}",
        "{\"node_selector\": {\"disk\": \"ssd\"}, \"user\": \"1000:1000\"}",
        "{\"template\": {\"metadata\": {\"labels\": {\"team\": \"x\"}}, \"spec\":"
            + " {\"priorityClassName\": \"low\", \"tolerations\": [{\"key\": \"k\", \"operator\":"
            + " \"Exists\"}], \"volumes\": [{\"name\": \"v\", \"emptyDir\": {}}]}}}"
      })
  void whatKubernetesTakesIsTaken(String json) {
    assertThat(fields(config(json), SETTINGS)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"image\": \"Not an image\"}|image",
        "{\"image\": null}|image",
        "{\"image\": \"a:${config.tag}\"}|image",
        "{\"command\": \"ls\"}|command",
        "{\"command\": [5]}|command[0]",
        "{\"args\": [\"x\", \"${secret.k}\"]}|args[1]",
        "{\"env\": {\"MILLRACE_X\": \"a\"}}|env.MILLRACE_X",
        "{\"env\": {\"A\": 5}}|env.A",
        "{\"workdir\": \"srv\"}|workdir",
        "{\"pull\": \"often\"}|pull",
        "{\"namespace\": \"kube-system\"}|namespace",
        "{\"service_account\": \"admin\"}|service_account",
        "{\"user\": \"root\"}|user",
        "{\"resources\": {\"limits\": {\"memory\": \"lots\"}}}|resources.limits.memory",
        "{\"resources\": {\"limits\": {\"cpu\": \"-1\"}}}|resources.limits.cpu",
        "{\"resources\": {\"memory\": \"1Gi\"}}|resources.memory",
        "{\"resources\": \"1Gi\"}|resources",
        "{\"node_selector\": {\"disk\": 1}}|node_selector.disk",
        "{\"memory\": \"1g\"}|memory",
        "{\"template\": \"x\"}|template",
        "{\"template\": {\"spec\": {\"hostNetwork\": true}}}|template.spec.hostNetwork",
        "{\"template\": {\"spec\": {\"hostPID\": true}}}|template.spec.hostPID",
        "{\"template\": {\"spec\": {\"hostIPC\": true}}}|template.spec.hostIPC",
        "{\"template\": {\"spec\": {\"volumes\": [{\"name\": \"v\", \"hostPath\": {\"path\":"
            + " \"/\"}}]}}}|template.spec.volumes[0].hostPath",
        "{\"template\": {\"spec\": {\"containers\": [{\"name\": \"main\", \"securityContext\":"
            + " {\"privileged\": true}}]}}}|template.spec.containers[0].securityContext",
        "{\"template\": {\"spec\": {\"initContainers\": [{\"name\": \"i\", \"securityContext\":"
            + " {\"capabilities\": {\"add\":"
            + " [\"SYS_ADMIN\"]}}}]}}}|template.spec.initContainers[0].securityContext.capabilities.add",
        "{\"template\": {\"spec\": {\"containers\": [{\"name\": \"main\", \"ports\":"
            + " [{\"hostPort\": 80}]}]}}}|template.spec.containers[0].ports",
        "{\"template\": {\"spec\": {\"serviceAccountName\":"
            + " \"reader\"}}}|template.spec.serviceAccountName",
        "{\"template\": {\"spec\": {\"automountServiceAccountToken\":"
            + " true}}}|template.spec.automountServiceAccountToken",
        "{\"template\": {\"spec\": {\"securityContext\": {\"seccompProfile\": {\"type\":"
            + " \"Unconfined\"}}}}}|template.spec.securityContext",
        "{\"template\": {\"spec\": {\"containers\": [{\"name\": \"main\", \"securityContext\":"
            + " {\"appArmorProfile\": {\"type\":"
            + " \"Unconfined\"}}}]}}}|template.spec.containers[0].securityContext",
        "{\"template\": {\"spec\": {\"containers\": [{\"name\": \"main\", \"securityContext\":"
            + " {\"priviledged\":"
            + " true}}]}}}|template.spec.containers[0].securityContext.priviledged",
        "{\"template\": {\"spec\": {\"hostNetwrk\": true}}}|template.spec.hostNetwrk",
        "{\"template\": {\"containers\": []}}|template.containers",
        "{\"template\": {\"spec\": {\"hostname\": \"${config.n}\"}}}|template",
        "{\"template\": {\"spec\": {\"nodeName\": \"master\"}}}|template.spec.nodeName",
        "{\"template\": {\"spec\": {\"hostNetwork\": {}}}}|template.spec.hostNetwork",
        "{\"template\": {\"metadata\": {\"finalizers\": [\"x/y\"]}}}|template.metadata.finalizers"
      })
  void whatIsWrongOrNotAllowedIsRefusedByItsField(String json, String field) {
    assertThat(fields(config(json), SETTINGS)).containsExactly("run.kubernetes." + field);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gitRepo",
        "flexVolume",
        "nfs",
        "iscsi",
        "csi",
        "fc",
        "rbd",
        "cephfs",
        "glusterfs",
        "image",
        "awsElasticBlockStore",
        "azureFile",
        "hostPath"
      })
  void aVolumeThatReachesBeyondItsNamespaceIsRefused(String kind) {
    Map<String, Object> config =
        config(
            "{\"template\": {\"spec\": {\"volumes\": [{\"name\": \"v\", \"" + kind + "\": {}}]}}}");
    assertThat(fields(config, SETTINGS))
        .containsExactly("run.kubernetes.template.spec.volumes[0]." + kind);
    assertThat(
            fields(
                config,
                KubernetesKit.settings("namespaces = [a], allow = [host-path, other-volumes]")))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "emptyDir",
        "configMap",
        "secret",
        "downwardAPI",
        "projected",
        "persistentVolumeClaim",
        "ephemeral"
      })
  void aVolumeOfThePodOrItsNamespaceIsTaken(String kind) {
    assertThat(
            fields(
                config(
                    "{\"template\": {\"spec\": {\"volumes\": [{\"name\": \"v\", \""
                        + kind
                        + "\": {}}]}}}"),
                SETTINGS))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"name\": \"v\", \"emptyDir\": {\"sizeLimt\": \"1Gi\"}}|emptyDir.sizeLimt",
        "{\"name\": \"v\", \"hostPth\": {\"path\": \"/\"}}|hostPth",
        "{\"name\": \"v\", \"projected\": {\"sources\": [{\"secrt\":"
            + " {}}]}}|projected.sources[0].secrt"
      })
  void anUnknownFieldIsFoundAtAnyDepth(String row) {
    String[] parts = row.split("\\|");
    assertThat(
            fields(
                config("{\"template\": {\"spec\": {\"volumes\": [" + parts[0] + "]}}}"), SETTINGS))
        .containsExactly("run.kubernetes.template.spec.volumes[0]." + parts[1]);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "container.apparmor.security.beta.kubernetes.io/main",
        "container.seccomp.security.alpha.kubernetes.io/main",
        "seccomp.security.alpha.kubernetes.io/pod",
        "io.kubernetes.cri-o.userns-mode"
      })
  void anAnnotationThatOpensThePodIsRefused(String name) {
    Map<String, Object> config =
        config(
            "{\"template\": {\"metadata\": {\"annotations\": {\"team\": \"x\", \""
                + name
                + "\": \"unconfined\"}}}}");
    assertThat(fields(config, SETTINGS))
        .containsExactly("run.kubernetes.template.metadata.annotations." + name);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "livenessProbe|{\"httpGet\": {\"host\": \"169.254.169.254\", \"port\": 80}}",
        "readinessProbe|{\"tcpSocket\": {\"host\": \"10.0.0.1\", \"port\": 80}}",
        "lifecycle.preStop|{\"httpGet\": {\"host\": \"10.0.0.1\", \"port\": 80}}",
        "startupProbe|{\"httpGet\": {\"port\": 80}}"
      })
  void aProbeGoesToThePodAndToNoOtherHost(String name, String probe) {
    String[] path = name.split("\\.");
    String field =
        path.length == 1
            ? "\"" + name + "\": " + probe
            : "\"" + path[0] + "\": {\"" + path[1] + "\": " + probe + "}";
    Map<String, Object> config =
        config(
            "{\"template\": {\"spec\": {\"containers\": [{\"name\": \"main\", " + field + "}]}}}");
    List<String> refused =
        probe.contains("host")
            ? List.of("run.kubernetes.template.spec.containers[0]." + name)
            : List.of();
    assertThat(fields(config, SETTINGS)).isEqualTo(refused);
  }

  @Test
  void aNodeMayAllowMore() {
    KubernetesSettings open =
        KubernetesKit.settings(
            "namespaces = [jobs], allow = [privileged, capabilities, host-path, host-network,"
                + " host-processes, service-account-token]");
    assertThat(
            fields(
                config(
                    "{\"template\": {\"spec\": {\"hostNetwork\": true, \"hostPID\": true,"
                        + " \"volumes\": [{\"name\": \"v\", \"hostPath\": {\"path\": \"/\"}}]}}}"),
                open))
        .isEmpty();
  }

  @Test
  void aNodeWithoutNamespacesTakesNoDefinition() {
    assertThat(fields(config("{}"), KubernetesKit.settings(""))).containsExactly("run.kubernetes");
  }

  @ParameterizedTest
  @ValueSource(strings = {"allow = [root]", "memory = lots", "cpu = 0"})
  void aWrongSettingEndsTheStartAndIsNamed(String setting) {
    assertThatThrownBy(() -> KubernetesKit.settings(setting))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("millrace.worker.kubernetes." + setting.split(" ")[0]);
  }
}
