package io.millrace.runners.kubernetes;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Names the parts of a {@link KubernetesConfig}. All of them are required. */
final class KubernetesConfigBuilder {
  private @Nullable String image;
  private @Nullable List<String> command;
  private @Nullable List<String> args;
  private @Nullable Map<String, String> env;
  private @Nullable Optional<String> workdir;
  private @Nullable Optional<String> pull;
  private @Nullable Optional<String> namespace;
  private @Nullable Optional<String> serviceAccount;
  private @Nullable Optional<String> user;
  private @Nullable Map<String, Map<String, Quantity>> resources;
  private @Nullable Map<String, String> nodeSelector;
  private @Nullable Map<String, Object> template;

  KubernetesConfigBuilder() {}

  KubernetesConfigBuilder image(String image) {
    this.image = image;
    return this;
  }

  KubernetesConfigBuilder command(List<String> command) {
    this.command = command;
    return this;
  }

  KubernetesConfigBuilder args(List<String> args) {
    this.args = args;
    return this;
  }

  KubernetesConfigBuilder env(Map<String, String> env) {
    this.env = env;
    return this;
  }

  KubernetesConfigBuilder workdir(Optional<String> workdir) {
    this.workdir = workdir;
    return this;
  }

  KubernetesConfigBuilder pull(Optional<String> pull) {
    this.pull = pull;
    return this;
  }

  KubernetesConfigBuilder namespace(Optional<String> namespace) {
    this.namespace = namespace;
    return this;
  }

  KubernetesConfigBuilder serviceAccount(Optional<String> serviceAccount) {
    this.serviceAccount = serviceAccount;
    return this;
  }

  KubernetesConfigBuilder user(Optional<String> user) {
    this.user = user;
    return this;
  }

  KubernetesConfigBuilder resources(Map<String, Map<String, Quantity>> resources) {
    this.resources = resources;
    return this;
  }

  KubernetesConfigBuilder nodeSelector(Map<String, String> nodeSelector) {
    this.nodeSelector = nodeSelector;
    return this;
  }

  KubernetesConfigBuilder template(Map<String, Object> template) {
    this.template = template;
    return this;
  }

  KubernetesConfig build() {
    return new KubernetesConfig(
        requireNonNull(image, "image"),
        requireNonNull(command, "command"),
        requireNonNull(args, "args"),
        requireNonNull(env, "env"),
        requireNonNull(workdir, "workdir"),
        requireNonNull(pull, "pull"),
        requireNonNull(namespace, "namespace"),
        requireNonNull(serviceAccount, "serviceAccount"),
        requireNonNull(user, "user"),
        requireNonNull(resources, "resources"),
        requireNonNull(nodeSelector, "nodeSelector"),
        requireNonNull(template, "template"));
  }
}
