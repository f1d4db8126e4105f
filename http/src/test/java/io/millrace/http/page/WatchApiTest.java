package io.millrace.http.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.http.TestClient.Answer;
import io.millrace.http.TestNode;
import io.millrace.http.endpoint.Role;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What operators watch, over the API. */
class WatchApiTest {
  private static TestNode node;

  @BeforeAll
  static void start() {
    node = TestNode.start();
    node.client.put(
        "/sources",
        """
        sources:
          good: {collections: [{name: c}]}
          bad: {collections: [{name: c, run: {process: [sh, -c, "exit 3"]}}]}
          brief: {collections: [{name: c, run: {process: [sleep, "60"]}}]}
          slow: {collections: [{name: c, run: {process: [sleep, "60"]}}]}
        """);
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

  @Test
  void theSessionSaysWhoAsksAndWhom() {
    JsonNode session = node.as(Role.VIEWER).get("/session").json();
    assertThat(session.path("name").asText()).isEqualTo("a viewer");
    assertThat(session.path("role").asText()).isEqualTo("viewer");
    assertThat(session.path("version").asText()).isNotEmpty();
  }

  @Test
  void todayCountsWhatEndedAndWhyItFailed() {
    awaitNoneOpen();
    JsonNode before = today();
    run("good", "SUCCESS");
    run("bad", "FAILED");
    for (String what : List.of("success", "failure")) {
      await(what + ": counted a moment after it is stored")
          .until(() -> totals(today(), what) == totals(before, what) + 1);
    }
    JsonNode after = today();
    assertThat(after.at("/failures/0/reason").asText()).contains("exit code 3");
    assertThat(after.path("minutes")).isNotEmpty();
  }

  private static JsonNode today() {
    return node.client.get("/today").json();
  }

  private static int totals(JsonNode today, String what) {
    return today.path("totals").path(what).asInt();
  }

  /** What other tests have asked for again has ended. */
  private static void awaitNoneOpen() {
    await()
        .until(() -> node.client.post("/history/cancel", "{}").json().path("matched").asInt() == 0);
  }

  @Test
  void theHistoryHasTasksOfAllSourcesByTheirStatus() {
    String failed = run("bad", "FAILED");
    String good = run("good", "SUCCESS");
    assertThat(ids("/history?status=FAILED")).contains(failed).doesNotContain(good);
    assertThat(ids("/history")).contains(failed, good);
    assertThat(ids("/history?source=good")).contains(good).doesNotContain(failed);
    assertThat(ids("/history?start=2001-01-01T00:00:00Z&end=2001-01-02T00:00:00Z")).isEmpty();
  }

  private static List<String> ids(String path) {
    return node.client.get(path).json().path("tasks").findValuesAsText("id");
  }

  @Test
  void manyAreCountedBeforeTheyAreCanceledOrRunAgain() {
    String wanted = "{\"source\": \"slow\"}";
    node.client.post("/history/cancel", "{\"source\": \"slow\", \"dry_run\": false}");
    awaitNoneOpen();
    String slow = node.client.queue("slow", "c");
    assertThat(node.client.post("/history/cancel", wanted).json().path("matched").asInt()).isOne();
    assertThat(node.client.task(slow).path("finished_at").asText()).isEmpty();
    JsonNode done =
        node.client.post("/history/cancel", "{\"source\": \"slow\", \"dry_run\": false}").json();
    assertThat(done.path("done").asInt()).isOne();
    assertThat(node.client.task(slow).path("status").asText()).isEqualTo("CANCELED");
    run("bad", "FAILED");
    JsonNode again =
        node.client.post("/history/rerun", "{\"source\": \"bad\", \"dry_run\": false}").json();
    assertThat(again.path("matched").asInt()).as("however often it failed").isOne();
    assertThat(again.path("done").asInt()).isOne();
  }

  @Test
  void whatHasEndedCannotBeCanceledWithOthers() {
    Answer refused = node.client.post("/history/cancel", "{\"status\": \"success\"}");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().at("/errors/0/field").asText()).isEqualTo("status");
    assertThat(refused.json().at("/errors/0/value").asText()).isEqualTo("SUCCESS");
  }

  @Test
  void aBulkMatchesATaskOnceFromTheMomentItsIdWasAnswered() {
    for (int time = 0; time < 50; time++) {
      String id = node.client.queue("brief", "c");
      JsonNode counted = node.client.post("/history/cancel", "{\"source\": \"brief\"}").json();
      assertThat(counted.path("matched").asInt()).as("time %d", time).isOne();
      node.client.post("/tasks/" + id + "/cancel", "");
    }
  }

