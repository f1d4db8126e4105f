package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.platform.FreePort;
import io.millrace.engine.sql.Statements;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real nodes on one database die, freeze, and lose their sessions. */
class NodeDeathTest {
  /** Without the sign of life in the database, heartbeats alone would take longer. */
  private static final Duration SOON = Duration.ofSeconds(5);

  private static final Duration LONG = Duration.ofSeconds(90);

  private static final String END_LIFE_SESSIONS =
      "select pg_terminate_backend(pid, 5000) from pg_locks where locktype = 'advisory'"
          + " and mode = 'ExclusiveLock'"
          + " and database = (select oid from pg_database where datname = current_database())";

  @TempDir Path temp;
  private final DatabaseUrl database = TestDatabase.fresh();
  private final List<NodeProcess> nodes = new ArrayList<>();

  private List<Integer> ports = List.of();

  private void start(int size) throws IOException {
    start(size, Map.of());
  }

  private void start(int size, Map<String, String> more) throws IOException {
    ports = FreePort.take(size);
    String seeds = ports.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
    for (int i = 0; i < size; i++) {
      Path dir = Files.createDirectories(temp.resolve("node" + i));
      Map<String, String> environment = new HashMap<>(more);
      environment.putAll(
          Map.of(
              "MILLRACE_DB_URL", database.url(),
              "MILLRACE_DB_USER", database.user(),
              "MILLRACE_DB_PASSWORD", database.password(),
              "MILLRACE_JOIN", "seeds",
              "MILLRACE_SEEDS", seeds,
              "MILLRACE_NODE_PORT", ports.get(i).toString(),
              "MILLRACE_CLUSTER_SECRET", TestCluster.SECRET));
      nodes.add(NodeProcess.start(dir, environment));
    }
    await().atMost(LONG).until(() -> members(0) == size && sessions() == size);
  }

  @AfterEach
  void stop() {
    nodes.forEach(NodeProcess::close);
  }

  private int members(int node) {
    return nodes.get(node).client.get("/cluster").json().path("members").size();
  }

  private long number(String sql) throws SQLException {
    try (Connection connection = database.connect()) {
      return new Statements(connection).number(sql);
    }
  }

  /** The number of nodes that have their lock. Others of the same server have none in here. */
  private long sessions() throws SQLException {
    return number(
        "select count(*) from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock'"
            + " and database = (select oid from pg_database where datname = current_database())");
  }

  private long fenced() throws SQLException {
    return number("select count(*) from put_out");
  }

  @Test
  void aKilledNodeIsReplacedLongBeforeItsHeartbeatsAreMissed() throws Exception {
    start(3);
    nodes.get(0).kill();
    await().atMost(SOON).until(() -> fenced() == 1);
    await().atMost(LONG).until(() -> members(1) == 2 && members(2) == 2);
    assertThat(nodes.get(1).client.get("/ready").status()).isEqualTo(200);
  }

  /** A paused process whose sign of life was ended still has its other connections. */
  @Test
  void aPausedNodeWhoseSessionIsEndedIsNotFenced() throws Exception {
    start(2);
    nodes.get(1).freeze();
    assertThat(number("select count(*) from (" + END_LIFE_SESSIONS + ") ended")).isEqualTo(2);
    await()
        .during(Duration.ofSeconds(2))
        .atMost(LONG)
        .untilAsserted(() -> assertThat(fenced()).isZero());
    nodes.get(1).wake();
    await().atMost(LONG).until(() -> sessions() == 2);
    assertThat(fenced()).isZero();
    assertThat(members(0)).isEqualTo(2);
  }

  @Test
  void aFencedNodeKillsItsProgramsAndEndsWithinTwoSeconds() throws Exception {
    start(1);
    ProcessHandle program = runProgram();
    fence();
    assertThat(nodes.get(0).awaitExit(Duration.ofSeconds(4))).isTrue();
    assertEndedAsFenced(program);
  }

  /** Its drain would wait for the program as long as the grace. */
  @Test
  void aFencedNodeThatDrainsDoesNotWaitForItsPrograms() throws Exception {
    Path settings =
        Files.writeString(
            temp.resolve("patient.conf"),
            "millrace.worker.drain = 30m\n"
                + "akka.coordinated-shutdown.phases.service-requests-done.timeout = 31m\n");
    start(1, Map.of("MILLRACE_CONFIG", settings.toString()));
    ProcessHandle program = runProgram();
    nodes.get(0).terminate();
    await().atMost(LONG).until(() -> takesNoRequests(nodes.get(0)));
    assertThat(program.isAlive()).isTrue();
    fence();
    assertThat(nodes.get(0).awaitExit(LONG)).isTrue();
    assertEndedAsFenced(program);
  }

  private static boolean takesNoRequests(NodeProcess node) {
    try {
      node.client.get("/ready");
      return false;
    } catch (RuntimeException | AssertionError refused) {
      return true;
    }
  }

  private ProcessHandle runProgram() throws IOException {
    Path began = temp.resolve("began");
    TestClient client = nodes.get(0).client;
    assertThat(
            client
                .put(
                    "/sources",
                    "sources: {a: {collections: [{name: c, run: {process: [sh, -c,"
                        + " 'echo $$ > %s; exec sleep 600']}}]}}".formatted(began))
                .status())
        .isEqualTo(200);
    client.queue("a", "c");
    await().atMost(LONG).until(() -> Files.exists(began) && Files.size(began) > 0);
    return ProcessHandle.of(Long.parseLong(Files.readString(began).trim())).orElseThrow();
  }

  /** As the other nodes would do it. */
  private void fence() throws SQLException {
    long uid =
        number(
            "select substr(application_name, 10)::bigint from pg_stat_activity where"
                + " application_name like 'millrace#%' and datname = current_database() limit 1");
    try (Connection connection = database.connect()) {
      new Statements(connection)
          .update(
              "insert into put_out (node) values (?)",
              "akka://millrace@127.0.0.1:" + ports.get(0) + "#" + uid);
    }
  }

  private void assertEndedAsFenced(ProcessHandle program) throws IOException {
    assertThat(nodes.get(0).exitCode()).isEqualTo(75);
    assertThat(program.isAlive()).isFalse();
    assertThat(nodes.get(0).log()).contains("start it again");
  }
}
