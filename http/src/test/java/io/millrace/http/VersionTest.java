package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The program says which release it is, and everything that names the release agrees. */
@Timeout(120)
class VersionTest {
  @Test
  void theProgramPrintsItsVersionAndNothingElse() throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName(),
            "--version");
    builder.environment().put("MILLRACE_HTTP_PORT", "a wrong setting is in nobody's way");
    Process process = builder.redirectErrorStream(true).start();
    assertThat(process.inputReader().lines()).containsExactly("Millrace " + Main.release());
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void aNodePrintsItsVersionWhenItServes(@TempDir Path temp) throws Exception {
    try (NodeProcess node = NodeProcess.start(temp, Map.of())) {
      String line = "Millrace " + Main.release() + " serves http://";
      await().untilAsserted(() -> assertThat(node.log()).contains(line)); // once it is ready
      assertThat(node.client.get("/session").text("version")).isEqualTo(Main.release());
    }
  }

  @Test
  void theBuildTheApiAndTheImageHaveTheSameVersion() {
    assertThat(Main.release()).matches("\\d+\\.\\d+\\.\\d+");
    assertThat(DocsText.text("build.sbt"))
        .containsPattern("ThisBuild / version := \"" + Main.release() + "(-SNAPSHOT)?\"");
    assertThat(OpenApiDocument.ROOT.at("/info/version").asText()).isEqualTo(Main.release());
    assertThat(DocsText.text("cluster-config/Dockerfile"))
        .contains("millrace:" + Main.release() + " ");
    assertThat(DocsText.text("cluster-config/kubernetes/millrace.yaml"))
        .contains("millrace:" + Main.release() + "\n");
  }
}
