package io.millrace.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.platform.HeldFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class ProgramLedgerTest {
  private final UUID attempt = UUID.randomUUID();
  private Process left;

  /** A program of an attempt. This process watches over it no more than a killed node would. */
  private Process leave(UUID of, String... command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("MILLRACE_ATTEMPT_UID", of.toString());
    left = builder.start();
    return left;
  }

  @AfterEach
  void end() {
    if (left != null) {
      left.destroyForcibly();
    }
  }

  private static List<Path> files(Path dataDir) throws IOException {
    try (Stream<Path> files = Files.walk(dataDir.resolve("programs"))) {
      return files.filter(Files::isRegularFile).toList();
    }
  }

  @Test
  void theNextStartEndsTheProgramsOfAKilledNode(@TempDir Path dataDir) throws Exception {
    ProgramLedger killed = ProgramLedger.open(dataDir);
    killed.begin(attempt);
    Process program = leave(attempt, "sleep", "1000");
    killed.close(); // what the operating system does for a process that is killed

    ProgramLedger next = ProgramLedger.open(dataDir);

    assertThat(program.waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(program.exitValue()).isEqualTo(128 + 15);
    assertThat(files(dataDir)).hasSize(1);
    next.close();
  }

  @Test
  void aNodeThatLivesKeepsItsPrograms(@TempDir Path dataDir) throws Exception {
    ProgramLedger alive = ProgramLedger.open(dataDir);
    alive.begin(attempt);
    Process program = leave(attempt, "sleep", "1000");

    ProgramLedger second = ProgramLedger.open(dataDir);

    assertThat(program.isAlive()).isTrue();
    assertThat(files(dataDir)).anyMatch(file -> file.endsWith(attempt.toString()));
    second.close();
    alive.close();
  }

  @Test
  void aProgramThatHasEndedIsNotLookedFor(@TempDir Path dataDir) throws Exception {
    ProgramLedger killed = ProgramLedger.open(dataDir);
    killed.begin(attempt);
    killed.end(attempt);
    Process other = leave(attempt, "sleep", "1000");
    killed.close();

    ProgramLedger.open(dataDir).close();

    assertThat(other.isAlive()).isTrue();
  }

  @Test
  void aProcessIsKnownByItsMarkAloneAndOthersAreLeftAlone() throws Exception {
    String mark = ProcessMark.of(attempt).arguments().get(0);
    Process marked =
        leave(UUID.randomUUID(), "prlimit", mark, "--", "env", "-i", "/bin/sleep", "1000");
    Process other = new ProcessBuilder("sleep", "1000").start();
    await().until(() -> ProcessMark.find(limits(marked)).isPresent());

    LeftoverPrograms.end(List.of(attempt), Duration.ofSeconds(5));

    assertThat(marked.waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(other.isAlive()).isTrue();
    other.destroyForcibly();
  }

  @Test
  void aProgramThatDoesNotWantToEndIsKilledAfterTheGrace(@TempDir Path dir) throws Exception {
    Path ready = dir.resolve("ready");
    Process deaf =
        leave(attempt, "sh", "-c", "trap '' TERM; touch " + ready + "; while :; do sleep 1; done");
    await().until(() -> Files.exists(ready));

    LeftoverPrograms.end(List.of(attempt), Duration.ofMillis(200));

    assertThat(deaf.waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(deaf.exitValue()).isEqualTo(128 + 9);
  }

  @Test
  void aNodeStartsWhereItCannotWriteThemDown(@TempDir Path dir) throws Exception {
    Path file = Files.createFile(dir.resolve("file"));

    ProgramLedger ledger = ProgramLedger.open(file.resolve("data"));
    ledger.begin(attempt);
    ledger.end(attempt);
    ledger.close();

    assertThat(file).isEmptyFile();
  }

  @Test
  void aFileThatIsHeldCannotBeTakenTwice(@TempDir Path dir) throws Exception {
    HeldFile first = HeldFile.take(dir.resolve("lock")).orElseThrow();
    assertThat(HeldFile.take(dir.resolve("lock"))).isEmpty();
    first.close();
    HeldFile.take(dir.resolve("lock")).orElseThrow().close();
  }

  private static String limits(Process process) {
    return SystemProcess.read(Path.of("/proc", Long.toString(process.pid()), "limits"));
  }
}
