package io.millrace.engine.worker;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** The environment variables of a program. */
public final class ProcessEnvironment {
  /**
   * The prefix of Millrace's variables for programs, and of the node's settings, never passed on.
   */
  public static final String PREFIX = "MILLRACE_";

  /** The beginning of the variable that names the attempt. */
  static final String ATTEMPT = PREFIX + "ATTEMPT_UID=";

  /** Linux allows 128 KiB for one variable. */
  public static final int MAX_BYTES = 120_000;

  private ProcessEnvironment() {}

  /**
   * @param output where the program may leave its output
   * @throws AttemptRefusedException if the inputs do not fit into an environment
   */
  public static Map<String, String> of(Assignment assignment, Path output) {
    Map<String, String> variables = new HashMap<>();
    TaskValues values = assignment.values();
    assignment
        .facts()
        .forEach((name, value) -> variables.put(name(name), value == null ? "" : value.toString()));
    values.config().forEach((name, value) -> variables.put(name("config_" + name), value));
    values.secrets().forEach((name, value) -> variables.put(name("secret_" + name), value));
    variables.put(name("inputs"), inputs(values));
    variables.put(name("output"), output.toString());
    return variables;
  }

  /** Converts to upper case. Characters other than letters and digits become {@code _}. */
  private static String name(String name) {
    return PREFIX + name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
  }

  private static String inputs(TaskValues values) {
    ObjectNode inputs = JsonNodeFactory.instance.objectNode();
    inputs.setAll(values.inputs());
    String json = inputs.toString();
    int bytes = json.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MAX_BYTES) {
      throw new AttemptRefusedException(
          "Its inputs have %d bytes; the environment of a program holds at most %d"
              .formatted(bytes, MAX_BYTES));
    }
    return json;
  }
}
