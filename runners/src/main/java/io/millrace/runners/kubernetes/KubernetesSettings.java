package io.millrace.runners.kubernetes;

import com.typesafe.config.Config;
import io.fabric8.kubernetes.api.model.Quantity;
import io.millrace.engine.input.DurationSetting;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The settings of the Kubernetes runner, {@code millrace.worker.kubernetes}.
 *
 * @param kubeconfig the file that says where the API server is; empty = as kubectl finds it, or the
 *     pod's own service account
 * @param namespaces where Jobs may run; the first one unless a definition names another
 * @param serviceAccounts the service accounts that a definition may name
 * @param allow what a template may have although it reaches beyond its pod
 * @param limits the limits of a container whose definition has none
 * @param startWithin how long a pod may take to start before its attempt fails
 * @param grace how long a program may take to end after TERM
 * @param keep how long the cluster keeps a Job that has ended, if nobody deletes it
 */
record KubernetesSettings(
    String kubeconfig,
    String context,
    List<String> namespaces,
    Set<String> serviceAccounts,
    Set<Privilege> allow,
    Map<String, Quantity> limits,
    Duration startWithin,
    Duration grace,
    Duration keep) {
  private static final String PATH = "millrace.worker.kubernetes.";

  /** What a pod can have that reaches beyond it. */
  enum Privilege {
    PRIVILEGED("privileged"),
    CAPABILITIES("capabilities"),
    HOST_PATH("host-path"),
    HOST_NETWORK("host-network"),
    HOST_PROCESSES("host-processes"),
    SERVICE_ACCOUNT_TOKEN("service-account-token"),
    OTHER_VOLUMES("other-volumes");

    private final String word;

    Privilege(String word) {
      this.word = word;
    }

    String word() {
      return word;
    }

    private static Privilege of(String word) {
      for (Privilege privilege : values()) {
        if (privilege.word.equals(word)) {
          return privilege;
        }
      }
      throw new IllegalArgumentException(
          PATH
              + "allow has "
              + word
              + ": the known words are "
              + Stream.of(values()).map(Privilege::word).collect(Collectors.joining(", ")));
    }
  }

  static KubernetesSettingsBuilder builder() {
    return new KubernetesSettingsBuilder();
  }

  /**
   * @param worker {@code millrace.worker}
   * @throws IllegalArgumentException if a value is not possible; the message names the setting
   */
  static KubernetesSettings of(Config worker) {
    Config config = worker.getConfig("kubernetes");
    Map<String, Quantity> limits = new TreeMap<>();
    for (String name : List.of("cpu", "memory")) {
      String value = config.getString(name);
      if (!value.isEmpty()) {
        limits.put(name, quantity(name, value));
      }
    }
    return builder()
        .kubeconfig(config.getString("kubeconfig"))
        .context(config.getString("context"))
        .namespaces(List.copyOf(config.getStringList("namespaces")))
        .serviceAccounts(Set.copyOf(config.getStringList("service-accounts")))
        .allow(Set.copyOf(config.getStringList("allow").stream().map(Privilege::of).toList()))
        .limits(limits)
        .startWithin(DurationSetting.of(config, "start-within"))
        .grace(DurationSetting.of(config, "grace"))
        .keep(DurationSetting.of(config, "keep"))
        .build();
  }

  private static Quantity quantity(String name, String value) {
    try {
      Quantity quantity = new Quantity(value);
      if (quantity.getNumericalAmount().signum() > 0) {
        return quantity;
      }
    } catch (IllegalArgumentException notAQuantity) {
      // Refused below, with the name of the setting.
    }
    throw new IllegalArgumentException(
        PATH + name + " = " + value + ": must be a quantity of Kubernetes, such as 500m or 1Gi");
  }

  /** Whether this node may use a cluster at all. */
  boolean isOn() {
    return !namespaces.isEmpty();
  }
}
