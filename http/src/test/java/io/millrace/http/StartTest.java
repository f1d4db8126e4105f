package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A node that cannot start says why, and does not hang. */
@Timeout(60)
class StartTest {

  @ParameterizedTest
  @CsvSource({
    "millrace.flow.max-concurrency = 0, max-concurrency",
    "millrace.worker.slots = many, slots",
    "millrace.cluster.join = seeds, MILLRACE_CLUSTER_SECRET",
    "millrace.webhooks.list = [{name = ops}], millrace.webhooks.list[0].url"
  })
  void aSettingThatIsWrongIsRefusedByName(String setting, String named) {
    assertThatThrownBy(() -> TestNode.start(setting).close()).hasStackTraceContaining(named);
  }

  @Test
  void aDataDirectoryThatOthersMayWriteToIsRefused(@TempDir Path temp) throws Exception {
    Files.setPosixFilePermissions(temp, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThatThrownBy(() -> TestNode.start("millrace.data-dir = \"" + temp + "\"").close())
        .hasMessageContaining("chmod go-w " + temp);
  }

  @Test
  void theProgramEndsWithOneLineThatNamesTheSettingAndItsFile(@TempDir Path temp) throws Exception {
    String perDay = "millrace.flywheel.internal.refreshesPerDay";
    Path file = Files.writeString(temp.resolve("node.conf"), perDay + " { acme = often }");
    assertThat(failedStart("MILLRACE_CONFIG", file.toString()))
        .containsExactly(
            "Millrace cannot start: %s.acme = often: must be a whole number from 0 to 1380; see %s: 1"
                .formatted(perDay, file));
    assertThat(failedStart("MILLRACE_HTTP_PORT", "http"))
        .containsExactly(
            "Millrace cannot start: millrace.http.port = http: must be a whole number from 0 to"
                + " 65535; see env variables");
  }

  @Test
  void aLogThatNobodyCouldReadIsRefused() throws Exception {
    assertThat(failedStart("MILLRACE_LOG", "xml"))
        .containsExactly("Millrace cannot start: MILLRACE_LOG = xml: is not one of plain, json");
  }

  /** What the program prints. */
  private static List<String> failedStart(String variable, String value) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName());
    builder.environment().put(variable, value);
    Process process = builder.redirectErrorStream(true).start();
    List<String> lines = process.inputReader().lines().toList();
    assertThat(process.waitFor()).isEqualTo(1);
    return lines;
  }
}
