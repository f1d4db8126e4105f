package io.millrace.http.settings;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigValueFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;

/**
 * The settings that nobody else may see. Each is given as text, or as a file that holds the text:
 * by the setting of the same name with "-file", or the variable with "_FILE".
 */
final class SecretSettings {
  private static final List<SecretSetting> ALL =
      List.of(
          new SecretSetting("millrace.http.admin-token", "MILLRACE_ADMIN_TOKEN"),
          new SecretSetting("millrace.secret-key", "MILLRACE_SECRET_KEY"),
          new SecretSetting("millrace.db.password", "MILLRACE_DB_PASSWORD"),
          new SecretSetting("millrace.webhooks.default.secret", "MILLRACE_WEBHOOK_SECRET"),
          new SecretSetting("millrace.cluster.secret", "MILLRACE_CLUSTER_SECRET"));

  private SecretSettings() {}

  private record SecretSetting(String path, String variable) {
    String file() {
      return path + "-file";
    }

    String read(String file) {
      String where = variable + "_FILE (" + file() + ") = " + file;
      String text;
      try {
        text = Files.readString(Path.of(file)).strip();
      } catch (IOException | RuntimeException unreadable) {
        throw new StartException(where + ": cannot be read (" + unreadable + ")");
      }
      if (text.isEmpty()) {
        throw new StartException(where + ": the file is empty");
      }
      return text;
    }
  }

  /**
   * The settings with the texts of the files.
   *
   * @throws StartException if a file cannot be read, or a secret is given twice
   */
  static Config withFiles(Config settings) {
    Config complete = settings;
    for (SecretSetting secret : ALL) {
      String file = settings.getString(secret.file());
      if (file.isBlank()) {
        continue;
      }
      if (!settings.getString(secret.path()).isEmpty()) {
        throw new StartException(
            "%1$s and %1$s_FILE are both set (%2$s, %2$s-file): take one away"
                .formatted(secret.variable(), secret.path()));
      }
      complete =
          complete.withValue(
              secret.path(), ConfigValueFactory.fromAnyRef(secret.read(file), "the file " + file));
    }
    return complete;
  }

  /**
   * @throws StartException if one is among the arguments of the program, which every user can read
   */
  static void refuseArguments(Properties arguments) {
    for (SecretSetting secret : ALL) {
      if (arguments.containsKey(secret.path())) {
        throw new StartException(
            "-D%s: every user of this machine can read the arguments of a program; set %s_FILE to a file that holds the secret"
                .formatted(secret.path(), secret.variable()));
      }
    }
  }
}
