package io.millrace.http.flow;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.engine.TestClock;
import io.millrace.http.TestClient;
import io.millrace.http.TestClient.Answer;
import io.millrace.http.TestNode;
import io.millrace.http.endpoint.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** External callers of a whole node whose clock stands still. */
class ChannelApiTest {
  private static TestNode node;
  private static TestClient api;

  @BeforeAll
  static void start() {
    node = TestNode.start("", new TestClock());
    api = node.client;
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  @Test
  void aFreeChannelIsGrantedAndIsARunningTask() {
    TestCallers callers = TestCallers.of(node, 1);
    Answer granted = callers.obtain("a", "TDR_import_7", ",'lease':'90s','priority':'low'");
    assertThat(granted.text("pool")).isEqualTo(callers.pool);
    assertThat(granted.text("taskToken")).isEqualTo("a");
    assertThat(granted.text("executionName")).isEqualTo("TDR_import_7");
    assertThat(granted.text("system")).isEqualTo("TDR");
    assertThat(granted.text("deadline")).isEqualTo("2026-03-01T12:01:30.000Z");

    ObjectNode task = (ObjectNode) api.task(granted.text("taskId"));
    assertThat(task.remove("of").path("kind").asText()).as("only one says it").isEqualTo("request");
    assertThat(task.path("status").asText()).isEqualTo("RUNNING");
    assertThat(task.path("source").asText()).isEqualTo("external");
    assertThat(task.path("collection").asText()).isEqualTo("TDR_import_7");
    assertThat(task.path("reason").asText()).isEqualTo("request");
    assertThat(task.path("priority").asInt()).isEqualTo(100);
    assertThat(task.path("deadline").asText()).isEqualTo("2026-03-01T12:01:30.000Z");
    JsonNode listed =
        api.get(
                "/tasks?source=external&collection=TDR_import_7"
                    + "&start=2026-03-01T00:00:00Z&end=2026-03-02T00:00:00Z")
            .json()
            .path("tasks");
    assertThat(listed).containsExactly(task);
  }

  @Test
  void whoWaitsKeepsHisPlaceHoweverOftenHeAsks() {
    TestCallers callers = TestCallers.of(node, 1);
    callers.obtain("a");
    String second = callers.wait("b", "");
    String third = callers.wait("c", "");
    assertThat(callers.wait("c", "")).isEqualTo(third);
    assertThat(callers.wait("b", "")).isEqualTo(second);

    assertThat(callers.release("a")).isTrue();
    assertThat(callers.obtain("b").text("taskId")).isEqualTo(second);
    assertThat(callers.wait("c", "")).isEqualTo(third);
    assertThat(callers.release("b")).isTrue();
    assertThat(callers.obtain("c").text("taskId")).isEqualTo(third);
  }

  @Test
  void whoIsWaitingHearsOfAChannelTheMomentItIsFree() {
    TestCallers callers = TestCallers.of(node, 1);
    callers.obtain("a");
    String waiting = callers.wait("b", "");
    CompletableFuture<Answer> asked = callers.await("b");
    CompletableFuture<Answer> askedTwice = callers.await("b");
    callers.release("a");
    assertThat(asked.join().status()).isEqualTo(200);
    assertThat(askedTwice.join().text("taskId")).isEqualTo(waiting);
  }

  @Test
  void askingAgainGivesTheSameGrantAndAnotherNameIsRefused() {
    TestCallers callers = TestCallers.of(node, 2);
    Answer granted = callers.obtain("a", "TDR_1", "");
    assertThat(callers.ask("a", "TDR_1", "").json()).isEqualTo(granted.json());

    Answer other = callers.ask("a", "TDR_2", "");
    assertThat(other.status()).isEqualTo(409);
    assertThat(other.text("type")).endsWith("token-in-use");
    assertThat(other.text("detail")).contains("TDR_1");

    TestCallers elsewhere = TestCallers.of(node, 1);
    assertThat(elsewhere.obtain("a", "TDR_2", "").text("taskId"))
        .isNotEqualTo(granted.text("taskId"));
  }

  @Test
  void aReleaseEndsTheTaskOnceAndAgainItIsHarmless() {
    TestCallers callers = TestCallers.of(node, 3);
    String good = callers.obtain("good").text("taskId");
    String bad = callers.obtain("bad").text("taskId");
    assertThat(callers.release("good")).isTrue();
    assertThat(callers.release("bad", ",'outcome':'failure','message':'no more disk'")).isTrue();
    assertThat(callers.status(good)).isEqualTo("SUCCESS");
    assertThat(callers.status(bad)).isEqualTo("FAILED");
    assertThat(api.task(bad).path("message").asText()).isEqualTo("no more disk");
    JsonNode before = api.task(good);

    assertThat(callers.release("good", ",'outcome':'failure'")).isFalse();
    assertThat(callers.release("never-seen")).isFalse();
    assertThat(api.task(good)).isEqualTo(before);
    assertThat(callers.obtain("good").text("taskId")).as("a new one").isNotEqualTo(good);
  }

  @Test
  void whoReleasesWhileHeWaitsHasLeftTheQueue() {
    TestCallers callers = TestCallers.of(node, 1);
    callers.obtain("a");
    String left = callers.wait("b", "");
    callers.wait("c", "");
    assertThat(callers.release("b")).isTrue();
    callers.release("a");
    callers.obtain("c");
    assertThat(callers.status(left)).as("it never ran").isEqualTo("CANCELED");
  }

  @Test
  void theConfigDecidesByTheSystemThatANameBeginsWith() {
    TestCallers callers = TestCallers.of(node, TestCallers.seed());
    List<String> others = new ArrayList<>();
    IntStream.range(0, 10)
        .forEach(i -> others.add(callers.ask("o" + i, "other_" + i, "").text("taskId")));
    // Of 8, two times 2 are reserved for others.
    TestCallers.patiently().until(() -> running(callers, others) == 4);

    callers.obtain("t1", "TDR_1", "");
    callers.obtain("t2", "TDR", "");
    assertThat(callers.ask("t3", "TDR_3", "").status()).isEqualTo(202);
    callers.obtain("c1", "COURTDOC_1", "");
    callers.obtain("c2", "COURTDOC_2_x", "");
    assertThat(callers.ask("c3", "COURTDOC_3", "").status()).isEqualTo(202);
    assertThat(running(callers, others)).isEqualTo(4);

    callers.release("t1");
    callers.obtain("t3", "TDR_3", "");
    assertThat(callers.ask("c3", "COURTDOC_3", "").status()).isEqualTo(202);
  }

  @Test
  void theRequestOfTheSeedIsUnderstood() {
    api.put("/flow-control", Json.text(TestCallers.seed()));
    String seed = "{\"executionId\": \"TDR-execution-id\", \"taskToken\": \"some-task-token\"}";
    Answer granted = api.post("/flow-control/requests", seed);
    assertThat(granted.status()).as(granted.toString()).isEqualTo(200);
    assertThat(granted.text("executionName")).isEqualTo("TDR-execution-id");
    assertThat(granted.text("system")).isEqualTo("TDR");
    JsonNode systems = api.get("/flow-control").json().path("systems");
    assertThat(systems.at("/0/systemName").asText()).isEqualTo("TDR");
    assertThat(systems.at("/0/running").asInt()).isEqualTo(1);
    api.post("/flow-control/releases", "{\"taskToken\": \"some-task-token\"}");
  }

  @Test
  void bothWordsForAnExecutionMustSayTheSame() {
    TestCallers callers = TestCallers.of(node, 2);
    callers.obtain("a", "TDR_1", ",'executionId':'TDR_1'");
    Answer refused = callers.ask("b", "TDR_1", ",'executionId':'TDR_2'");
    assertThat(fields(refused)).containsExactly("executionName", "executionId");
    assertThat(refused.json().path("errors").findValuesAsText("value"))
        .containsExactly("TDR_1", "TDR_2");
    callers.obtain("b", "TDR_1", "");
  }

  @Test
  void anEmptyTokenTakesNoChannel() {
    TestCallers callers = TestCallers.of(node, 1);
    Answer progressed = callers.ask("", "TDR_1", "");
    assertThat(progressed.status()).isEqualTo(200);
    assertThat(progressed.text("status")).isEqualTo("progressed");
    callers.obtain("a");
  }

  private static long running(TestCallers callers, List<String> tasks) {
    return tasks.stream().filter(id -> callers.status(id).equals("RUNNING")).count();
  }

  @Test
  void aChannelThatIsCanceledIsFreeAndItsCallerNoLongerHoldsIt() {
    TestCallers callers = TestCallers.of(node, 1);
    String canceled = callers.obtain("a").text("taskId");
    callers.wait("b", "");
    Answer answer = api.post("/tasks/" + canceled + "/cancel");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.text("status")).isEqualTo("CANCELED");
    callers.obtain("b");

    assertThat(callers.heartbeat("a").status()).isEqualTo(404);
    assertThat(callers.release("a")).isFalse();
    Answer again = api.post("/tasks/" + canceled + "/cancel");
    assertThat(again.status()).isEqualTo(409);
    assertThat(again.text("type")).endsWith("already-final");
  }

