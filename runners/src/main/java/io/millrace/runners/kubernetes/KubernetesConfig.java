package io.millrace.runners.kubernetes;

import io.fabric8.kubernetes.api.model.Quantity;
import io.millrace.engine.input.FieldError;
import io.millrace.engine.task.Placeholders;
import io.millrace.engine.worker.ArgumentRule;
import io.millrace.engine.worker.ImageNameRule;
import io.millrace.engine.worker.UnknownFieldCheck;
import io.millrace.engine.worker.VariableRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a definition says of a Job. A field that it leaves out is empty, and the node's settings
 * decide.
 *
 * @param env variables, with placeholders as written
 * @param resources {@code requests} and {@code limits}, each by the name of a resource
 * @param template a pod template, below everything else
 */
record KubernetesConfig(
    String image,
    List<String> command,
    List<String> args,
    Map<String, String> env,
    Optional<String> workdir,
    Optional<String> pull,
    Optional<String> namespace,
    Optional<String> serviceAccount,
    Optional<String> user,
    Map<String, Map<String, Quantity>> resources,
    Map<String, String> nodeSelector,
    Map<String, Object> template) {
  private static final String[] FIELDS = {
    "image",
    "command",
    "args",
    "env",
    "workdir",
    "pull",
    "namespace",
    "service_account",
    "user",
    "resources",
    "node_selector",
    "template"
  };
  private static final Pattern USER = Pattern.compile("\\d{1,9}(:\\d{1,9})?");
  private static final List<String> PULL = List.of("missing", "always", "never");
  private static final String USE_ENV =
      "is not allowed here, where everybody who may read pods can read it: use env, or the"
          + " variables MILLRACE_CONFIG_<NAME> and MILLRACE_SECRET_<NAME>";

  static KubernetesConfigBuilder builder() {
    return new KubernetesConfigBuilder();
  }

  /** Reports every error of a definition, with what this node allows. */
  static List<FieldError> check(
      Map<String, Object> config, String field, KubernetesSettings settings) {
    List<FieldError> errors = UnknownFieldCheck.check(config, field, FIELDS);
    if (!settings.isOn()) {
      errors.add(
          new FieldError(
              field,
              null,
              "is not possible here: millrace.worker.kubernetes.namespaces of the node is empty"));
    }
    if (!ImageNameRule.accepts(config.get("image"))) {
      errors.add(new FieldError(field + ".image", config.get("image"), ImageNameRule.RULE));
    }
    for (String name : List.of("command", "args")) {
      checkWords(config.get(name), field + "." + name, errors);
    }
    if (config.containsKey("env")) {
      errors.addAll(VariableRule.check(config.get("env"), field + ".env"));
    }
    Texts texts = new Texts(config, field, errors);
    texts.check("workdir", text -> text.startsWith("/"), "must be an absolute path");
    texts.check("pull", KubernetesConfig::isPull, "must be one of " + String.join(", ", PULL));
    texts.check("user", USER.asMatchPredicate(), "must be numbers: a user, or user:group");
    texts.check(
        "namespace",
        settings.namespaces()::contains,
        "must be one of millrace.worker.kubernetes.namespaces: "
            + String.join(", ", settings.namespaces()));
    texts.check(
        "service_account",
        settings.serviceAccounts()::contains,
        "must be one of millrace.worker.kubernetes.service-accounts of the node");
    checkResources(config.get("resources"), field + ".resources", errors);
    checkSelector(config.get("node_selector"), field + ".node_selector", errors);
    errors.addAll(PodTemplateRule.check(config.get("template"), field + ".template", settings));
    return errors;
  }

  private static boolean isPull(String text) {
    return PULL.contains(text.strip().toLowerCase(Locale.ROOT));
  }

  private record Texts(Map<String, Object> config, String field, List<FieldError> errors) {
    void check(String name, Predicate<String> rule, String reason) {
      Object value = config.get(name);
      if (value != null
          && !(value instanceof String text
              && text.indexOf('\0') < 0
              && Placeholders.first(text).isEmpty()
              && rule.test(text))) {
        errors.add(new FieldError(field + "." + name, value, reason));
      }
    }
  }

  private static void checkWords(@Nullable Object value, String field, List<FieldError> errors) {
    if (value == null) {
      return;
    }
    if (!(value instanceof List<?> words)) {
      errors.add(new FieldError(field, value, "must be a list of strings"));
      return;
    }
    for (int i = 0; i < words.size(); i++) {
      String path = field + "[" + i + "]";
      Object word = words.get(i);
      Optional<String> refusal = ArgumentRule.refusal(word);
      if (refusal.isPresent()) {
        Object shown = word instanceof String ? null : word;
        errors.add(new FieldError(path, shown, refusal.get()));
      } else if (word instanceof String text) {
        Placeholders.first(text)
            .ifPresent(found -> errors.add(new FieldError(path, found, USE_ENV)));
      }
    }
  }

  private static void checkResources(
      @Nullable Object value, String field, List<FieldError> errors) {
    if (value == null) {
      return;
    }
    if (!(value instanceof Map<?, ?> resources)) {
      errors.add(new FieldError(field, value, "must be a mapping with requests and limits"));
      return;
    }
    resources.forEach(
        (kind, amounts) -> {
          String path = field + "." + kind;
          if (!kind.equals("requests") && !kind.equals("limits")
              || !(amounts instanceof Map<?, ?> byName)) {
            errors.add(
                new FieldError(path, amounts, "must be requests or limits, with amounts by name"));
          } else {
            byName.forEach(
                (name, amount) -> {
                  if (quantity(amount).isEmpty()) {
                    String reason = "must be a quantity of Kubernetes, such as 500m or 1Gi";
                    errors.add(new FieldError(path + "." + name, amount, reason));
                  }
                });
          }
        });
  }

  private static Optional<Quantity> quantity(Object value) {
    try {
      Quantity quantity = new Quantity(String.valueOf(value));
      return quantity.getNumericalAmount().signum() > 0 ? Optional.of(quantity) : Optional.empty();
    } catch (IllegalArgumentException notAQuantity) {
      return Optional.empty();
    }
  }

  private static void checkSelector(@Nullable Object value, String field, List<FieldError> errors) {
    if (value instanceof Map<?, ?> labels) {
      labels.forEach(
          (name, label) -> {
            if (!(label instanceof String)) {
              String reason = "must be a string: put it in quotes";
              errors.add(new FieldError(field + "." + name, label, reason));
            }
          });
    } else if (value != null) {
      errors.add(new FieldError(field, value, "must be a mapping of labels to strings"));
    }
  }

  /** Reads a checked config. */
  static KubernetesConfig of(Map<String, Object> config) {
    Map<String, Map<String, Quantity>> resources = new TreeMap<>();
    map(config, "resources")
        .forEach(
            (kind, amounts) -> {
              Map<String, Quantity> byName = new TreeMap<>();
              ((Map<?, ?>) amounts)
                  .forEach((name, value) -> byName.put((String) name, quantity(value).get()));
              resources.put(kind, byName);
            });
    return builder()
        .image(text(config, "image").orElseThrow())
        .command(words(config, "command"))
        .args(words(config, "args"))
        .env(texts(config, "env"))
        .workdir(text(config, "workdir"))
        .pull(text(config, "pull").map(word -> word.strip().toLowerCase(Locale.ROOT)))
        .namespace(text(config, "namespace"))
        .serviceAccount(text(config, "service_account"))
        .user(text(config, "user"))
        .resources(resources)
        .nodeSelector(texts(config, "node_selector"))
        .template(map(config, "template"))
        .build();
  }

  private static Optional<String> text(Map<String, Object> config, String name) {
    return Optional.ofNullable((String) config.get(name));
  }

  private static List<String> words(Map<String, Object> config, String name) {
    List<String> words = new ArrayList<>();
    if (config.get(name) instanceof List<?> list) {
      list.forEach(word -> words.add((String) word));
    }
    return words;
  }

  private static Map<String, Object> map(Map<String, Object> config, String name) {
    Map<String, Object> copy = new TreeMap<>();
    if (config.get(name) instanceof Map<?, ?> map) {
      map.forEach((key, value) -> copy.put((String) key, value));
    }
    return copy;
  }

  private static Map<String, String> texts(Map<String, Object> config, String name) {
    Map<String, String> texts = new TreeMap<>();
    map(config, name).forEach((key, value) -> texts.put(key, (String) value));
    return texts;
  }
}
