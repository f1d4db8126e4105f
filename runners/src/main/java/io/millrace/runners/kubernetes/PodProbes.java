package io.millrace.runners.kubernetes;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HTTPGetAction;
import io.fabric8.kubernetes.api.model.LifecycleHandler;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.TCPSocketAction;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Probes and hooks of a container. The machine itself sends them, from its own network. */
final class PodProbes {
  private PodProbes() {}

  /** The names of those that go to another host than the pod. */
  static Set<String> toOtherHosts(Container container) {
    Set<String> names = new TreeSet<>();
    add(names, "livenessProbe", container.getLivenessProbe());
    add(names, "readinessProbe", container.getReadinessProbe());
    add(names, "startupProbe", container.getStartupProbe());
    if (container.getLifecycle() != null) {
      add(names, "lifecycle.postStart", container.getLifecycle().getPostStart());
      add(names, "lifecycle.preStop", container.getLifecycle().getPreStop());
    }
    return names;
  }

  private static void add(Set<String> names, String name, @Nullable Probe probe) {
    if (probe != null && namesHost(probe.getHttpGet(), probe.getTcpSocket())) {
      names.add(name);
    }
  }

  private static void add(Set<String> names, String name, @Nullable LifecycleHandler hook) {
    if (hook != null && namesHost(hook.getHttpGet(), hook.getTcpSocket())) {
      names.add(name);
    }
  }

  private static boolean namesHost(@Nullable HTTPGetAction http, @Nullable TCPSocketAction tcp) {
    return http != null && http.getHost() != null || tcp != null && tcp.getHost() != null;
  }
}
