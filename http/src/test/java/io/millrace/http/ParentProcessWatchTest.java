package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What ends with what: {@code ./sbt run}, the node it starts, the database of that. */
class ParentProcessWatchTest {
  private static final Duration LONG = Duration.ofSeconds(90);

  @TempDir private Path dataDir;

  @Test
  void aNodeAndItsDatabaseEndWithOneOfThoseThatStartedThemEvenByKill() throws Exception {
    Process sbt = new ProcessBuilder("sleep", "1000").start();
    Process wrapper = new ProcessBuilder("sleep", "1000").start();
    String option = "-D%s=%d,%d".formatted(ParentProcessWatch.PROPERTY, sbt.pid(), wrapper.pid());
    try (NodeProcess node = NodeProcess.start(dataDir, Map.of("JDK_JAVA_OPTIONS", option))) {
      awaitDatabase();
      wrapper.destroyForcibly();
      assertThat(node.awaitExit(LONG)).as(node.log()).isTrue();
      assertThat(pidFile()).as("of a database that runs").doesNotExist();
      assertThat(node.log()).doesNotContain("There is no setting");
    } finally {
      sbt.destroyForcibly();
      wrapper.destroyForcibly();
    }
  }

  @Test
  void aNodeThatIsToldToStopWhileItStartsTakesItsDatabaseAlong() throws Exception {
    try (NodeProcess node = NodeProcess.launch(Main.class, dataDir, Map.of())) {
      awaitDatabase();
      node.terminate();
      assertThat(node.awaitExit(LONG)).as(node.log()).isTrue();
      assertThat(pidFile()).as("of a database that runs").doesNotExist();
    }
  }

  @Test
  void sbtNamesItselfAlsoThroughAnInstalledScriptThatDoesNotBecomeIt(@TempDir Path bin)
      throws Exception {
    Path installed = bin.resolve("sbt");
    Files.writeString(installed, "#!/bin/sh\necho \"$SBT_WRAPPER_PID\"\nexit 0\n");
    Files.setPosixFilePermissions(installed, PosixFilePermissions.fromString("rwxr-xr-x"));

    Process run = wrapper(bin, "run");
    assertThat(said(run)).isEqualTo(Long.toString(run.pid()));
    assertThat(said(wrapper(bin, "--client", "run"))).as("it is soon gone").isEmpty();
    assertThat(Files.readString(Path.of("..", "build.sbt")))
        .contains("-D" + ParentProcessWatch.PROPERTY + "=", "SBT_WRAPPER_PID");
  }

  private static Process wrapper(Path bin, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("../sbt"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().merge("PATH", bin.toString(), (path, first) -> first + ":" + path);
    return builder.start();
  }

  private static String said(Process process) throws IOException {
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
  }

  private void awaitDatabase() {
    await().atMost(LONG).until(() -> Files.exists(pidFile()));
  }

  private Path pidFile() {
    return dataDir.resolve("postgres").resolve("postmaster.pid");
  }
}
