package io.millrace.engine.worker;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** What a program is told, in its environment. */
final class ProcessEnvironment {
  /** Of what Millrace tells a program, and of the node's own settings, which it never gets. */
  static final String PREFIX = "MILLRACE_";

  /** What Linux takes for one variable is 128 KiB. */
  static final int MOST_BYTES = 120_000;

  private ProcessEnvironment() {}

  /**
   * @throws AttemptRefusedException if it is more than an environment can hold
   */
  static Map<String, String> of(Assignment assignment, Path output) {
    Map<String, String> facts = new HashMap<>();
    TaskValues values = assignment.values();
    assignment
        .facts()
        .forEach((name, value) -> facts.put(name(name), value == null ? "" : value.toString()));
    values.config().forEach((name, value) -> facts.put(name("config_" + name), value));
    values.secrets().forEach((name, value) -> facts.put(name("secret_" + name), value));
    facts.put(name("inputs"), inputs(values));
    facts.put(name("output"), output.toString());
    return facts;
  }

  /** Upper case; what is no letter and no digit is {@code _}. */
  private static String name(String name) {
    return PREFIX + name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
  }

  private static String inputs(TaskValues values) {
    ObjectNode inputs = JsonNodeFactory.instance.objectNode();
    inputs.setAll(values.inputs());
    String json = inputs.toString();
    int bytes = json.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MOST_BYTES) {
      throw new AttemptRefusedException(
          "Its inputs have %d bytes; a program's environment holds %d of them at most"
              .formatted(bytes, MOST_BYTES));
    }
    return json;
  }
}
