package io.millrace.runners.kubernetes;

import io.fabric8.kubernetes.api.model.AppArmorProfile;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.SeccompProfile;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.millrace.engine.input.FieldError;
import io.millrace.engine.task.Placeholders;
import io.millrace.engine.task.RunSpec;
import io.millrace.runners.kubernetes.KubernetesSettings.Privilege;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a pod template of a definition may have: nothing that reaches beyond its pod, unless
 * allowed.
 */
final class PodTemplateRule {
  private static final KubernetesSerialization JSON = new KubernetesSerialization();

  private static final String UNCONFINED = "Unconfined";

  private PodTemplateRule() {}

  static List<FieldError> check(@Nullable Object value, String field, KubernetesSettings settings) {
    List<FieldError> errors = new ArrayList<>();
    if (value == null) {
      return errors;
    }
    Optional<PodTemplateSpec> template =
        value instanceof Map<?, ?> map ? read(map) : Optional.empty();
    if (template.isEmpty()) {
      errors.add(new FieldError(field, value, "must be a pod template: metadata and spec"));
      return errors;
    }
    if (Placeholders.isAnyIn(new RunSpec("kubernetes", Map.of("template", value)))) {
      errors.add(new FieldError(field, null, "must not have placeholders: use env"));
    }
    if (!template.get().getAdditionalProperties().isEmpty()) {
      errors.add(
          new FieldError(
              field,
              template.get().getAdditionalProperties().keySet(),
              "must be a pod template: metadata and spec"));
    }
    new Found(field + ".spec", settings, errors).check(template.get().getSpec());
    return errors;
  }

  /** Empty if it is none. */
  static Optional<PodTemplateSpec> read(Map<?, ?> template) {
    try {
      return Optional.of(JSON.convertValue(template, PodTemplateSpec.class));
    } catch (IllegalArgumentException notATemplate) {
      return Optional.empty();
    }
  }

  private record Found(String field, KubernetesSettings settings, List<FieldError> errors) {

    void check(PodSpec spec) {
      if (spec == null) {
        return;
      }
      unknown(field, spec.getAdditionalProperties());
      refuse(isTrue(spec.getHostNetwork()), Privilege.HOST_NETWORK, "hostNetwork");
      refuse(isTrue(spec.getHostPID()), Privilege.HOST_PROCESSES, "hostPID");
      refuse(isTrue(spec.getHostIPC()), Privilege.HOST_PROCESSES, "hostIPC");
      refuse(
          isTrue(spec.getAutomountServiceAccountToken()),
          Privilege.SERVICE_ACCOUNT_TOKEN,
          "automountServiceAccountToken");
      boolean account = spec.getServiceAccountName() != null || spec.getServiceAccount() != null;
      if (account) {
        add("serviceAccountName", "must not be set: use the field service_account");
      }
      PodSecurityContext pod = spec.getSecurityContext();
      if (pod != null) {
        unknown(field + ".securityContext", pod.getAdditionalProperties());
        boolean privileged =
            pod.getWindowsOptions() != null
                || !pod.getSysctls().isEmpty()
                || pod.getSeLinuxOptions() != null
                || isUnconfined(pod.getSeccompProfile(), pod.getAppArmorProfile());
        refuse(privileged, Privilege.PRIVILEGED, "securityContext");
      }
      for (int i = 0; i < spec.getVolumes().size(); i++) {
        Volume volume = spec.getVolumes().get(i);
        refuse(volume.getHostPath() != null, Privilege.HOST_PATH, "volumes[" + i + "].hostPath");
        boolean token =
            volume.getProjected() != null
                && volume.getProjected().getSources().stream()
                    .anyMatch(source -> source.getServiceAccountToken() != null);
        refuse(token, Privilege.SERVICE_ACCOUNT_TOKEN, "volumes[" + i + "].projected");
      }
      if (!spec.getEphemeralContainers().isEmpty()) {
        add("ephemeralContainers", "must not be set");
      }
      containers("containers", spec.getContainers());
      containers("initContainers", spec.getInitContainers());
    }

    private void containers(String name, List<Container> containers) {
      for (int i = 0; i < containers.size(); i++) {
        Container container = containers.get(i);
        String path = name + "[" + i + "]";
        unknown(field + "." + path, container.getAdditionalProperties());
        SecurityContext security = container.getSecurityContext();
        if (security != null) {
          unknown(field + "." + path + ".securityContext", security.getAdditionalProperties());
          boolean privileged =
              isTrue(security.getPrivileged())
                  || isTrue(security.getAllowPrivilegeEscalation())
                  || security.getProcMount() != null
                  || security.getWindowsOptions() != null
                  || security.getSeLinuxOptions() != null
                  || isUnconfined(security.getSeccompProfile(), security.getAppArmorProfile());
          refuse(privileged, Privilege.PRIVILEGED, path + ".securityContext");
          boolean added =
              security.getCapabilities() != null && !security.getCapabilities().getAdd().isEmpty();
          refuse(added, Privilege.CAPABILITIES, path + ".securityContext.capabilities.add");
        }
        boolean hostPort =
            container.getPorts().stream()
                .anyMatch(
                    port ->
                        Stream.of(port.getHostPort(), port.getHostIP()).anyMatch(v -> v != null));
        refuse(hostPort, Privilege.HOST_NETWORK, path + ".ports");
      }
    }

    /** Without these filters a program meets the whole kernel. */
    private static boolean isUnconfined(
        @Nullable SeccompProfile seccomp, @Nullable AppArmorProfile appArmor) {
      return seccomp != null && UNCONFINED.equals(seccomp.getType())
          || appArmor != null && UNCONFINED.equals(appArmor.getType());
    }

    private void refuse(boolean found, Privilege privilege, String name) {
      if (found && !settings.allow().contains(privilege)) {
        add(
            name,
            "is not allowed here: millrace.worker.kubernetes.allow of the node does not list "
                + privilege.word());
      }
    }

    private void add(String name, String reason) {
      errors.add(new FieldError(field + "." + name, null, reason));
    }

    /** A misspelt field must not be dropped in silence. */
    private void unknown(String path, Map<String, Object> properties) {
      properties.keySet().stream()
          .sorted()
          .forEach(name -> errors.add(new FieldError(path + "." + name, null, "unknown field")));
    }

    private static boolean isTrue(Boolean value) {
      return Boolean.TRUE.equals(value);
    }
  }
}
