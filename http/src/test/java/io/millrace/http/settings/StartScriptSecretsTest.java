package io.millrace.http.settings;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigUtil;
import io.millrace.http.DocsText;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The part of the start script that takes the secrets out of the environment. */
class StartScriptSecretsTest {
  private static final Map<String, String> SECRETS =
      Map.of(
          "MILLRACE_ADMIN_TOKEN", "tok-1 'with' \"quotes\"",
          "MILLRACE_SECRET_KEY", "key-1",
          "MILLRACE_DB_URL", "jdbc:postgresql://db/m?password=p=1",
          "MILLRACE_DB_PASSWORD", "pass\nword \u00e4 $HOME",
          "MILLRACE_WEBHOOK_SECRET", "hook-1",
          "MILLRACE_CLUSTER_SECRET", "cluster-1");

  @Test
  @EnabledOnOs(OS.LINUX)
  void theNodeKnowsTheSecretsAndItsEnvironmentAndArgumentsDoNot() throws Exception {
    assertThat(DocsText.text("build.sbt")).contains("hand-secrets.sh");
    ProcessBuilder builder =
        new ProcessBuilder(
            "bash",
            "-c",
            ". src/main/bash/hand-secrets.sh; exec \"$@\"",
            "millrace",
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-Dfile.encoding=UTF-8",
            "-cp",
            System.getProperty("java.class.path"),
            Shown.class.getName());
    builder.environment().putAll(SECRETS);
    builder.environment().put("MILLRACE_NODE_PORT", "12345");
    builder.environment().put("LC_ALL", "C.UTF-8");

    Process process = builder.redirectErrorStream(true).start();
    String[] shown =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
            .split("=====\n");

    assertThat(shown).hasSize(3);
    assertThat(shown[0]).contains("MILLRACE_NODE_PORT=12345").contains("PATH=");
    SECRETS.forEach(
        (name, secret) -> {
          assertThat(shown[0]).doesNotContain(secret).doesNotContain(name);
          assertThat(shown[1]).as("read once").contains(ConfigUtil.quoteString(secret));
          assertThat(shown[1]).doesNotContain(name);
        });
    assertThat(shown[2]).isEqualTo("open: false\n");
  }

  @Test
  void aNodeThatGotNoneHasNone() {
    assertThat(StartScriptSecrets.take().isEmpty()).isTrue();
    assertThat(StartScriptSecrets.variables("\n").isEmpty()).isTrue();
  }

  /** In the place of the node. */
  static final class Shown {
    public static void main(String[] args) throws Exception {
      System.out.write(Files.readAllBytes(Path.of("/proc/self/environ")));
      System.out.write(Files.readAllBytes(Path.of("/proc/self/cmdline")));
      System.out.print("=====\n");
      Config settings = Settings.load();
      System.out.print(settings.root().render(ConfigRenderOptions.concise()));
      System.out.print("=====\n");
      System.out.print("open: " + Files.exists(Path.of("/proc/self/fd/9")) + "\n");
    }
  }
}
