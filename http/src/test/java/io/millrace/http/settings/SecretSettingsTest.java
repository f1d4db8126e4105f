package io.millrace.http.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every secret may be in a file instead of the environment, and never among the arguments. */
class SecretSettingsTest {
  private static final String SECRET = "c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0ISE=";

  @TempDir private Path temp;

  /** As if these variables were in the environment. */
  private static Config load(Map<String, String> variables) {
    return Settings.load(ConfigFactory.parseMap(variables));
  }

  @ParameterizedTest
  @CsvSource({
    "MILLRACE_ADMIN_TOKEN,millrace.http.admin-token",
    "MILLRACE_SECRET_KEY,millrace.secret-key",
    "MILLRACE_DB_PASSWORD,millrace.db.password",
    "MILLRACE_WEBHOOK_SECRET,millrace.webhooks.default.secret",
    "MILLRACE_CLUSTER_SECRET,millrace.cluster.secret"
  })
  void aSecretIsTakenFromItsFileOrTheNodeDoesNotStart(String variable, String setting)
      throws Exception {
    String file = variable + "_FILE";
    Path good = Files.writeString(temp.resolve("good"), "\n " + SECRET + " \r\n");
    Path empty = Files.writeString(temp.resolve("empty"), "\n");
    Path missing = temp.resolve("missing");
    assertThat(load(Map.of(file, good.toString())).getString(setting)).isEqualTo(SECRET);
    assertThat(load(Map.of(file, good.toString(), variable, "")).getString(setting))
        .isEqualTo(SECRET);
    assertThat(load(Map.of(file, "", variable, SECRET)).getString(setting)).isEqualTo(SECRET);
    assertThatThrownBy(() -> load(Map.of(file, good.toString(), variable, SECRET)))
        .isInstanceOf(StartException.class)
        .hasMessageContainingAll(variable + " and " + file, setting)
        .hasMessageNotContaining(SECRET);
    assertThatThrownBy(() -> load(Map.of(file, empty.toString())))
        .isInstanceOf(StartException.class)
        .hasMessageContainingAll(file, empty.toString(), "empty");
    assertThatThrownBy(() -> load(Map.of(file, missing.toString())))
        .isInstanceOf(StartException.class)
        .hasMessageContainingAll(file, missing.toString(), "cannot be read");

    Properties arguments = new Properties();
    SecretSettings.refuseArguments(arguments);
    arguments.setProperty(setting, SECRET);
    assertThatThrownBy(() -> SecretSettings.refuseArguments(arguments))
        .isInstanceOf(StartException.class)
        .hasMessageContainingAll("-D" + setting, file)
        .hasMessageNotContaining(SECRET);
  }
}
