package io.millrace.http.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The start script gives commands to the client, and all else to the node as ever. */
@Timeout(60)
class StartScriptTest {
  private static final Path SCRIPT = Path.of("src/main/bash/client-command.sh").toAbsolutePath();

  @TempDir Path dir;

  /** The part of the script that decides, with {@code echo} for Java. */
  private String start(String... words) throws Exception {
    Path program =
        Files.writeString(
            dir.resolve("millrace"),
            """
            lib_dir=/opt/millrace/lib
            get_java_cmd() { echo echo; }
            addJava() { :; }
            source %s
            echo NODE "$@"
            """
                .formatted(SCRIPT));
    List<String> command = new ArrayList<>(List.of("bash", program.toString()));
    command.addAll(List.of(words));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return said.strip();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "serve",
        "serve -J-Xmx2g -Dmillrace.worker.slots=0",
        "-Dmillrace.http.port=0",
        "-J-Xmx1g serve",
        "-v",
        "-jvm-debug 5005",
        "--",
        "database",
        "check",
        "cluster-secret"
      })
  void theNodeGetsItsCommands(String words) throws Exception {
    assertThat(start(words.split(" "))).isEqualTo("NODE " + words);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "get tasks",
        "--profile prod get tasks",
        "--help",
        "-h",
        "--version",
        "-V",
        "serve --help",
        "serve -h",
        "database --help",
        "cluster-secret -h",
        "check folder",
        "gett",
        "import -"
      })
  void theClientGetsAllOthers(String words) throws Exception {
    assertThat(start(words.split(" ")))
        .contains("-XX:TieredStopAtLevel=1 ", "-cp /opt/millrace/lib/")
        .endsWith("io.millrace.cli.CliMain " + words);
  }

  @Test
  void withoutAWordItIsANode() throws Exception {
    assertThat(start()).isEqualTo("NODE");
  }
}
