package io.millrace.runners.container;

import io.millrace.engine.input.FieldError;
import io.millrace.engine.input.WordList;
import io.millrace.engine.worker.ImageNameRule;
import io.millrace.engine.worker.UnknownFieldCheck;
import io.millrace.engine.worker.VariableRule;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What a definition says of a container. A field that it leaves out is empty, and the node's
 * settings decide.
 *
 * @param command replaces the entry point of the image
 * @param args replaces the arguments of the image
 * @param env variables, with placeholders as written
 * @param memory in bytes
 * @param secretsAsFiles whether secrets are files instead of variables
 */
record ContainerConfig(
    String image,
    List<String> command,
    List<String> args,
    Map<String, String> env,
    Optional<String> workdir,
    Optional<PullPolicy> pull,
    Optional<Long> memory,
    Optional<BigDecimal> cpus,
    Optional<String> network,
    Optional<String> user,
    List<ContainerMount> mounts,
    boolean secretsAsFiles) {
  private static final String[] FIELDS = {
    "image",
    "command",
    "args",
    "env",
    "workdir",
    "pull",
    "memory",
    "cpus",
    "network",
    "user",
    "mounts",
    "secrets_in"
  };

  private static final Pattern USER =
      Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]*(:[A-Za-z0-9_.-]+)?");
  private static final Set<String> NETWORK_WORDS = Set.of("none", "host", "bridge");
  static final String CPUS_RULE =
      "must be a number of processors from 0.01 to 1024, such as 0.5 or 2";

  private static final BigDecimal MOST_CPUS = BigDecimal.valueOf(1024);

  private enum SecretPlace {
    ENV,
    FILES
  }

  static ContainerConfigBuilder builder() {
    return new ContainerConfigBuilder();
  }

  /** Reports every error of a definition, with what this node allows. */
  static List<FieldError> check(
      Map<String, Object> config, String field, ContainerSettings settings) {
    List<FieldError> errors = UnknownFieldCheck.check(config, field, FIELDS);
    ErrorCollector check = new ErrorCollector(config, field, errors);
    if (!ImageNameRule.accepts(config.get("image"))) {
      check.refuse("image", ImageNameRule.RULE);
    }
    check.words("command");
    check.words("args");
    if (config.containsKey("env")) {
      errors.addAll(VariableRule.check(config.get("env"), field + ".env"));
    }
    check.text("workdir", text -> text.startsWith("/"), "must be an absolute path");
    check.word("pull", PullPolicy.class);
    check.word("secrets_in", SecretPlace.class);
    check.text("user", USER.asMatchPredicate(), "must be a user or user:group, by name or number");
    check.value("user", value -> userError(value, settings));
    check.value("memory", value -> memoryError(value, settings));
    check.value("cpus", value -> cpusError(value, settings));
    check.value("network", value -> networkError(value, settings));
    check.list("mounts", value -> mountError(value, settings));
    return errors;
  }

  private static Optional<String> memoryError(Object value, ContainerSettings settings) {
    Optional<Long> bytes = MemorySize.parse(value);
    if (bytes.isEmpty()) {
      return Optional.of(MemorySize.RULE);
    }
    return settings
        .maxMemory()
        .filter(most -> bytes.get() > most)
        .map(
            most ->
                "is more than the " + MemorySize.text(most) + " that a container may have here");
  }

  private static Optional<String> cpusError(Object value, ContainerSettings settings) {
    Optional<BigDecimal> cpus = cpus(value);
    if (cpus.isEmpty()) {
      return Optional.of(CPUS_RULE);
    }
    return settings
        .maxCpus()
        .filter(most -> cpus.get().compareTo(most) > 0)
        .map(most -> "is more than the " + most + " that a container may have here");
  }

  static Optional<BigDecimal> cpus(Object value) {
    try {
      BigDecimal cpus = new BigDecimal(value.toString().strip());
      boolean possible =
          cpus.compareTo(new BigDecimal("0.01")) >= 0 && cpus.compareTo(MOST_CPUS) <= 0;
      return possible ? Optional.of(cpus) : Optional.empty();
    } catch (NumberFormatException notANumber) {
      return Optional.empty();
    }
  }

  /** Another user, such as root, could write into a mount what the node's user must not. */
  private static Optional<String> userError(Object value, ContainerSettings settings) {
    return !(value instanceof String user)
            || !USER.matcher(user).matches()
            || settings.allowsUser(user)
        ? Optional.empty()
        : Optional.of(
            "is not allowed here: the allowed users are "
                + String.join(", ", settings.allUsers())
                + " (millrace.worker.container.user and users)");
  }

  private static Optional<String> networkError(Object value, ContainerSettings settings) {
    if (!(value instanceof String text)) {
      return Optional.of("must be none, bridge, host or the name of a network");
    }
    return settings.networks().contains(network(text))
        ? Optional.empty()
        : Optional.of(
            "is not allowed here: the allowed networks are "
                + String.join(", ", settings.networks())
                + " (millrace.worker.container.networks)");
  }

  private static String network(String text) {
    String word = text.strip().toLowerCase(Locale.ROOT);
    return NETWORK_WORDS.contains(word) ? word : text.strip();
  }

  private static Optional<String> mountError(Object value, ContainerSettings settings) {
    Optional<ContainerMount> mount = ContainerMount.parse(value);
    if (mount.isEmpty()) {
      return Optional.of(ContainerMount.RULE);
    }
    return mount.get().isAllowedBy(settings.mounts())
        ? Optional.empty()
        : Optional.of(
            "is not allowed here: the allowed mounts are "
                + (settings.mounts().isEmpty() ? "none" : String.join(", ", settings.mounts()))
                + " (millrace.worker.container.mounts)");
  }

  /** Reads a checked config. */
  static ContainerConfig of(Map<String, Object> config) {
    Map<String, String> env = new TreeMap<>();
    if (config.get("env") instanceof Map<?, ?> variables) {
      variables.forEach((name, value) -> env.put((String) name, (String) value));
    }
    return builder()
        .image(text(config, "image").orElseThrow())
        .command(words(config, "command"))
        .args(words(config, "args"))
        .env(env)
        .workdir(text(config, "workdir"))
        .pull(text(config, "pull").map(word -> WordList.read(PullPolicy.class, "pull", word)))
        .memory(Optional.ofNullable(config.get("memory")).flatMap(MemorySize::parse))
        .cpus(Optional.ofNullable(config.get("cpus")).flatMap(ContainerConfig::cpus))
        .network(text(config, "network").map(ContainerConfig::network))
        .user(text(config, "user"))
        .mounts(
            words(config, "mounts").stream()
                .map(ContainerMount::parse)
                .flatMap(Optional::stream)
                .toList())
        .secretsAsFiles(
            text(config, "secrets_in")
                .map(word -> WordList.read(SecretPlace.class, "secrets_in", word))
                .filter(SecretPlace.FILES::equals)
                .isPresent())
        .build();
  }

  private static Optional<String> text(Map<String, Object> config, String name) {
    return Optional.ofNullable(config.get(name)).map(Object::toString);
  }

  private static List<String> words(Map<String, Object> config, String name) {
    List<String> words = new ArrayList<>();
    if (config.get(name) instanceof List<?> list) {
      list.forEach(word -> words.add(Objects.toString(word)));
    }
    return words;
  }
}
