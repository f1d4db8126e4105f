package io.millrace.engine.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A node in a process of its own, killed for real. */
@Timeout(180)
class EmbeddedDatabaseKillTest {
  private static final String COMMITTED = "committed ";

  @TempDir static Path temp;
  private static Path dataDir;
  private Process node;
  private BufferedReader output;
  private ProcessHandle server;
  private int acknowledged;

  @BeforeAll
  static void directory() throws IOException {
    dataDir = temp.toRealPath();
  }

  @BeforeEach
  void aNodeThatHasCommittedRows() throws IOException {
    node = RowWriter.launch(dataDir);
    output = node.inputReader();
    readUntil(200);
    Path pidFile = dataDir.resolve("postgres/postmaster.pid");
    server = ProcessHandle.of(Long.parseLong(Files.readAllLines(pidFile).get(0))).orElseThrow();
  }

  @AfterEach
  void endWhatAFailedTestLeft() {
    node.destroyForcibly();
    server.destroyForcibly();
  }

  @Test
  void whatAKilledNodeCommittedIsThereAndItsServerIsReplaced() throws Exception {
    killNode();
    assertThat(serversOfDataDir()).containsExactly(server.pid());

    try (EmbeddedDatabase database = EmbeddedDatabase.start(dataDir)) {
      assertThat(rowsIn(database)).isBetween(acknowledged, acknowledged + 1);
      assertThat(serversOfDataDir()).hasSize(1).doesNotContain(server.pid());
    }
    assertThat(serversOfDataDir()).isEmpty();
  }

  @Test
  void whatANodeCommittedIsThereEvenIfItsServerIsKilledToo() throws Exception {
    server.destroyForcibly();
    killNode();

    try (EmbeddedDatabase database = EmbeddedDatabase.start(dataDir)) {
      assertThat(rowsIn(database)).isBetween(acknowledged, acknowledged + 1);
    }
    assertThat(serversOfDataDir()).isEmpty();
  }

  @Test
  void aSecondNodeOnTheSameDirectoryIsRefusedAndTheFirstGoesOn() throws Exception {
    assertThatThrownBy(() -> EmbeddedDatabase.start(dataDir))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(dataDir + " is in use")
        .hasMessageContaining("MILLRACE_DATA_DIR");

    while (output.ready()) {
      readLine(); // printed before
    }
    readUntil(acknowledged + 200);
    assertThat(serversOfDataDir()).containsExactly(server.pid());
    killNode();
    EmbeddedDatabase.start(dataDir).close();
    assertThat(serversOfDataDir()).isEmpty();
  }

  private void readUntil(int row) throws IOException {
    while (acknowledged < row) {
      assertThat(readLine()).as("the node ended before row " + row).isTrue();
    }
  }

  private void killNode() throws IOException {
    // through its handle, so that its output can be read to the end
    node.toHandle().destroyForcibly();
    while (readLine()) {}
  }

  /** Returns whether there was a line, and notes the last acknowledged row. */
  private boolean readLine() throws IOException {
    String line = output.readLine();
    if (line != null && line.startsWith(COMMITTED)) {
      acknowledged = Integer.parseInt(line.substring(COMMITTED.length()));
    }
    return line != null;
  }

  private static int rowsIn(EmbeddedDatabase database) throws SQLException {
    return Integer.parseInt(TestSql.value(database.url(), "select count(*) from written"));
  }

  /** Finds servers by their command lines, independently of the directory. */
  private static List<Long> serversOfDataDir() {
    String directory = dataDir.resolve("postgres").toString();
    return ProcessHandle.allProcesses()
        .filter(process -> process.info().commandLine().orElse("").contains(directory))
        .map(ProcessHandle::pid)
        .toList();
  }
}
