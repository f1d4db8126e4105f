package io.millrace.runners.kubernetes;

import io.fabric8.kubernetes.api.model.AppArmorProfile;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ObjectMeta;
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
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a pod template of a definition may have: nothing that reaches beyond its pod, unless
 * allowed.
 */
final class PodTemplateRule {
  private static final KubernetesSerialization JSON = new KubernetesSerialization();

  private static final String UNCONFINED = "Unconfined";

  /** Volumes that belong to the pod or to its namespace. */
  private static final Set<String> PLAIN_VOLUMES =
      Set.of(
          "name",
          "emptyDir",
          "configMap",
          "secret",
          "downwardAPI",
          "projected",
          "persistentVolumeClaim",
          "ephemeral");

  /** By these annotations, older clusters and CRI-O take what the security contexts say today. */
  private static final List<String> RUNTIME_ANNOTATIONS =
      List.of(
          "container.apparmor.security.beta.kubernetes.io",
          "container.seccomp.security.alpha.kubernetes.io",
          "seccomp.security.alpha.kubernetes.io",
          "io.kubernetes.cri-o.");

  private PodTemplateRule() {}

  static List<FieldError> check(@Nullable Object value, String field, KubernetesSettings settings) {
    List<FieldError> errors = new ArrayList<>();
    if (value == null) {
      return errors;
    }
    if (!(value instanceof Map<?, ?> map)) {
      errors.add(new FieldError(field, value, "must be a pod template: metadata and spec"));
      return errors;
    }
    if (Placeholders.isAnyIn(new RunSpec("kubernetes", Map.of("template", value)))) {
      errors.add(new FieldError(field, null, "must not have placeholders: use env"));
    }
    errors.addAll(PodTemplateFields.check(map, field));
    Optional<PodTemplateSpec> template = read(map);
    if (template.isEmpty()) {
      if (errors.isEmpty()) {
        errors.add(new FieldError(field, value, "must be a pod template: metadata and spec"));
      }
      return errors;
    }
    Found found = new Found(field, settings, errors);
    found.metadata(template.get().getMetadata());
    found.spec(template.get().getSpec());
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

    void metadata(ObjectMeta metadata) {
      if (metadata == null) {
        return;
      }
      metadata.getAnnotations().keySet().stream()
          .filter(name -> RUNTIME_ANNOTATIONS.stream().anyMatch(name::startsWith))
          .forEach(name -> refuse(true, Privilege.PRIVILEGED, "metadata.annotations." + name));
      if (!metadata.getFinalizers().isEmpty()) {
        add("metadata.finalizers", "must not be set: the pod could not be deleted");
      }
    }

    void spec(PodSpec spec) {
      if (spec == null) {
        return;
      }
      refuse(isTrue(spec.getHostNetwork()), Privilege.HOST_NETWORK, "spec.hostNetwork");
      refuse(isTrue(spec.getHostPID()), Privilege.HOST_PROCESSES, "spec.hostPID");
      refuse(isTrue(spec.getHostIPC()), Privilege.HOST_PROCESSES, "spec.hostIPC");
      refuse(
          isTrue(spec.getAutomountServiceAccountToken()),
          Privilege.SERVICE_ACCOUNT_TOKEN,
          "spec.automountServiceAccountToken");
      if (spec.getServiceAccountName() != null || spec.getServiceAccount() != null) {
        add("spec.serviceAccountName", "must not be set: use the field service_account");
      }
      if (spec.getNodeName() != null) {
        add("spec.nodeName", "must not be set, for it skips the scheduler: use node_selector");
      }
      PodSecurityContext pod = spec.getSecurityContext();
      boolean privileged =
          pod != null
              && (pod.getWindowsOptions() != null
                  || !pod.getSysctls().isEmpty()
                  || pod.getSeLinuxOptions() != null
                  || isUnconfined(pod.getSeccompProfile(), pod.getAppArmorProfile()));
      refuse(privileged, Privilege.PRIVILEGED, "spec.securityContext");
      for (int i = 0; i < spec.getVolumes().size(); i++) {
        volume(spec.getVolumes().get(i), "spec.volumes[" + i + "]");
      }
      if (!spec.getEphemeralContainers().isEmpty()) {
        add("spec.ephemeralContainers", "must not be set");
      }
      containers("spec.containers", spec.getContainers());
      containers("spec.initContainers", spec.getInitContainers());
    }

    private void volume(Volume volume, String path) {
      for (String kind : PodTemplateFields.of(volume)) {
        if (kind.equals("hostPath")) {
          refuse(true, Privilege.HOST_PATH, path + ".hostPath");
        } else if (!PLAIN_VOLUMES.contains(kind)
            && !volume.getAdditionalProperties().containsKey(kind)) {
          refuse(true, Privilege.OTHER_VOLUMES, path + "." + kind);
        }
      }
      boolean token =
          volume.getProjected() != null
              && volume.getProjected().getSources().stream()
                  .anyMatch(source -> source.getServiceAccountToken() != null);
      refuse(token, Privilege.SERVICE_ACCOUNT_TOKEN, path + ".projected");
    }

    private void containers(String name, List<Container> containers) {
      for (int i = 0; i < containers.size(); i++) {
        Container container = containers.get(i);
        String path = name + "[" + i + "]";
        SecurityContext security = container.getSecurityContext();
        if (security != null) {
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
        PodProbes.toOtherHosts(container)
            .forEach(probe -> refuse(true, Privilege.HOST_NETWORK, path + "." + probe));
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

    private static boolean isTrue(Boolean value) {
      return Boolean.TRUE.equals(value);
    }
  }
}
