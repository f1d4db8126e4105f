package io.millrace.http.settings;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigUtil;
import io.millrace.engine.platform.SystemCalls;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Variables that the start script takes out of the environment, which programs of the same user
 * could read. It hands them on in an open file that has no name.
 */
final class StartScriptSecrets {
  private static final String ENVIRONMENT = "MILLRACE_SECRETS_FD";
  private static final String SEPARATOR = "\u001e";

  private StartScriptSecrets() {}

  /** Can be read once: the file is closed then. Empty if this process got none. */
  static Config take() {
    String descriptor = System.getenv(ENVIRONMENT);
    if (descriptor == null || descriptor.isEmpty()) {
      return ConfigFactory.empty();
    }
    try (InputStream file = Files.newInputStream(Path.of("/dev/fd", descriptor))) {
      byte[] handed = file.readAllBytes();
      SystemCalls.close(Integer.parseInt(descriptor));
      return variables(new String(handed, StandardCharsets.UTF_8));
    } catch (IOException | RuntimeException | LinkageError fault) {
      throw new StartException(
          ENVIRONMENT + " = " + descriptor + ": cannot be read (" + fault + ")");
    }
  }

  /**
   * @param handed {@code NAME=value} and a separator, for each of them
   */
  static Config variables(String handed) {
    Map<String, String> variables = new HashMap<>();
    for (String entry : handed.split(SEPARATOR)) {
      int equals = entry.indexOf('=');
      if (equals > 0) {
        variables.put(ConfigUtil.joinPath(entry.substring(0, equals)), entry.substring(equals + 1));
      }
    }
    return ConfigFactory.parseMap(variables, "env variables");
  }
}
