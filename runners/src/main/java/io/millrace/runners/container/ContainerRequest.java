package io.millrace.runners.container;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.AccessMode;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.LogConfig;
import com.github.dockerjava.api.model.LogConfig.LoggingType;
import com.github.dockerjava.api.model.Ulimit;
import com.github.dockerjava.api.model.Volume;
import io.millrace.engine.worker.Assignment;
import io.millrace.engine.worker.AttemptRefusedException;
import io.millrace.engine.worker.ProcessEnvironment;
import io.millrace.engine.worker.TaskValues;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the engine is asked for: the definition, within the limits of the node.
 *
 * @param name the name of the container
 * @param labels how a later start of the node finds it
 */
record ContainerRequest(
    ContainerConfig config,
    ContainerSettings settings,
    Assignment assignment,
    String name,
    Map<String, String> labels) {
  private static final BigDecimal NANOS = BigDecimal.valueOf(1_000_000_000L);
  private static final String SECRET = ProcessEnvironment.PREFIX + "SECRET_";

  long memory() {
    return config.memory().orElse(settings.memory());
  }

  CreateContainerCmd fill(CreateContainerCmd command) {
    config.workdir().ifPresent(command::withWorkingDir);
    String user = config.user().orElse(settings.user());
    if (!user.isEmpty()) {
      command.withUser(user);
    }
    if (!config.command().isEmpty()) {
      command.withEntrypoint(config.command());
    }
    if (!config.args().isEmpty()) {
      command.withCmd(config.args());
    }
    return command
        .withName(name)
        .withLabels(labels)
        .withEnv(variables().entrySet().stream().map(v -> v.getKey() + "=" + v.getValue()).toList())
        .withAttachStdout(true)
        .withAttachStderr(true)
        .withHostConfig(limits());
  }

  /** Swap would let a container have more memory than its limit. */
  private HostConfig limits() {
    HostConfig limits =
        HostConfig.newHostConfig()
            .withMemory(memory())
            .withMemorySwap(memory())
            .withNanoCPUs(config.cpus().orElse(settings.cpus()).multiply(NANOS).longValue())
            .withPidsLimit(settings.processes())
            .withUlimits(
                List.of(
                    new Ulimit("nofile", settings.files(), settings.files()),
                    new Ulimit("nproc", settings.processes(), settings.processes())))
            .withNetworkMode(config.network().orElse(settings.network()))
            .withCapDrop(Capability.ALL)
            .withCapAdd(
                settings.capabilities().stream()
                    .map(Capability::valueOf)
                    .toArray(Capability[]::new))
            .withSecurityOpts(List.of("no-new-privileges"))
            .withBinds(config.mounts().stream().map(ContainerRequest::bind).toList());
    settings.logSize().ifPresent(bytes -> limits.withLogConfig(log(bytes)));
    return limits;
  }

  /** Otherwise a program that prints for ever fills the disk of the engine. Podman knows it too. */
  private static LogConfig log(long bytes) {
    return new LogConfig(LoggingType.JSON_FILE, Map.of("max-size", Long.toString(bytes)));
  }

  private static Bind bind(ContainerMount mount) {
    return new Bind(
        mount.source(),
        new Volume(mount.target()),
        mount.readOnly() ? AccessMode.ro : AccessMode.rw);
  }

  /** The same variables as those of a program, and those of the definition. */
  private Map<String, String> variables() {
    TaskValues values = assignment.values();
    Map<String, String> variables = new TreeMap<>();
    config.env().forEach((name, value) -> variables.put(name, inserted(name, value, values)));
    variables.putAll(ProcessEnvironment.of(assignment, Path.of(ContainerFiles.OUTPUT)));
    if (config.secretsAsFiles()) {
      variables.keySet().removeIf(name -> name.startsWith(SECRET));
      variables.put(ProcessEnvironment.PREFIX + "SECRETS", ContainerFiles.SECRETS);
    }
    return variables;
  }

  private static String inserted(String name, String value, TaskValues values) {
    String text = values.replaced(value);
    if (text.indexOf('\0') >= 0
        || text.getBytes(StandardCharsets.UTF_8).length > ProcessEnvironment.MAX_BYTES) {
      throw new AttemptRefusedException(
          "The variable %s cannot be set with its values inserted: it has the character NUL, or more than %d bytes"
              .formatted(name, ProcessEnvironment.MAX_BYTES));
    }
    return text;
  }

  byte[] files() {
    return ContainerFiles.archive(
        config.secretsAsFiles() ? assignment.values().secrets() : Map.of());
  }
}
