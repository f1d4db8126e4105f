package io.millrace.engine.worker;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.Placeholders;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * The values that a task works with, for as long as it runs.
 *
 * @param inputs the outputs of the steps before it, by reference as written
 * @param config the config of its project, by name
 * @param secrets the secrets of its project that its definition names, by name
 */
public record TaskValues(
    Map<String, JsonNode> inputs, Map<String, String> config, Map<String, String> secrets) {
  public static final TaskValues NOTHING = new TaskValues(Map.of(), Map.of(), Map.of());

  /** Keeps the given order, so that readers see the same order each time. */
  public TaskValues {
    inputs = Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
    config = Collections.unmodifiableMap(new LinkedHashMap<>(config));
    secrets = Collections.unmodifiableMap(new LinkedHashMap<>(secrets));
  }

  /** Returns a text of the definition with the named values inserted. */
  public String replaced(String text) {
    return String.valueOf(replaced((Object) text));
  }

  /** Does the same for any plain value. */
  @Nullable Object replaced(@Nullable Object plain) {
    try {
      return Placeholders.resolve(plain, config, secrets);
    } catch (NoSuchElementException missing) {
      throw new AttemptRefusedException(
          FailureKind.MISSING_VALUE, String.valueOf(missing.getMessage()));
    }
  }

  /** Shows names only, so that no secret is shown by mistake. */
  @Override
  public String toString() {
    return "inputs "
        + inputs.keySet()
        + ", config "
        + config.keySet()
        + ", secrets "
        + secrets.keySet();
  }
}