  @Test
  void aTaskOfAStepSaysOfWhichJobItIsAndRunsAgainWithOthers() {
    String job = "7c6e4a56-1f0e-4b6e-9d3e-0a6f5d1c2b3a";
    node.client.put(
        "/jobs",
        "application/json",
        """
{"id": "%s", "project": "p", "name": "j", "steps": [{"name": "s", "run": {"process": ["sh", "-c", "exit 3"]}}]}
"""
            .formatted(job));
    String step = "/jobs/" + job + "/steps/s/run";
    String time = "2026-11-16T06:00:00.000Z";
    String id =
        node.client.post(step, "{\"logical_time\": \"%s\"}".formatted(time)).text("task_id");
    await().until(() -> node.client.task(id).path("status").asText().equals("FAILED"));
    JsonNode of = node.client.task(id).path("of");
    assertThat(of.path("kind").asText()).isEqualTo("step");
    assertThat(of.path("job").asText()).isEqualTo(job);
    assertThat(of.path("logical_time").asText()).isEqualTo(time);
    assertThat(ids("/history?collection=s")).contains(id);
    JsonNode again =
        node.client.post("/history/rerun", "{\"source\": \"p.j\", \"dry_run\": false}").json();
    assertThat(again.path("matched").asInt()).isOne();
    assertThat(again.path("done").asInt()).isOne();
    await().until(() -> ids("/history?collection=s&status=FAILED").size() == 2);
    node.client.delete("/jobs/" + job);
    assertThat(node.client.task(id).at("/of/kind").asText()).isEqualTo("gone");
  }

  @Test
  void whatHasNotEndedCannotRunAgain() {
    assertThat(node.client.post("/history/rerun", "{\"status\": \"RUNNING\"}").status())
        .isEqualTo(400);
  }

  @Test
  void collectionsAreListedWithHowTheyStand() {
    run("bad", "FAILED");
    JsonNode rows = node.client.get("/refreshes?kind=collection").json().path("refreshes");
    assertThat(rows.findValuesAsText("source")).contains("bad", "good", "slow");
    assertThat(rows.get(0).path("state").asText()).isEqualTo("failing");
    assertThat(rows.get(0).at("/last_task/message").asText()).contains("exit code 3");
    assertThat(node.client.get("/refreshes?kind=collection&search=oo").json().path("refreshes"))
        .hasSize(1);
  }

  @Test
  void theMomentHasAnotherRevisionOnceSomethingHappened() {
    String before = node.client.get("/events").text("revision");
    run("good", "SUCCESS");
    await().until(() -> !node.client.get("/events").text("revision").equals(before));
  }

  /** One was queued on the day before, one ended on the day after: each is of the day it ended. */
  @Test
  void tasksAreFoundByTheTimeOfTheirEnd() throws SQLException {
    try (Connection connection = node.database.dataSource().getConnection();
        Statement sql = connection.createStatement()) {
      sql.execute(
          """
          insert into task (attempt_uid, source, collection, attempt_no, status, reason, priority,
            system, pool, timeout_ms, created_at, started_at, finished_at, worker)
          select (substring(first_uid(at)::text from 1 for 34) || '07')::uuid, 'good', 'c', 1,
            'SUCCESS', 'schedule', 200, 'DEFAULT', 'default', 60000, at, at, at + interval '1 min',
            'w'
          from unnest('{2026-02-02 23:59:30Z, 2026-02-03 12:00Z, 2026-02-03 23:59:30Z}'
            ::timestamptz[]) as at
          """);
    }
    String day = "finished_start=2026-02-03T00:00:00Z&finished_end=2026-02-04T00:00:00Z";
    JsonNode tasks = node.client.get("/history?status=SUCCESS&" + day).json().path("tasks");
    assertThat(tasks.findValuesAsText("created_at"))
        .containsExactly("2026-02-03T12:00:00.000Z", "2026-02-02T23:59:30.000Z");
    assertThat(node.client.get("/history/count?source=good&" + day).json().path("tasks").asInt())
        .isEqualTo(2);
    String reversed = "finished_start=2026-02-04T00:00:00Z&finished_end=2026-02-03T00:00:00Z";
    assertThat(node.client.get("/history?" + reversed).status()).isEqualTo(400);
  }

  @Test
  void theClusterIsThisNode() {
    JsonNode members = node.client.get("/cluster").json().path("members");
    assertThat(members).hasSize(1);
    assertThat(members.at("/0/self").asBoolean()).isTrue();
    assertThat(members.at("/0/has_singletons").asBoolean()).isTrue();
  }

  @Test
  void theClusterCountsUserSitesTokensAndPools() {
    String id = "5a0c7a3e-6f0e-4b65-8a53-0d8a4c1f2b77";
    String job =
        "{\"id\": \"%s\", \"project\": \"p\", \"name\": \"counted\", \"steps\": [{\"name\":"
            + " \"s\"}]}";
    assertThat(node.client.put("/jobs", "application/json", job.formatted(id)).status())
        .isEqualTo(201);
    node.client.post(
        "/jobs/" + id + "/steps/s/run", "{\"logical_time\": \"2026-01-02T00:00:00Z\"}");
    run("good", "SUCCESS");
    JsonNode awake = node.client.get("/cluster").json().at("/members/0/awake");
    for (String kind : List.of("user-sites", "tokens", "pools")) {
      assertThat(awake.path(kind).asInt()).as(kind).isPositive();
    }
  }
}
