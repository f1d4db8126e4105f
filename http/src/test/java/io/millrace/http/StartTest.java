package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import java.net.InetAddress;
import java.net.ServerSocket;
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
@Timeout(300)
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

  @Test
  void aPortThatAnotherProgramHasIsRefusedBeforeAnythingIsStarted(@TempDir Path temp)
      throws Exception {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(other.getLocalPort());
      assertThat(failedStart("MILLRACE_HTTP_PORT", port, "MILLRACE_DATA_DIR", temp.toString()))
          .containsExactly(
              "Millrace cannot start: the node cannot listen at 127.0.0.1:%s (millrace.http.host,"
                      .formatted(port)
                  + " millrace.http.port). Another program uses this port. Stop it, or set"
                  + " MILLRACE_HTTP_PORT to another port");
      assertThat(temp).isEmptyDirectory();
    }
  }

  @Test
  void aNodeThatFailsLateStopsWhatHasBegunAndSaysOnlyWhy(@TempDir Path temp) throws Exception {
    Files.createDirectory(temp.resolve("admin-token")); // it must be a file
    TestDatabase.shareBinaries(temp);
    assertEndsQuietly(failedStart("MILLRACE_HTTP_PORT", "0", "MILLRACE_DATA_DIR", temp.toString()));
    DatabaseUrl own = TestDatabase.fresh();
    assertEndsQuietly(
        failedStart(
            "MILLRACE_HTTP_PORT", "0",
            "MILLRACE_DATA_DIR", temp.toString(),
            "MILLRACE_DB_URL", own.url(),
            "MILLRACE_DB_USER", own.user(),
            "MILLRACE_DB_PASSWORD", own.password()));
  }

  private static void assertEndsQuietly(List<String> said) {
    assertThat(said)
        .noneMatch(line -> line.startsWith("\tat "))
        .last()
        .asString()
        .startsWith("Millrace cannot start: ")
        .contains("admin-token");
  }

  /** What the program prints. */
  private static List<String> failedStart(String... environment) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName());
    for (int i = 0; i < environment.length; i += 2) {
      builder.environment().put(environment[i], environment[i + 1]);
    }
    Process process = builder.redirectErrorStream(true).start();
    List<String> lines = process.inputReader().lines().toList();
    assertThat(process.waitFor()).isEqualTo(1);
    return lines;
  }
}
