package io.millrace.engine.worker;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.Placeholders;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;

/**
 * What a task is given to work with, for as long as it runs.
 *
 * @param inputs what the steps before it have put out, each by its reference as written
 * @param config of its project, by name
 * @param secrets of its project, by name: those that its definition names
 */
public record TaskValues(
    Map<String, JsonNode> inputs, Map<String, String> config, Map<String, String> secrets) {
  public static final TaskValues NOTHING = new TaskValues(Map.of(), Map.of(), Map.of());

  /** In the order that was given: whoever reads them finds them so each time. */
  public TaskValues {
    inputs = Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
    config = Collections.unmodifiableMap(new LinkedHashMap<>(config));
    secrets = Collections.unmodifiableMap(new LinkedHashMap<>(secrets));
  }

  /** A text of the definition with the values that it names in their places. */
  String replaced(String text) {
    return (String) replaced((Object) text);
  }

  /** The same for any plain value. */
  Object replaced(Object plain) {
    try {
      return Placeholders.resolve(plain, config, secrets);
    } catch (NoSuchElementException missing) {
      throw new AttemptRefusedException(FailureKind.MISSING_VALUE, missing.getMessage());
    }
  }

  /** No secret is shown, not even by mistake. */
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
