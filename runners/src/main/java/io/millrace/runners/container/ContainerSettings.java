package io.millrace.runners.container;

import com.github.dockerjava.api.model.Capability;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import io.millrace.engine.input.DurationSetting;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.input.WordList;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How this node runs containers, and what it allows them.
 *
 * @param host the address of the engine; empty to look for one
 * @param tlsDir the folder with the keys for an engine on another machine; empty for none
 * @param grace how long a container may take to end after TERM
 * @param memory the limit of a container that asks for none, in bytes
 * @param maxMemory the most that a definition may ask for; empty for any
 * @param user the user of a container that asks for none; empty for that of the image
 * @param users other users that definitions may name; with no user and none of these, any
 * @param logSize how much of a log the engine keeps, in bytes; empty for its own default
 * @param capabilities all that containers keep
 * @param mounts the folders and volumes that definitions may mount
 * @param callWithin how long the engine may take to answer
 * @param awayWithin how long the engine may be away while a container runs
 * @param sweepEvery how often containers of dead attempts are looked for
 */
record ContainerSettings(
    String host,
    String tlsDir,
    PullPolicy pull,
    Duration grace,
    long memory,
    Optional<Long> maxMemory,
    BigDecimal cpus,
    Optional<BigDecimal> maxCpus,
    long processes,
    long files,
    String network,
    List<String> networks,
    String user,
    List<String> users,
    Optional<Long> logSize,
    List<String> capabilities,
    List<String> mounts,
    Duration callWithin,
    Duration awayWithin,
    Duration sweepEvery) {

  static ContainerSettingsBuilder builder() {
    return new ContainerSettingsBuilder();
  }

  /**
   * @param config {@code millrace.worker.container}
   * @throws IllegalArgumentException if a setting is wrong; the message names it
   */
  static ContainerSettings of(Config config) {
    List<String> networks = config.getStringList("networks");
    String network = config.getString("network");
    if (!networks.contains(network)) {
      throw wrong("network", network, "is not in networks: " + String.join(", ", networks));
    }
    checkMounts(config.getStringList("mounts"));
    for (String name : config.getStringList("capabilities")) {
      if (Stream.of(Capability.values()).noneMatch(known -> known.name().equals(name))) {
        throw wrong("capabilities", name, "is no capability of Linux, such as CHOWN");
      }
    }
    return builder()
        .host(config.getString("host"))
        .tlsDir(config.getString("tls-dir"))
        .pull(pull(config))
        .grace(DurationSetting.of(config, "grace"))
        .memory(memory(config, "memory").orElseThrow(() -> wrong("memory", "", MemorySize.RULE)))
        .maxMemory(memory(config, "max-memory"))
        .cpus(cpus(config, "cpus").orElseThrow(() -> wrong("cpus", "", ContainerConfig.CPUS_RULE)))
        .maxCpus(cpus(config, "max-cpus"))
        .processes(positive(config, "processes"))
        .files(positive(config, "files"))
        .network(network)
        .networks(networks)
        .user(config.getString("user"))
        .users(List.copyOf(config.getStringList("users")))
        .logSize(memory(config, "log-size"))
        .capabilities(config.getStringList("capabilities"))
        .mounts(config.getStringList("mounts"))
        .callWithin(longerThanZero(config, "call-within"))
        .awayWithin(DurationSetting.of(config, "away-within"))
        .sweepEvery(longerThanZero(config, "sweep-every"))
        .build();
  }

  /** Whether a definition may name this user. */
  boolean allowsUser(String name) {
    return allUsers().isEmpty() || allUsers().contains(name);
  }

  /** All users that definitions may name; empty for any. */
  List<String> allUsers() {
    return Stream.concat(Stream.of(user), users.stream()).filter(name -> !name.isEmpty()).toList();
  }

  /** A container could replace what is within a folder where it may write by a link. */
  private static void checkMounts(List<String> mounts) {
    for (String mount : mounts) {
      String place = ContainerMount.place(mount);
      if (ContainerMount.parse(place + ":/x").isEmpty()) {
        throw wrong("mounts", mount, "is no absolute path and no name of a volume");
      }
      for (String other : mounts) {
        if (!ContainerMount.isReadOnly(other)
            && ContainerMount.isBelow(place, ContainerMount.place(other))) {
          throw wrong("mounts", mount, "is below " + other + ", where containers may write");
        }
      }
    }
  }

  private static long positive(Config config, String name) {
    long value = config.getLong(name);
    if (value < 1) {
      throw wrong(name, Long.toString(value), "is not a number from 1");
    }
    return value;
  }

  private static Duration longerThanZero(Config config, String name) {
    Duration value = DurationSetting.of(config, name);
    if (value.isNegative() || value.isZero()) {
      throw wrong(name, value.toString(), "is not longer than zero");
    }
    return value;
  }

  private static PullPolicy pull(Config config) {
    try {
      return WordList.read(PullPolicy.class, "pull", config.getString("pull"));
    } catch (InvalidInputException unknown) {
      throw wrong("pull", config.getString("pull"), unknown.errors().get(0).reason());
    }
  }

  private static Optional<Long> memory(Config config, String name) {
    String text = config.getString(name);
    if (!text.isEmpty() && MemorySize.parse(text).isEmpty()) {
      throw wrong(name, text, MemorySize.RULE);
    }
    return MemorySize.parse(text);
  }

  private static Optional<BigDecimal> cpus(Config config, String name) {
    String text = config.getString(name);
    if (!text.isEmpty() && ContainerConfig.cpus(text).isEmpty()) {
      throw wrong(name, text, ContainerConfig.CPUS_RULE);
    }
    return ContainerConfig.cpus(text);
  }

  private static ConfigException wrong(String name, String value, String reason) {
    return new ConfigException.BadValue("millrace.worker.container." + name, value + " " + reason);
  }
}
