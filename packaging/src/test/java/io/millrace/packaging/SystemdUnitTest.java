package io.millrace.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The unit is what systemd takes, and leaves the program little of the system. */
class SystemdUnitTest {
  private static final String ANALYZER = "/usr/bin/systemd-analyze";

  /** Of 100: without any of the settings it would be 96. */
  private static final String MOST_EXPOSED = "25";

  @TempDir private Path dir;

  private String analyze(String... arguments) throws IOException {
    assumeTrue(
        Files.isExecutable(Path.of(ANALYZER)), "skipped: there is no systemd on this machine");
    Path unit = dir.resolve("millrace.service");
    String text = Files.readString(BuiltPackages.ROOT.resolve("packaging/millrace.service"));
    Files.writeString(unit, text.replace("/opt/millrace/bin/millrace", "/bin/true"));
    String[] command = new String[arguments.length + 2];
    command[0] = ANALYZER;
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    command[command.length - 1] = unit.toString();
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes());
    assertThat(process.onExit().join().exitValue()).as(output).isZero();
    return output;
  }

  @Test
  void systemdFindsNothingWrongWithIt() throws IOException {
    assertThat(analyze("verify")).isEmpty();
  }

  @Test
  void itIsHardlyExposed() throws IOException {
    assertThat(analyze("security", "--offline=true", "--threshold=" + MOST_EXPOSED)).contains("OK");
  }
}