  @Test
  void aReportFinishesItLikeARelease() {
    TestCallers callers = TestCallers.of(node, 1);
    String id = callers.obtain("a").text("taskId");
    String uid = id.substring(id.length() - 36);
    String report = "{\"attempt_uid\": \"" + uid + "\", \"outcome\": \"success\"}";
    assertThat(api.post("/tasks/" + id + "/finish", report).status()).isEqualTo(200);
    assertThat(callers.status(id)).isEqualTo("SUCCESS");
    callers.obtain("b");
    assertThat(api.post("/tasks/" + id + "/finish", report).status()).isEqualTo(409);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{}",
        "{\"taskToken\": \"\"}",
        "{\"executionId\": \"TDR-execution-id\", \"taskToken\": \"\"}",
        "{\"executionId\": \"\", \"taskToken\": \"\"}",
        "{\"executionName\": \"\", \"taskToken\": \"\"}"
      })
  void aRequestForNothingOnlyHasTheOthersLookedAfter(String body) {
    Answer answer = api.post("/flow-control/requests", body);
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.response().body()).isEqualTo("{\"status\":\"progressed\"}");
  }

  @Test
  void everythingThatIsWrongIsSaidAtOnce() {
    Answer refused =
        api.post(
            "/flow-control/requests",
            """
{"pool": "nowhere", "executionName": "a\\tb", "taskToken": 7, "callbackUrl": "ftp://x/",
 "lease": "25h", "priority": "urgent", "urgent": true}
""");
    assertThat(fields(refused))
        .containsExactlyInAnyOrder(
            "pool", "executionName", "taskToken", "callbackUrl", "lease", "priority", "urgent");
    assertThat(fields(api.post("/flow-control/requests", "{\"pool\": \"default\"}")))
        .containsExactly("executionName", "taskToken");
    assertThat(fields(api.post("/flow-control/requests", "{\"pool\": \"x\", \"taskToken\": \"\"}")))
        .containsExactly("pool");
    assertThat(fields(api.post("/flow-control/requests?wait=61s&now=yes", "{}")))
        .containsExactlyInAnyOrder("wait", "now");
    assertThat(
            fields(
                api.post(
                    "/flow-control/releases",
                    "{\"taskToken\": \"a\\u0007b\", \"outcome\": \"fine\", \"message\": 1}")))
        .containsExactly("taskToken", "outcome", "message");
    assertThat(fields(api.post("/flow-control/heartbeats", "{\"token\": \"a\"}")))
        .containsExactly("token", "taskToken");
    assertThat(fields(api.post("/flow-control/heartbeats", "[]"))).containsExactly("document");
  }

  private static List<String> fields(Answer answer) {
    assertThat(answer.status()).as(answer.response().body()).isEqualTo(400);
    return answer.json().path("errors").findValuesAsText("field");
  }

  @Test
  void theNameOfTheirTasksIsTakenForSourcesAndSites() {
    Answer source = api.put("/sources", "sources: {external: {collections: [{name: c}]}}");
    assertThat(fields(source)).containsExactly("sources.external");
    assertThat(source.text("detail")).contains("reserved for external requests");
    assertThat(fields(api.put("/sites/external", "{\"provider\": \"p\"}"))).containsExactly("id");
    assertThat(api.post("/tasks?source=external&collection=c").status()).isEqualTo(404);
  }

  @Test
  void withoutATokenThereIsNothing() {
    TestClient anonymous = node.anonymous();
    assertThat(anonymous.post("/flow-control/requests", "{}").status()).isEqualTo(401);
    assertThat(anonymous.post("/flow-control/releases", "{}").status()).isEqualTo(401);
  }
}
