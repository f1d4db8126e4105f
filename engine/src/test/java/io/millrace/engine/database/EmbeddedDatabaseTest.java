package io.millrace.engine.database;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.clock.Backoff;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedDatabaseTest {
  private static final String LONG_QUERY = "select count(*) from generate_series(1, 1e12::bigint)";
  private static final String COUNT_LONG_QUERIES =
      "select count(*) from pg_stat_activity where query = '" + LONG_QUERY + "'";

  @TempDir static Path temp;
  private static Path dataDir;

  @BeforeAll
  static void directory() throws IOException {
    dataDir = temp.toRealPath().resolve("made");
  }

  @Test
  void rowsAreKeptAcrossARestart() throws Exception {
    try (EmbeddedDatabase database = EmbeddedDatabase.start(dataDir)) {
      TestSql.execute(database.url(), "create table kept as select 42 as answer");
    }
    try (EmbeddedDatabase database = EmbeddedDatabase.start(dataDir)) {
      assertThat(TestSql.value(database.url(), "select answer from kept")).isEqualTo("42");
    }
  }

  @Test
  void everyCommitIsOnTheDiskAndEveryAccessNeedsThePassword() throws Exception {
    try (EmbeddedDatabase database = EmbeddedDatabase.start(dataDir)) {
      DatabaseUrl url = database.url();
      assertThat(TestSql.value(url, "show fsync")).isEqualTo("on");
      assertThat(TestSql.value(url, "show synchronous_commit")).isEqualTo("on");
      assertThat(TestSql.value(url, "show full_page_writes")).isEqualTo("on");

      assertThat(permissions(dataDir)).isEqualTo("rwx------");
      assertThat(permissions(dataDir.resolve("postgres"))).isEqualTo("rwx------");
      assertThat(permissions(dataDir.resolve("postgres.password"))).isEqualTo("rw-------");
      assertThat(TestSql.value(url, "show listen_addresses")).isEqualTo("127.0.0.1");
      assertThat(TestSql.value(database.superuserUrl(), "show unix_socket_directories")).isEmpty();
      assertThat(TestSql.value(url, "select current_setting('is_superuser')")).isEqualTo("off");
      for (String user : new String[] {"millrace", "postgres"}) {
        assertThatThrownBy(() -> new DatabaseUrl(url.url(), user, "guess").connect().close())
            .isInstanceOf(SQLException.class)
            .hasMessageContaining("password authentication failed");
      }
    }
  }

  @Test
  void aPidFileThatNamesAnotherProgramIsIgnoredAndThatProgramLeftAlone() throws Exception {
    EmbeddedDatabase.start(dataDir).close();
    Process other = new ProcessBuilder("sleep", "600").start();
    try {
      Path pidFile = dataDir.resolve("postgres/postmaster.pid");
      Files.writeString(pidFile, other.pid() + "\n" + pidFile.getParent() + "\n");
      try (EmbeddedDatabase database = EmbeddedDatabase.start(dataDir)) {
        assertThat(TestSql.value(database.url(), "select 1")).isEqualTo("1");
        assertThat(Files.readAllLines(pidFile)).doesNotContain(Long.toString(other.pid()));
      }
      assertThat(other.isAlive()).isTrue();
    } finally {
      other.destroyForcibly();
    }
  }

  @Test
  void aDirectoryInUseIsRefusedToThisProcessAndToOthers() throws Exception {
    try (EmbeddedDatabase first = EmbeddedDatabase.start(dataDir)) {
      assertThatThrownBy(() -> EmbeddedDatabase.start(dataDir))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining(dataDir + " is in use");

      Process other = RowWriter.launch(dataDir);
      assertThat(new String(other.getInputStream().readAllBytes(), UTF_8)).contains("is in use");
      assertThat(other.waitFor()).isNotZero();
      assertThat(TestSql.value(first.url(), "select 1")).isEqualTo("1");
    }
  }

  @Test
  void aFirstStartThatWasInterruptedIsBegunAgain(@TempDir Path interrupted) throws Exception {
    Path program = interrupted.resolve("binaries/unfinished/bin/postgres");
    Path files = interrupted.resolve("unfinished-1/postgresql.conf");
    for (Path partial : List.of(program, files)) {
      Files.createDirectories(partial.getParent());
      Files.createFile(partial);
    }
    try (EmbeddedDatabase database = EmbeddedDatabase.start(interrupted)) {
      assertThat(TestSql.value(database.url(), "select 1")).isEqualTo("1");
      assertThat(program).doesNotExist();
      assertThat(files).doesNotExist();
    }
  }

  @Test
  void aServerThatWasKilledDuringALongQueryIsReplaced() throws Exception {
    EmbeddedDatabase killed = EmbeddedDatabase.start(dataDir);
    CompletableFuture<Void> query =
        CompletableFuture.runAsync(
            () ->
                assertThatThrownBy(() -> TestSql.value(killed.url(), LONG_QUERY))
                    .isInstanceOf(SQLException.class));
    await()
        .until(
            () -> TestSql.value(killed.superuserUrl(), COUNT_LONG_QUERIES), Predicate.isEqual("1"));
    new PostmasterProcess(dataDir.resolve("postgres")).running().orElseThrow().destroyForcibly();
    killed.close();

    try (EmbeddedDatabase database = EmbeddedDatabase.start(dataDir)) {
      assertThat(TestSql.value(database.url(), "select 1")).isEqualTo("1");
    }
    query.join();
  }

  private static void killServer() throws IOException {
    ProcessHandle server =
        new PostmasterProcess(dataDir.resolve("postgres")).running().orElseThrow();
    server.destroyForcibly();
    server.onExit().join();
  }

  @Test
  void aServerThatWasKilledIsStartedAgainOnItsPortAndHasWhatWasCommitted() throws Exception {
    try (EmbeddedDatabase database = EmbeddedDatabase.start(dataDir)) {
      TestSql.execute(database.url(), "create table survived as select 0 as kills");
      for (int kill = 1; kill <= 2; kill++) {
        TestSql.execute(database.url(), "update survived set kills = " + kill);
        killServer();
        await()
            .atMost(Duration.ofSeconds(30))
            .ignoreExceptions()
            .until(
                () -> TestSql.value(database.url(), "select kills from survived"),
                Predicate.isEqual(Integer.toString(kill)));
      }
      assertThat(database.lost().toCompletableFuture()).isNotDone();
    }
    assertThat(new PostmasterProcess(dataDir.resolve("postgres")).running()).isEmpty();
  }

  @Test
  void aServerThatDoesNotStartAnyMoreIsGivenUp() throws Exception {
    EmbeddedDatabase.start(dataDir).close();
    Path version = dataDir.resolve("postgres/PG_VERSION");
    String current = Files.readString(version);
    Backoff brief = Backoff.doubling(Duration.ofMillis(1), Duration.ofMillis(4));
    RestartPolicy three = new RestartPolicy(brief, 3, 0);
    try (EmbeddedDatabase database = EmbeddedDatabase.start(dataDir, Map.of(), three)) {
      Files.writeString(version, "9.6\n");
      killServer();
      assertThat(database.lost().toCompletableFuture()).succeedsWithin(Duration.ofSeconds(60));
    } finally {
      Files.writeString(version, current);
    }
  }

  @Test
  void aFailedStartNamesTheReasonAndLetsGoOfTheDirectory() throws Exception {
    EmbeddedDatabase.start(dataDir).close();
    Path version = dataDir.resolve("postgres/PG_VERSION");
    String current = Files.readString(version);
    Files.writeString(version, "9.6\n");
    assertThatThrownBy(() -> EmbeddedDatabase.start(dataDir))
        .hasMessageContaining("initialized by PostgreSQL version 9.6");

    Files.writeString(version, current);
    EmbeddedDatabase.start(dataDir).close();
  }

  private static String permissions(Path path) throws Exception {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
