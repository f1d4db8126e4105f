package io.millrace.runners.kubernetes;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.Quantity;
import io.millrace.runners.kubernetes.KubernetesSettings.Privilege;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Names the parts of a {@link KubernetesSettings}. All of them are required. */
final class KubernetesSettingsBuilder {
  private @Nullable String kubeconfig;
  private @Nullable String context;
  private @Nullable List<String> namespaces;
  private @Nullable Set<String> serviceAccounts;
  private @Nullable Set<Privilege> allow;
  private @Nullable Map<String, Quantity> limits;
  private @Nullable Duration startWithin;
  private @Nullable Duration grace;
  private @Nullable Duration keep;

  KubernetesSettingsBuilder() {}

  KubernetesSettingsBuilder kubeconfig(String kubeconfig) {
    this.kubeconfig = kubeconfig;
    return this;
  }

  KubernetesSettingsBuilder context(String context) {
    this.context = context;
    return this;
  }

  KubernetesSettingsBuilder namespaces(List<String> namespaces) {
    this.namespaces = namespaces;
    return this;
  }

  KubernetesSettingsBuilder serviceAccounts(Set<String> serviceAccounts) {
    this.serviceAccounts = serviceAccounts;
    return this;
  }

  KubernetesSettingsBuilder allow(Set<Privilege> allow) {
    this.allow = allow;
    return this;
  }

  KubernetesSettingsBuilder limits(Map<String, Quantity> limits) {
    this.limits = limits;
    return this;
  }

  KubernetesSettingsBuilder startWithin(Duration startWithin) {
    this.startWithin = startWithin;
    return this;
  }

  KubernetesSettingsBuilder grace(Duration grace) {
    this.grace = grace;
    return this;
  }

  KubernetesSettingsBuilder keep(Duration keep) {
    this.keep = keep;
    return this;
  }

  KubernetesSettings build() {
    return new KubernetesSettings(
        requireNonNull(kubeconfig, "kubeconfig"),
        requireNonNull(context, "context"),
        requireNonNull(namespaces, "namespaces"),
        requireNonNull(serviceAccounts, "serviceAccounts"),
        requireNonNull(allow, "allow"),
        requireNonNull(limits, "limits"),
        requireNonNull(startWithin, "startWithin"),
        requireNonNull(grace, "grace"),
        requireNonNull(keep, "keep"));
  }
}
