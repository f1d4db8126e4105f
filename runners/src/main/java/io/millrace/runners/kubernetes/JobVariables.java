package io.millrace.runners.kubernetes;

import io.millrace.engine.credential.PlaceholderPattern;
import io.millrace.engine.worker.Assignment;
import io.millrace.engine.worker.AttemptRefusedException;
import io.millrace.engine.worker.ProcessEnvironment;
import io.millrace.engine.worker.TaskValues;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * The variables of a Job's container. Variables with a secret go into a Secret, because everybody
 * who may read pods can read the others.
 */
record JobVariables(Map<String, String> plain, Map<String, String> secret) {
  private static final String SECRETS = ProcessEnvironment.PREFIX + "SECRET_";

  /**
   * @throws AttemptRefusedException if a value is missing, or too long; the message shows no value
   */
  static JobVariables of(Assignment assignment, Map<String, String> env) {
    TaskValues values = assignment.values();
    Map<String, String> plain = new TreeMap<>();
    Map<String, String> secret = new TreeMap<>();
    ProcessEnvironment.of(assignment, Path.of(JobManifest.OUTPUT))
        .forEach((name, value) -> (name.startsWith(SECRETS) ? secret : plain).put(name, value));
    env.forEach(
        (name, text) -> {
          boolean hidden =
              PlaceholderPattern.PATTERN
                  .matcher(text)
                  .results()
                  .anyMatch(found -> found.group(1).equals("secret"));
          (hidden ? secret : plain).put(name, checked(name, values.replaced(text)));
        });
    return new JobVariables(plain, secret);
  }

  private static String checked(String name, String value) {
    if (value.indexOf('\0') >= 0
        || value.getBytes(StandardCharsets.UTF_8).length > ProcessEnvironment.MAX_BYTES) {
      throw new AttemptRefusedException(
          "The variable %s cannot be set with its values inserted: it has the character NUL, or more than %d bytes"
              .formatted(name, ProcessEnvironment.MAX_BYTES));
    }
    return value;
  }
}
