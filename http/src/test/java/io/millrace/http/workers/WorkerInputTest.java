package io.millrace.http.workers;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.http.TestClient;
import io.millrace.http.TestClient.Answer;
import io.millrace.http.TestNode;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What workers send that cannot be taken. */
class WorkerInputTest {
  private static TestNode node;
  private static TestClient api;

  @BeforeAll
  static void start() {
    node = TestNode.start("");
    api = node.client;
    String sources = "{sources: {w: {collections: [{name: plain, run: {pull: {}}}]}}}";
    assertThat(api.put("/sources", sources).status()).isEqualTo(200);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static void isRefused(Answer answer, String field) {
    assertThat(answer.status()).as(answer.response().body()).isEqualTo(400);
    assertThat(answer.json().path("errors")).hasSize(1);
    assertThat(answer.json().path("errors").get(0).path("field").asText()).isEqualTo(field);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a%2Fb/claims?wait=0 | worker",
        "w/claims?wait=61s | wait",
        "w/claims?wait=-1s | wait",
        "w/claims?wait=soon | wait",
        "w/claims?wait=1&wait=2 | wait",
        "w/claims?max=0 | max",
        "w/claims?max=101 | max",
        "w/claims?queue= | queue",
        "w/claims?queue=a,,b | queue",
        "w/claims?queue=%2Fcaller | queue",
        "w/claims?que=a | que",
      })
  void aBadClaimNamesTheParameter(String path, String field) {
    isRefused(api.post("/workers/" + path), field);
  }

  @Test
  void aPoolThatIsNotThereIsNotFound() {
    Answer refused = api.post("/workers/w/claims?wait=0&pool=nowhere");
    assertThat(refused.status()).isEqualTo(404);
    assertThat(refused.text("type")).endsWith("unknown-pool");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "progress | {'percent': 5} | attempt_uid",
        "progress | {'attempt_uid': 'UID'} | document",
        "progress | {'attempt_uid': 'UID', 'percent': 101} | percent",
        "progress | {'attempt_uid': 'UID', 'percent': '5'} | percent",
        "progress | {'attempt_uid': 'UID', 'percent': 5.5} | percent",
        "progress | {'attempt_uid': 'UID', 'user_friendly_status': 'LONG'} | user_friendly_status",
        "progress | {'attempt_uid': 'UID', 'user_friendly_status': '\\u0000'} | document",
        "progress | {'attempt_uid': 'UID', 'percent': 5, 'note': ''} | note",
        "logs | {'attempt_uid': 'UID'} | lines",
        "logs | {'attempt_uid': 'UID', 'lines': ['x']} | lines[0]",
        "logs | {'attempt_uid': 'UID', 'lines': [{'level': 'info'}]} | lines[0].message",
        "logs | {'attempt_uid': 'UID', 'lines': [{'message': 'a', 'level': 'warn'}]} |"
            + " lines[0].level",
        "logs | {'attempt_uid': 'UID', 'lines': [{'message': 'a', 'time': 'now'}]} | lines[0].time",
        "logs | {'attempt_uid': 'UID', 'lines': [MANY]} | lines",
        "finish | {'attempt_uid': '1-1-1-1-1', 'outcome': 'success'} | attempt_uid",
        "finish | {'attempt_uid': 'UID', 'outcome': true} | outcome",
        "finish | {'attempt_uid': 'UID', 'outcome': 'failure', 'retryable': 'no'} | retryable",
        "finish | {'attempt_uid': 'UID', 'outcome': 'failure', 'message': 5} | message",
        "finish | {'attempt_uid': 'UID', 'outcome': 'failure', 'message': 'a', 'reason': 'b'} |"
            + " reason",
        "finish | {'attempt_uid': 'UID', 'outcome': 'failure', 'retry_after': -1} | retry_after",
        "finish | {'attempt_uid': 'UID', 'outcome': 'failure', 'retry_after': '-5m'} | retry_after",
        "finish | {'attempt_uid': 'UID', 'outcome': 'failure', 'retry_after': true} | retry_after",
        "finish | {'attempt_uid': 'UID', 'outcome': 'failure', 'retry_after': 1e18} | retry_after",
      })
  void aBadReportNamesTheField(String what, String body, String field) {
    String uid = UUID.randomUUID().toString();
    String json =
        body.replace('\'', '"')
            .replace("UID", uid)
            .replace("LONG", "x".repeat(501))
            .replace("MANY", "{\"message\": \"\"},".repeat(1_000) + "{\"message\": \"\"}");
    isRefused(api.post("/tasks/w_plain_" + uid + "/" + what, json), field);
  }

  @Test
  void aReportOfATaskThatIsNotThereIsNotFound() {
    String uid = UUID.randomUUID().toString();
    for (String what : List.of("progress", "logs", "finish")) {
      String fields =
          switch (what) {
            case "progress" -> "\"percent\": 5";
            case "logs" -> "\"lines\": []";
            default -> "\"outcome\": \"success\"";
          };
      Answer answer =
          api.post(
              "/tasks/w_plain_" + uid + "/" + what,
              "{\"attempt_uid\": \"" + uid + "\", " + fields + "}");
      assertThat(answer.status()).as(answer.response().body()).isEqualTo(404);
    }
  }

  @Test
  void aBadHeartbeatIsRefused() {
    assertThat(api.post("/workers/w/heartbeat", "{\"attempts\": [\"x\"]}").status()).isEqualTo(400);
    assertThat(api.post("/workers/w/heartbeat", "{}").status()).isEqualTo(400);
    assertThat(api.post("/workers/a:1/heartbeat", "{\"attempts\": []}").status()).isEqualTo(400);
    String many =
        IntStream.range(0, 1_001)
            .mapToObj(i -> '"' + new UUID(0, i).toString() + '"')
            .collect(Collectors.joining(", ", "{\"attempts\": [", "]}"));
    assertThat(api.post("/workers/w/heartbeat", many).status()).isEqualTo(400);
  }
}
