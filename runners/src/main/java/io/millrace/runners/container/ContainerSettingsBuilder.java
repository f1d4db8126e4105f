package io.millrace.runners.container;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Names the parts of a {@link ContainerSettings}. All of them are required. */
final class ContainerSettingsBuilder {
  private @Nullable String host;
  private @Nullable String tlsDir;
  private @Nullable PullPolicy pull;
  private @Nullable Duration grace;
  private @Nullable Long memory;
  private @Nullable Optional<Long> maxMemory;
  private @Nullable BigDecimal cpus;
  private @Nullable Optional<BigDecimal> maxCpus;
  private @Nullable Long processes;
  private @Nullable Long files;
  private @Nullable String network;
  private @Nullable List<String> networks;
  private @Nullable String user;
  private @Nullable List<String> users;
  private @Nullable Optional<Long> logSize;
  private @Nullable List<String> capabilities;
  private @Nullable List<String> mounts;
  private @Nullable Duration callWithin;
  private @Nullable Duration awayWithin;
  private @Nullable Duration sweepEvery;

  ContainerSettingsBuilder() {}

  ContainerSettingsBuilder host(String host) {
    this.host = host;
    return this;
  }

  ContainerSettingsBuilder tlsDir(String tlsDir) {
    this.tlsDir = tlsDir;
    return this;
  }

  ContainerSettingsBuilder pull(PullPolicy pull) {
    this.pull = pull;
    return this;
  }

  ContainerSettingsBuilder grace(Duration grace) {
    this.grace = grace;
    return this;
  }

  ContainerSettingsBuilder memory(long memory) {
    this.memory = memory;
    return this;
  }

  ContainerSettingsBuilder maxMemory(Optional<Long> maxMemory) {
    this.maxMemory = maxMemory;
    return this;
  }

  ContainerSettingsBuilder cpus(BigDecimal cpus) {
    this.cpus = cpus;
    return this;
  }

  ContainerSettingsBuilder maxCpus(Optional<BigDecimal> maxCpus) {
    this.maxCpus = maxCpus;
    return this;
  }

  ContainerSettingsBuilder processes(long processes) {
    this.processes = processes;
    return this;
  }

  ContainerSettingsBuilder files(long files) {
    this.files = files;
    return this;
  }

  ContainerSettingsBuilder network(String network) {
    this.network = network;
    return this;
  }

  ContainerSettingsBuilder networks(List<String> networks) {
    this.networks = networks;
    return this;
  }

  ContainerSettingsBuilder user(String user) {
    this.user = user;
    return this;
  }

  ContainerSettingsBuilder users(List<String> users) {
    this.users = users;
    return this;
  }

  ContainerSettingsBuilder logSize(Optional<Long> logSize) {
    this.logSize = logSize;
    return this;
  }

  ContainerSettingsBuilder capabilities(List<String> capabilities) {
    this.capabilities = capabilities;
    return this;
  }

  ContainerSettingsBuilder mounts(List<String> mounts) {
    this.mounts = mounts;
    return this;
  }

  ContainerSettingsBuilder callWithin(Duration callWithin) {
    this.callWithin = callWithin;
    return this;
  }

  ContainerSettingsBuilder awayWithin(Duration awayWithin) {
    this.awayWithin = awayWithin;
    return this;
  }

  ContainerSettingsBuilder sweepEvery(Duration sweepEvery) {
    this.sweepEvery = sweepEvery;
    return this;
  }

  ContainerSettings build() {
    return new ContainerSettings(
        requireNonNull(host, "host"),
        requireNonNull(tlsDir, "tlsDir"),
        requireNonNull(pull, "pull"),
        requireNonNull(grace, "grace"),
        requireNonNull(memory, "memory"),
        requireNonNull(maxMemory, "maxMemory"),
        requireNonNull(cpus, "cpus"),
        requireNonNull(maxCpus, "maxCpus"),
        requireNonNull(processes, "processes"),
        requireNonNull(files, "files"),
        requireNonNull(network, "network"),
        requireNonNull(networks, "networks"),
        requireNonNull(user, "user"),
        requireNonNull(users, "users"),
        requireNonNull(logSize, "logSize"),
        requireNonNull(capabilities, "capabilities"),
        requireNonNull(mounts, "mounts"),
        requireNonNull(callWithin, "callWithin"),
        requireNonNull(awayWithin, "awayWithin"),
        requireNonNull(sweepEvery, "sweepEvery"));
  }
}
