package io.millrace.http.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.database.TestSql;
import io.millrace.http.TestClient.Answer;
import io.millrace.http.TestNode;
import io.millrace.http.endpoint.Role;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tasks are searched, counted, canceled and run again, however many they are. */
class BulkApiTest {
  private static final int MANY = 130; // more than one page

  private static TestNode node;
  @TempDir private static Path temp;

  @BeforeAll
  static void start() {
    node = TestNode.start("millrace { flywheel.internal.enabled = false, worker.slots = 4 }");
    StringBuilder many = new StringBuilder();
    for (int i = 0; i < MANY; i++) {
      many.append("{name: c%d, run: {process: [sleep, '60']}}, ".formatted(i));
    }
    node.client.put(
        "/sources",
        """
sources:
  many: {collections: [%s]}
  other: {collections: [{name: c, run: {process: [sleep, '60']}}]}
  once: {collections: [{name: c, run: {process: [sh, -c, 'test -e %s']}}]}
  bad: {collections: [{name: c, run: {process: [sh, -c, 'echo "no route to 10_0" >&2; exit 3']}}]}
  worse: {collections: [{name: c, run: {process: [sh, -c, 'echo "no route to 10x0" >&2; exit 3']}}]}
"""
            .formatted(many, temp.resolve("well")));
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static String run(String source, String status) {
    String id = node.client.queue(source, "c");
    await().until(() -> node.client.task(id).path("status").asText().equals(status));
    return id;
  }

  private static JsonNode begin(String order) {
    Answer begun = node.client.post("/bulk-operations", order);
    assertThat(begun.status()).as(begun.response().body()).isEqualTo(201);
    return begun.json();
  }

  private static JsonNode operation(JsonNode begun) {
    return node.client.get("/bulk-operations/" + begun.path("id").asText()).json();
  }

  private static JsonNode ended(JsonNode begun) {
    await().until(() -> !operation(begun).path("ended_at").asText().isEmpty());
    return operation(begun);
  }

  private static long count(String query) {
    return node.client.get("/history/count?" + query).json().path("tasks").asLong();
  }

  private static List<String> sources(String query) {
    return node.client.get("/history?" + query).json().path("tasks").findValuesAsText("source");
  }

  @Test
  void manyAreCanceledPageByPageAndNobodyElse() {
    String other = node.client.queue("other", "c");
    for (int i = 0; i < MANY; i++) {
      node.client.queue("many", "c" + i);
    }
    assertThat(count("source=many&status=SCHEDULED") + count("source=many&status=RUNNING"))
        .isEqualTo(MANY);
    JsonNode begun = begin("{\"action\": \"cancel\", \"source\": \"many\"}");
    assertThat(begun.path("total").asInt()).isEqualTo(MANY);
    assertThat(begun.path("state").asText()).isEqualTo("running");
    JsonNode done = ended(begun);
    assertThat(done.path("state").asText()).isEqualTo("done");
    assertThat(done.path("handled").asInt()).isEqualTo(MANY);
    assertThat(done.path("done").asInt()).isEqualTo(MANY);
    assertThat(count("source=many&status=CANCELED")).isEqualTo(MANY);
    JsonNode one = node.client.get("/history?source=many&limit=1").json().at("/tasks/0");
    assertThat(one.path("message").asText()).contains("by " + done.path("asked_by").asText());
    assertThat(node.client.task(other).path("finished_at").asText()).isEmpty();
    JsonNode newest = node.client.get("/bulk-operations").json().path("operations");
    assertThat(newest.findValuesAsText("id")).contains(begun.path("id").asText());
    node.client.post("/tasks/" + other + "/cancel");
  }

  @Test
  void whatHasRecoveredIsNotRunAgain() throws Exception {
    run("once", "FAILED");
    run("once", "FAILED");
    assertThat(count("source=once&status=FAILED")).isEqualTo(2);
    assertThat(count("source=once&status=FAILED&newest=true")).as("it fails now").isOne();
    await().until(() -> node.client.get("/events").json().at("/failing/tasks").asInt() > 0);
    JsonNode failing = ended(begin("{\"action\": \"rerun\", \"source\": \"once\"}"));
    assertThat(failing.path("done").asInt()).as("once, however often it failed").isOne();
    await().until(() -> count("source=once&status=FAILED") == 3);
    Files.createFile(temp.resolve("well"));
    run("once", "SUCCESS");
    assertThat(count("source=once&status=FAILED&newest=true")).as("it has recovered").isZero();
    JsonNode recovered = ended(begin("{\"action\": \"rerun\", \"source\": \"once\"}"));
    assertThat(recovered.path("total").asInt()).isZero();
    assertThat(recovered.path("done").asInt()).isZero();
  }

  @Test
  void whatADeadNodeHasLeftIsTakenUp() throws Exception {
    String id = node.client.queue("other", "c");
    TestSql.execute(
        node.database,
        """
insert into bulk_operation (id, action, search, asked_by, asked_at, state, node, claim,
  seen_at, total, more, handled, done, refused)
values ('01a1e451-28fe-7f1d-b60d-26f9e438fcb6', 'cancel',
  '{"source": "other", "statuses": ["SCHEDULED", "RUNNING"],
    "start": "2020-01-01T00:00:00Z", "end": "2100-01-01T00:00:00Z"}',
  'ann', '2100-01-01 00:00Z', 'running', 'gone:1', 'gone', '2020-01-01 00:00Z', 1, false, 0,
  0, '{}')
""");
    String path = "/bulk-operations/01a1e451-28fe-7f1d-b60d-26f9e438fcb6";
    await().until(() -> node.client.get(path).text("state").equals("done"));
    assertThat(node.client.get(path).text("node")).isNotEqualTo("gone:1");
    assertThat(node.client.task(id).path("status").asText()).isEqualTo("CANCELED");
  }

  @Test
  void anAbortedOperationStaysAborted() throws Exception {
    TestSql.execute(
        node.database,
        """
        insert into bulk_operation (id, action, search, asked_by, asked_at, state, node, claim,
          seen_at, total, more, handled, done, refused)
        values ('01a1e451-28fe-7f1d-b60d-000000000001', 'cancel',
          '{"statuses": ["SCHEDULED"], "start": "2020-01-01T00:00:00Z",
            "end": "2020-01-02T00:00:00Z"}',
          'ann', '2020-01-02 00:00Z', 'running', 'here', 'here', '2100-01-01 00:00Z', 7, false, 3,
          3, '{}')
        """);
    String path = "/bulk-operations/01a1e451-28fe-7f1d-b60d-000000000001";
    assertThat(node.as(Role.VIEWER).post(path + "/abort").status()).isEqualTo(403);
    assertThat(node.client.post(path + "/abort").text("state")).isEqualTo("aborting");
    TestSql.execute(node.database, "update bulk_operation set seen_at = '2020-01-01 00:00Z'");
    await().until(() -> node.client.get(path).text("ended_at").length() > 0);
    assertThat(node.client.post(path + "/abort").text("state")).isIn("aborted", "done");
  }

  @Test
  void tasksAreFoundByTheirMessageTheirReasonAndTheirWorker() {
    String bad = run("bad", "FAILED");
    run("worse", "FAILED");
    assertThat(sources("message=NO%20ROUTE&status=FAILED")).contains("bad", "worse");
    assertThat(sources("message=to%2010_0&status=FAILED")).contains("bad").doesNotContain("worse");
    assertThat(sources("message=exit%20code%20%E2%80%A6no&status=FAILED&source=bad"))
        .as("an ellipsis stands for anything")
        .isSubsetOf("bad");
    assertThat(sources("reason=manual&source=bad")).isNotEmpty();
    assertThat(sources("reason=plan&source=bad")).isEmpty();
    String worker = node.client.task(bad).path("worker").asText();
    assertThat(sources("worker=" + worker + "&source=bad")).isNotEmpty();
    assertThat(sources("worker=nobody&source=bad")).isEmpty();
    run("bad", "FAILED");
    List<String> newest =
        node.client.get("/history?source=bad").json().path("tasks").findValuesAsText("id");
    List<String> oldest =
        node.client
            .get("/history?source=bad&order=oldest")
            .json()
            .path("tasks")
            .findValuesAsText("id");
    assertThat(oldest.get(0)).isEqualTo(newest.get(newest.size() - 1));
  }

  @Test
  void whatIsWrongWithAnOrderIsNamed() {
    Answer none = node.client.post("/bulk-operations", "{\"action\": \"burn\", \"reason\": \"x\"}");
    assertThat(none.status()).isEqualTo(400);
    assertThat(none.json().path("errors").findValuesAsText("field"))
        .containsExactlyInAnyOrder("action", "reason");
    String ended = "{\"action\": \"cancel\", \"status\": \"SUCCESS\"}";
    assertThat(node.client.post("/bulk-operations", ended).status()).isEqualTo(400);
    String unknown = "{\"action\": \"cancel\", \"source\": \"nope\"}";
    assertThat(node.client.post("/bulk-operations", unknown).status()).isEqualTo(404);
    assertThat(node.client.get("/bulk-operations/nope").status()).isEqualTo(404);
    assertThat(node.client.get("/history?message=" + "x".repeat(201)).status()).isEqualTo(400);
  }
}
