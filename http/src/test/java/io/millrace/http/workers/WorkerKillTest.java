package io.millrace.http.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.database.TestSql;
import io.millrace.engine.flow.ChannelsChanged;
import io.millrace.engine.serialization.EventSerializer;
import io.millrace.http.TestClient;
import io.millrace.http.TestClient.Answer;
import io.millrace.http.TestNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The worker of the docs, as it is, against a node that misses it soon. */
class WorkerKillTest {
  private static final int CHANNELS = 16;
  private static final int TASKS = 40;

  private static final String STEPS =
      """
      select event_payload, event_ser_manifest from event_journal
      where persistence_id = 'flow-control|default' order by sequence_number
      """;

  private static final String ONCE =
      """
        once:
          collections:
            - {name: c1, run: {pull: {}}}
            - {name: c2, run: {pull: {}}}
      """;

  private TestNode node;
  private TestClient api;
  @TempDir private Path temp;

  @BeforeEach
  void start() {
    node =
        TestNode.start("millrace {worker.heartbeat = 1s, flow.max-concurrency = " + CHANNELS + "}");
    api = node.client;
    String document =
        IntStream.range(0, TASKS)
            .mapToObj(i -> "      - {name: c" + i + ", run: {pull: {body: {n: " + i + "}}},")
            .map(line -> line + " retry: {attempts: 9, delay: 0s}, timeout: 5m}\n")
            .collect(Collectors.joining("", "sources:\n  s:\n    collections:\n", ""));
    Answer saved = api.put("/sources", document + ONCE);
    assertThat(saved.status()).as(saved.response().body()).isEqualTo(200);
  }

  @AfterEach
  void stop() {
    node.close();
  }

  private String sql(String query) {
    try {
      return TestSql.value(node.database, query);
    } catch (SQLException fault) {
      throw new AssertionError(fault);
    }
  }

  private long count(String condition) {
    return Long.parseLong(sql("select count(*) from task where " + condition));
  }

  private void awaitCount(String condition, long number) {
    await(condition).atMost(Duration.ofSeconds(90)).until(() -> count(condition) == number);
  }

  private List<String> ids(String condition) {
    return List.of(
        sql("select string_agg(source || '_' || collection || '_' || attempt_uid, ' ')"
                + " from task where "
                + condition)
            .split(" "));
  }

  private static String quoted(List<String> ids) {
    return ids.stream()
        .map(id -> "'" + id.substring(id.length() - 36) + "'")
        .collect(Collectors.joining(", "));
  }

  /** The most channels that were ever in use at one moment. */
  private long mostAtOnce() {
    return Long.parseLong(
        sql(
            """
select max(used) from (
  select sum(change) over (order by at, change) as used from (
    select started_at as at, 1 as change from task where started_at is not null
    union all
    select finished_at, -1 from task where started_at is not null and finished_at is not null
  ) moves) counted
"""));
  }

  /** The same by the journal: after each of its steps, how many channels the pool had given. */
  private int mostByTheJournal() throws SQLException {
    EventSerializer events = new EventSerializer();
    Set<UUID> held = new HashSet<>();
    int most = 0;
    try (Connection connection = node.database.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(STEPS)) {
      while (row.next()) {
        ChannelsChanged step =
            (ChannelsChanged) events.fromBinary(row.getBytes(1), row.getString(2));
        assertThat(held).containsAll(step.released());
        held.removeAll(step.released());
        step.granted().forEach(lease -> assertThat(held.add(lease.attemptUid())).isTrue());
        most = Math.max(most, held.size());
      }
    }
    return most;
  }

  @Test
  void aWorkerThatIsKilledLosesItsTasksToItsSuccessorAndNoChannelIsEverUsedTwice()
      throws Exception {
    Path gate = temp.resolve("gate");
    Path log = temp.resolve("worker.log");
    String script = "cat; echo; test -e " + gate + " || sleep 300";
    for (int i = 0; i < TASKS; i++) {
      api.queue("s", "c" + i);
    }
    WorkerProcess first = WorkerProcess.start(node, "w", CHANNELS, log, script);
    List<String> lost;
    try {
      awaitCount("status = 'RUNNING'", CHANNELS);
      lost = ids("status = 'RUNNING'");
    } finally {
      first.kill();
    }

    String theLost = "attempt_uid in (%s)".formatted(quoted(lost));
    awaitCount(
        "status = 'FAILED' and message like '%worker was lost: w%' and " + theLost, CHANNELS);

    Files.createFile(gate);
    try (WorkerProcess second = WorkerProcess.start(node, "w", CHANNELS, log, script)) {
      awaitCount("status = 'SUCCESS'", TASKS);
      second.terminate();
      assertThat(second.awaitExit()).as(Files.readString(log)).isTrue();
    }
    String again =
        "status = 'SUCCESS' and attempt_no > 1 and collection in (select collection from task where"
            + " "
            + theLost
            + ")";
    assertThat(count(again)).isEqualTo(CHANNELS);
    assertThat(sql("select count(distinct collection) from task where status = 'SUCCESS'"))
        .isEqualTo(Integer.toString(TASKS));
    assertThat(mostAtOnce()).isEqualTo(CHANNELS);
    assertThat(mostByTheJournal()).isEqualTo(CHANNELS);
    for (String id : lost) {
      String uid = id.substring(id.length() - 36);
      for (String report :
          List.of(
              "finish|\"outcome\": \"success\"",
              "progress|\"percent\": 99",
              "logs|\"lines\": []")) {
        String[] parts = report.split("\\|");
        Answer late =
            api.post(
                "/tasks/" + id + "/" + parts[0],
                "{\"attempt_uid\": \"" + uid + "\", " + parts[1] + "}");
        assertThat(late.status()).as(late.response().body()).isEqualTo(409);
      }
      assertThat(api.task(id).path("status").asText()).isEqualTo("FAILED");
    }
    String done = ids("status = 'SUCCESS' and collection = 'c7'").get(0);
    assertThat(api.get("/tasks/" + done + "/logs").json().path("logs").get(0).path("message"))
        .as("the command got the body, and its output is the log")
        .hasToString("\"{\\\"n\\\": 7}\"");
  }

  @Test
  void aCanceledTaskIsStoppedAndASigtermLetsTheOthersEnd() throws Exception {
    Path log = temp.resolve("worker.log");
    String script =
        "echo $MILLRACE_COLLECTION >> TEMP/started; until [ -e TEMP/gate ]; do sleep 0.1; done;"
                .replace("TEMP", temp.toString())
            + " echo $MILLRACE_COLLECTION >> TEMP/ended; exit 3".replace("TEMP", temp.toString());
    String canceled = api.queue("once", "c1");
    String other = api.queue("once", "c2");
    try (WorkerProcess worker = WorkerProcess.start(node, "w", 2, log, script)) {
      Path started = temp.resolve("started");
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> Files.exists(started) && Files.readAllLines(started).size() == 2);
      api.post("/tasks/" + canceled + "/cancel");
      // It is stopped when the worker has room again.
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> api.get("/workers/w").json().path("slots").asInt() == 1);
      worker.terminate();
      Files.createFile(temp.resolve("gate"));
      assertThat(worker.awaitExit()).isTrue();
      assertThat(worker.exitValue()).as(Files.readString(log)).isZero();
    }
    assertThat(Files.readAllLines(temp.resolve("ended"))).containsExactly("c2");
    assertThat(api.task(canceled).path("status").asText()).isEqualTo("CANCELED");
    assertThat(api.task(other).path("message").asText()).isEqualTo("exit code 3");
  }
}
