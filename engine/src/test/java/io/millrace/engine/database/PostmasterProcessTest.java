package io.millrace.engine.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostmasterProcessTest {
  @TempDir Path temp;
  private Path directory;
  private Path pidFile;
  private PostmasterProcess postmaster;

  @BeforeEach
  void directory() throws IOException {
    directory = temp.toRealPath();
    pidFile = directory.resolve("postmaster.pid");
    postmaster = new PostmasterProcess(directory);
  }

  @Test
  void aDirectoryKnowsTheServerThatRunsOnIt() throws Exception {
    Path live = TestDatabase.files();
    String pid = Files.readAllLines(live.resolve("postmaster.pid")).get(0);

    assertThat(new PostmasterProcess(live).running())
        .hasValueSatisfying(server -> assertThat(server.pid()).isEqualTo(Long.parseLong(pid)));
  }

  @Test
  void aCopyOfADirectoryDoesNotTakeTheServerOfTheOriginalForItsOwn() throws Exception {
    Path live = TestDatabase.files();
    Files.copy(live.resolve("postmaster.pid"), pidFile);

    assertThat(postmaster.running()).isEmpty();
  }

  @Test
  void aFileThatNamesAnotherProgramIsRemoved() throws Exception {
    Files.writeString(pidFile, ProcessHandle.current().pid() + "\n" + directory + "\n");

    assertThat(postmaster.running()).isEmpty();
    postmaster.forgetStale();
    assertThat(pidFile).doesNotExist();
  }

  @Test
  void anEmptyFileIsRemoved() throws Exception {
    Files.createFile(pidFile);

    assertThat(postmaster.running()).isEmpty();
    postmaster.forgetStale();
    assertThat(pidFile).doesNotExist();
  }

  @Test
  void aFileThatNamesNoLiveProcessIsLeftForPostgresqlToCheck() throws Exception {
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();
    Files.writeString(pidFile, ended.pid() + "\n" + directory + "\n");

    assertThat(postmaster.running()).isEmpty();
    postmaster.forgetStale();
    assertThat(pidFile).exists();
  }
}
