package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.TestClock;
import io.millrace.engine.check.DatabaseChecker;
import io.millrace.engine.check.Finding;
import io.millrace.engine.serialization.EventSerializer;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.store.Migrations;
import io.millrace.http.endpoint.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The databases of earlier releases, killed in the middle of their work: this one finds everything
 * as it was, and goes on with it. {@link ReleaseArchiver} makes one more.
 */
class EarlierReleaseTest {
  private static final Path RELEASES = Path.of("src", "test", "resources", "releases");
  private static final Path PARTITION = Path.of("..", "cluster-config", "partition.sql");
  private static final Duration LONG = Duration.ofSeconds(60);

  static Stream<String> releases() throws IOException {
    try (Stream<Path> files = Files.list(RELEASES)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("releases")
  void whatItLeftIsAsItWasAndGoesOn(String release) throws Exception {
    isAsItWasAndGoesOn(restore(release));
  }

  @Test
  void dividedTablesAreAsTheyWereAndGoOn() throws Exception {
    DatabaseDump dump = restore("501d615.sql.gz");
    Migrations.migrate(dump.database());
    try (Connection connection = dump.database().connect()) {
      Statements sql = new Statements(connection);
      sql.update(Files.readString(PARTITION));
      isAsItWasAndGoesOn(dump);
      for (String table : List.of("owner_state", "due")) {
        assertThat(
                sql.number("select count(*) from pg_inherits where inhparent = ?::regclass", table))
            .as(table)
            .isEqualTo(16);
      }
      assertThat(sql.number("select count(distinct tableoid) from owner_state")).isGreaterThan(1);
    }
  }

  private static DatabaseDump restore(String release) throws Exception {
    try (InputStream file = Files.newInputStream(RELEASES.resolve(release))) {
      return DatabaseDump.restore(file);
    }
  }

  private static void isAsItWasAndGoesOn(DatabaseDump dump) throws Exception {
    TestClock clock = new TestClock(Instant.parse(note(dump, "at ")));
    String settings =
        ReleaseArchiver.PATIENT + "\nmillrace.secret-key = \"" + ReleaseArchiver.SECRET_KEY + "\"";
    try (TestNode node = TestNode.start(settings, clock, dump.database())) {
      ReleaseExercise life = new ReleaseExercise(node.client);
      // What runs says so as soon as the pool has told it again.
      await()
          .atMost(LONG)
          .untilAsserted(() -> assertThat(differences(before(dump), life.answers())).isEmpty());
      check(dump, clock);
      goesOn(node, life, clock);
    }
    check(dump, clock);
  }

  private static String note(DatabaseDump dump, String start) {
    return dump.notes().stream()
        .filter(note -> note.startsWith(start))
        .findFirst()
        .orElseThrow()
        .substring(start.length());
  }

  private static void check(DatabaseDump dump, TestClock clock) throws Exception {
    assertThat(
            new DatabaseChecker(
                    dump.database().dataSource(), 256, new EventSerializer()::fromBinary)
                .check(clock.instant()))
        .allMatch(Finding::isFine);
  }

  /** Also said, until 843a44f, of a source that nobody knew; now that is not found. */
  private static final JsonNode NO_TASKS =
      Json.MAPPER.createObjectNode().set("tasks", Json.MAPPER.createArrayNode());

  private static Map<String, JsonNode> before(DatabaseDump dump) throws IOException {
    Map<String, JsonNode> before = new TreeMap<>();
    for (String note : dump.notes()) {
      if (note.startsWith("GET ")) {
        String[] parts = note.split(" ", 3);
        JsonNode answer = Json.MAPPER.readTree(parts[2]);
        if (!answer.equals(NO_TASKS)) {
          before.put(parts[1], answer);
        }
      }
    }
    return before;
  }

  /** A later release may say more, and nothing else. */
  private static List<String> differences(
      Map<String, JsonNode> before, Map<String, JsonNode> after) {
    List<String> found = new ArrayList<>();
    before.forEach(
        (path, json) ->
            compare(path, json, after.getOrDefault(path, Json.MAPPER.nullNode()), found));
    return found;
  }

  private static void compare(String at, JsonNode before, JsonNode after, List<String> found) {
    if (before.isObject() && after.isObject()) {
      before
          .properties()
          .forEach(
              field ->
                  compare(
                      at + "/" + field.getKey(),
                      field.getValue(),
                      after.path(field.getKey()),
                      found));
    } else if (before.isArray() && before.size() == after.size()) {
      for (int i = 0; i < before.size(); i++) {
        compare(at + "/" + i, before.get(i), after.get(i), found);
      }
    } else if (!before.equals(after)) {
      found.add("%s was %s and is %s".formatted(at, before, after));
    }
  }

  private static void goesOn(TestNode node, ReleaseExercise life, TestClock clock) {
    JsonNode running = life.tasks("s", "running").path(0);
    report(node, running);
    life.awaitTask("s", "running", "SUCCESS");
    life.finish(life.claim("nobody"), "\"outcome\":\"success\"");
    life.awaitTask("s", "waiting", "SUCCESS");
    boolean hasJob = node.client.get("/jobs/" + ReleaseExercise.JOB).status() == 200;
    if (hasJob) {
      report(node, life.state(ReleaseExercise.TIMES.get(2), "extract", "runs").path(0));
      life.finish(life.claim("extract"), "\"outcome\":\"success\"");
      for (String time : ReleaseExercise.TIMES.subList(2, 4)) {
        await().atMost(LONG).until(() -> life.state(time, "both", "count").asInt() == 1);
      }
    }
    clock.pass(Duration.ofMinutes(11));
    await().atMost(LONG).until(() -> attempts(life.tasks("s", "failing")) == 2);
    await().atMost(LONG).until(() -> attempts(life.tasks("shop", "ann-shop")) == 2);
    if (hasJob) {
      for (String time : ReleaseExercise.TIMES) {
        await().atMost(LONG).until(() -> attempts(life.state(time, "check", "runs")) == 2);
      }
    }
    assertThat(node.client.post("/user-sites/ann-hook/refresh").status())
        .as("it is disabled until it is saved")
        .isEqualTo(409);
    node.client.put("/user-sites/ann-hook", "{\"user\":\"ann\",\"site\":\"hook\"}");
    assertThat(node.client.post("/user-sites/ann-hook/refresh").status()).isEqualTo(201);
  }

  /** Its worker has outlived the release, and reports the outcome. */
  private static void report(TestNode node, JsonNode task) {
    String id = task.path("id").asText();
    assertThat(task.path("status").asText()).isEqualTo("RUNNING");
    assertThat(
            node.client
                .post(
                    "/tasks/" + id + "/finish",
                    "{\"outcome\":\"success\",\"attempt_uid\":\"%s\"}"
                        .formatted(id.substring(id.length() - 36)))
                .status())
        .isEqualTo(200);
  }

  /** How many of them have ended. */
  private static long attempts(JsonNode tasks) {
    int ended = 0;
    for (JsonNode task : tasks) {
      ended += task.path("finished_at").asText().isEmpty() ? 0 : 1;
    }
    return ended;
  }
}
