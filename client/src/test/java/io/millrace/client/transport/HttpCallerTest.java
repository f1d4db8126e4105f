package io.millrace.client.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.client.MillraceClient;
import io.millrace.client.error.BadRequestException;
import io.millrace.client.error.ProblemException;
import io.millrace.client.error.UnavailableException;
import io.millrace.client.error.UnreachableException;
import io.millrace.client.error.UnreadableAnswerException;
import io.millrace.client.model.TaskModel.Task;
import io.millrace.client.model.TaskModel.TaskStatus;
import io.millrace.client.transport.ScriptedServer.ScriptedAnswer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What becomes of answers, of missing ones and of strange ones. */
class HttpCallerTest {
  private static final ScriptedAnswer BUSY =
      ScriptedAnswer.json(
              503,
              "{\"type\":\"/problems/overloaded\",\"title\":\"\",\"status\":503,\"detail\":\"d\"}")
          .with("Retry-After", "0");

  private static final ScriptedAnswer TASK =
      ScriptedAnswer.json(
          200,
          """
{"id": "s_c_1", "status": "RUNNING", "attempt_no": 2, "started_at": "2026-11-16T12:24:47.057Z",
 "finished_at": "", "percent": null, "output": {"rows": 42}, "of": {"kind": "collection"},
 "a_field_of_tomorrow": {"x": [1]}}
""");

  private static final RetrySettings FAST =
      new RetrySettings(
          3, Duration.ofSeconds(2), new RetryBackoff(Duration.ofMillis(1), Duration.ofMillis(1)));

  private static MillraceClient client(ScriptedServer server) {
    return MillraceClient.at(server.url() + "/", "s3cret").withRetries(FAST);
  }

  @Test
  void fieldsThatItDoesNotKnowAreIgnoredAndTimesToComeAreNull() throws IOException {
    try (ScriptedServer server = ScriptedServer.start(TASK)) {
      Task task = client(server).tasks().getTask("s c/1");
      assertThat(task.startedAt()).isEqualTo(Instant.parse("2026-11-16T12:24:47.057Z"));
      assertThat(task.finishedAt()).isNull();
      assertThat(task.status()).isEqualTo(TaskStatus.RUNNING);
      assertThat(task.output().path("rows").asInt()).isEqualTo(42);
      assertThat(server.requests.get(0).getRequestURI().toString()).isEqualTo("/tasks/s%20c%2F1");
      assertThat(server.requests.get(0).getRequestHeaders().getFirst("Authorization"))
          .isEqualTo("Bearer s3cret");
    }
  }

  @Test
  void aWordOfANewerServerIsUnknown() throws IOException {
    try (ScriptedServer server =
        ScriptedServer.start(ScriptedAnswer.json(200, "{\"status\": \"PONDERING\"}"))) {
      assertThat(client(server).tasks().getTask("t").status()).isEqualTo(TaskStatus.UNKNOWN);
    }
  }

  @Test
  void aBusyServerIsAskedAgain() throws IOException {
    try (ScriptedServer server = ScriptedServer.start(BUSY, BUSY, TASK)) {
      assertThat(client(server).tasks().getTask("t").attemptNo()).isEqualTo(2);
      assertThat(server.requests).hasSize(3);
    }
  }

  @Test
  void aServerThatStaysBusyIsToldToTheCaller() throws IOException {
    try (ScriptedServer server = ScriptedServer.start(BUSY)) {
      UnavailableException busy =
          catchThrowableOfType(
              UnavailableException.class, () -> client(server).tasks().getTask("t"));
      assertThat(busy.retryAfter()).isEqualTo(Duration.ZERO);
      assertThat(busy.problem().name()).isEqualTo("overloaded");
      assertThat(server.requests).hasSize(3);
    }
  }

  @Test
  void aRequestThatMayHaveBeenDoneIsNotSentAgain() throws IOException {
    try (ScriptedServer server = ScriptedServer.start(BUSY)) {
      assertThatThrownBy(() -> client(server).tasks().refreshCollection("s", "c"))
          .isInstanceOf(UnavailableException.class);
      assertThat(server.requests).hasSize(1);
    }
  }

