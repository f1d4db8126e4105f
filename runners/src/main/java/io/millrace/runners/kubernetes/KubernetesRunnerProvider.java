package io.millrace.runners.kubernetes;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.millrace.engine.worker.Runner;
import io.millrace.engine.worker.RunnerContext;
import io.millrace.engine.worker.RunnerProvider;
import java.io.File;
import java.time.Duration;

/** Makes the Kubernetes runner of a node from its settings. */
public final class KubernetesRunnerProvider implements RunnerProvider {
  private static final Duration LOOK_EVERY = Duration.ofSeconds(5);
  private static final int CALL_WITHIN_MILLIS = 10_000;
  private static final int RETRIES = 3;

  @Override
  public Runner create(RunnerContext node) {
    KubernetesSettings settings = KubernetesSettings.of(node.worker());
    return new KubernetesRunner(
        settings, node.installation(), () -> client(base(settings)), LOOK_EVERY);
  }

  private static Config base(KubernetesSettings settings) {
    String context = settings.context().isEmpty() ? null : settings.context();
    return settings.kubeconfig().isEmpty()
        ? Config.autoConfigure(context)
        : Config.fromKubeconfig(context, new File(settings.kubeconfig()));
  }

  /** Requests that take long are given up, and repeated a little later. */
  static KubernetesClient client(Config base) {
    return new KubernetesClientBuilder()
        .withConfig(
            new ConfigBuilder(base)
                .withRequestTimeout(CALL_WITHIN_MILLIS)
                .withConnectionTimeout(CALL_WITHIN_MILLIS)
                .withRequestRetryBackoffLimit(RETRIES)
                .build())
        .build();
  }
}
