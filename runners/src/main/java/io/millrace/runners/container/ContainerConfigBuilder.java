package io.millrace.runners.container;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Names the parts of a {@link ContainerConfig}. All of them are required. */
final class ContainerConfigBuilder {
  private @Nullable String image;
  private @Nullable List<String> command;
  private @Nullable List<String> args;
  private @Nullable Map<String, String> env;
  private @Nullable Optional<String> workdir;
  private @Nullable Optional<PullPolicy> pull;
  private @Nullable Optional<Long> memory;
  private @Nullable Optional<BigDecimal> cpus;
  private @Nullable Optional<String> network;
  private @Nullable Optional<String> user;
  private @Nullable List<ContainerMount> mounts;
  private @Nullable Boolean secretsAsFiles;

  ContainerConfigBuilder() {}

  ContainerConfigBuilder image(String image) {
    this.image = image;
    return this;
  }

  ContainerConfigBuilder command(List<String> command) {
    this.command = command;
    return this;
  }

  ContainerConfigBuilder args(List<String> args) {
    this.args = args;
    return this;
  }

  ContainerConfigBuilder env(Map<String, String> env) {
    this.env = env;
    return this;
  }

  ContainerConfigBuilder workdir(Optional<String> workdir) {
    this.workdir = workdir;
    return this;
  }

  ContainerConfigBuilder pull(Optional<PullPolicy> pull) {
    this.pull = pull;
    return this;
  }

  ContainerConfigBuilder memory(Optional<Long> memory) {
    this.memory = memory;
    return this;
  }

  ContainerConfigBuilder cpus(Optional<BigDecimal> cpus) {
    this.cpus = cpus;
    return this;
  }

  ContainerConfigBuilder network(Optional<String> network) {
    this.network = network;
    return this;
  }

  ContainerConfigBuilder user(Optional<String> user) {
    this.user = user;
    return this;
  }

  ContainerConfigBuilder mounts(List<ContainerMount> mounts) {
    this.mounts = mounts;
    return this;
  }

  ContainerConfigBuilder secretsAsFiles(boolean secretsAsFiles) {
    this.secretsAsFiles = secretsAsFiles;
    return this;
  }

  ContainerConfig build() {
    return new ContainerConfig(
        requireNonNull(image, "image"),
        requireNonNull(command, "command"),
        requireNonNull(args, "args"),
        requireNonNull(env, "env"),
        requireNonNull(workdir, "workdir"),
        requireNonNull(pull, "pull"),
        requireNonNull(memory, "memory"),
        requireNonNull(cpus, "cpus"),
        requireNonNull(network, "network"),
        requireNonNull(user, "user"),
        requireNonNull(mounts, "mounts"),
        requireNonNull(secretsAsFiles, "secretsAsFiles"));
  }
}
