package io.millrace.http.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cli.CliMain;
import io.millrace.http.Main;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** From nothing to a first successful refresh: a node as a process, and the client beside it. */
@Timeout(300)
class FirstRefreshTest {
  @Test
  void threeCommandsAreEnough(@TempDir Path release) throws Exception {
    Path program = Files.createDirectories(release.resolve("bin")).resolve("millrace");
    Files.writeString(
        program,
        """
        #!/bin/sh
        case $1 in serve) main=%s ;; *) main=%s ;; esac
        exec "%s" -XX:TieredStopAtLevel=1 -cp "%s" $main "$@"
        """
            .formatted(
                Main.class.getName(),
                CliMain.class.getName(),
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.class.path")));
    assertThat(program.toFile().setExecutable(true)).isTrue();
    Process process =
        new ProcessBuilder("../cluster-config/first-refresh", release.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(said).contains("found 42 rows", "SUCCESS", "first-refresh: ok after ");
    assertThat(process.exitValue()).as(said).isZero();
  }
}