  @Test
  void aStreamIsSentAgainOnlyFromItsBeginning() throws IOException {
    String lines = "{\"n\": 1}\n".repeat(20_000);
    byte[] bytes = lines.getBytes(StandardCharsets.UTF_8);
    ScriptedAnswer full = ScriptedAnswer.json(429, "{}").with("Retry-After", "0");
    ScriptedAnswer taken = ScriptedAnswer.json(200, "{\"lines\": 20000}");
    try (ScriptedServer server = ScriptedServer.start(full, taken)) {
      client(server)
          .directory()
          .importDirectory(() -> new ByteArrayInputStream(bytes), false, Duration.ofMinutes(1));
      assertThat(server.bodies).containsExactly(lines, lines);
    }
    InputStream once = new ByteArrayInputStream(bytes);
    try (ScriptedServer server = ScriptedServer.start(full, taken)) {
      assertThatThrownBy(
              () ->
                  client(server)
                      .directory()
                      .importDirectory(() -> once, false, Duration.ofMinutes(1)))
          .isInstanceOf(UnavailableException.class);
      assertThat(server.bodies).containsExactly(lines);
    }
  }

  @Test
  void everyWrongFieldIsInTheException() throws IOException {
    String body =
        """
{"type": "/problems/invalid-input", "title": "Bad Request", "status": 400, "detail": "start is wrong",
 "errors": [{"field": "start", "value": "yesterday", "reason": "is no time"}]}
""";
    try (ScriptedServer server = ScriptedServer.start(ScriptedAnswer.json(400, body))) {
      BadRequestException wrong =
          catchThrowableOfType(
              BadRequestException.class, () -> client(server).flywheel().getPlan(null));
      assertThat(wrong).hasMessage("400 invalid-input: start is wrong");
      assertThat(wrong.problem().errors().get(0).field()).isEqualTo("start");
      assertThat(wrong.problem().errors().get(0).value().asText()).isEqualTo("yesterday");
    }
  }

  @Test
  void theWordsOfAProxyAreToldToo() throws IOException {
    try (ScriptedServer server =
        ScriptedServer.start(ScriptedAnswer.json(502, "<h1>Bad gateway</h1>"))) {
      ProblemException problem =
          catchThrowableOfType(ProblemException.class, () -> client(server).tasks().getTask("t"));
      assertThat(problem.status()).isEqualTo(502);
      assertThat(problem).hasMessageContaining("Bad gateway");
    }
  }

  @Test
  void anAnswerThatIsNoJsonIsNamed() throws IOException {
    try (ScriptedServer server = ScriptedServer.start(ScriptedAnswer.json(200, "hello"))) {
      assertThatThrownBy(() -> client(server).tasks().getTask("t"))
          .isInstanceOf(UnreadableAnswerException.class)
          .hasMessageContaining("GET /tasks/t")
          .hasMessageContaining("hello");
    }
  }

  @Test
  void anAnswerThatIsCutOffIsAskedForOnceMore() throws IOException {
    ScriptedAnswer half = new ScriptedAnswer(200, Map.of(), "{\"id\":", true);
    try (ScriptedServer server = ScriptedServer.start(half, TASK)) {
      assertThat(client(server).tasks().getTask("t").id()).isEqualTo("s_c_1");
    }
  }

  @Test
  void aNodeThatIsAwayIsNamedAtOnce() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    UnreachableException away =
        catchThrowableOfType(
            UnreachableException.class,
            () -> MillraceClient.at("http://127.0.0.1:" + port, "t").tasks().getTask("t"));
    assertThat(away.wasSent()).isFalse();
    assertThat(away).hasMessageContaining("http://127.0.0.1:" + port);
  }

  @Test
  void aServerThatNeverAnswersIsNotWaitedForForever() throws IOException {
    try (ServerSocket silent = new ServerSocket(0)) {
      MillraceClient client =
          MillraceClient.at("http://127.0.0.1:" + silent.getLocalPort(), "t")
              .withRetries(RetrySettings.NONE)
              .withTimeout(Duration.ofMillis(100));
      assertThatThrownBy(() -> client.tasks().getTask("t"))
          .isInstanceOf(UnreachableException.class);
    }
  }

  @Test
  void anAddressThatIsNoneIsRefused() {
    assertThatThrownBy(() -> MillraceClient.at("localhost:8080", "t"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("localhost:8080");
  }

  @Test
  void anEmptyNameIsRefusedBeforeAnythingIsSent() {
    assertThatThrownBy(() -> MillraceClient.at("http://127.0.0.1:1", "t").jobs().deleteJob(""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("{id}");
  }
}
