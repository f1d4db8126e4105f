package io.millrace.engine.worker;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.equalToJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import io.millrace.engine.outbound.OutboundKit;
import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.LogLine.Level;
import io.millrace.engine.task.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpRunnerTest {
  @RegisterExtension
  static final WireMockExtension SERVICE =
      WireMockExtension.newInstance().options(wireMockConfig().dynamicPort()).build();

  private final HttpRunner runner = new HttpRunner(OutboundKit.TO_LOOPBACK);

  @Test
  void theServiceIsToldWhatToDo() {
    answer(aResponse().withStatus(200));
    Map<String, Object> config =
        Map.of(
            "url", url(),
            "headers", Map.of("Authorization", "Bearer abc", "content-type", "application/x+json"),
            "body", Map.of("since", List.of(1, 2)));
    Instant logical = Instant.parse("2026-02-28T00:00:00Z");

    new TestExecution("http", config, Duration.ofMinutes(10), logical, TestExecution.ATTEMPT)
        .outcome(runner);

    SERVICE.verify(
        postRequestedFor(urlEqualTo("/run?x=1"))
            .withHeader("Authorization", equalTo("Bearer abc"))
            .withHeader("Content-Type", equalTo("application/x+json"))
            .withHeader("Idempotency-Key", equalTo(TestExecution.ATTEMPT.toString()))
            .withRequestBody(
                equalToJson(
                    """
                    {"task_id": "demo_users_%1$s", "attempt_uid": "%1$s", "attempt_no": 2,
                     "source": "demo", "collection": "users",
                     "logical_time": "2026-02-28T00:00:00Z", "deadline": "2026-03-01T12:10:00Z",
                     "inputs": {}, "config": {}, "body": {"since": [1, 2]}}
                    """
                        .formatted(TestExecution.ATTEMPT))));
  }

  @Test
  void whatIsNotSaidIsNull() {
    answer(aResponse().withStatus(200));

    execution().outcome(runner);

    SERVICE.verify(
        postRequestedFor(urlEqualTo("/run?x=1"))
            .withRequestBody(equalToJson("{\"logical_time\": null, \"body\": null}", true, true)));
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 201, 204})
  void anAnswerOfTheTwoHundredsIsSuccess(int status) {
    answer(aResponse().withStatus(status));

    assertThat(execution().outcome(runner)).isEqualTo(Outcome.success());
  }

  @Test
  void acceptedMeansThatTheServiceWillReport() {
    answer(aResponse().withStatus(202));

    assertThat(execution().answer(runner)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 404, 410, 422})
  void aRequestThatIsWrongStaysWrong(int status) {
    answer(aResponse().withStatus(status).withBody("\n no such user \nmore"));

    assertThat(execution().outcome(runner))
        .isEqualTo(
            Outcome.rejected("HTTP " + status + ": no such user").because(FailureKind.REFUSED));
  }

  @ParameterizedTest
  @CsvSource({
    "408, UNAVAILABLE",
    "429, RATE_LIMITED",
    "500, UNAVAILABLE",
    "502, UNAVAILABLE",
    "503, UNAVAILABLE"
  })
  void aServiceInTroubleIsTriedAgain(int status, FailureKind kind) {
    answer(aResponse().withStatus(status));

    assertThat(execution().outcome(runner))
        .isEqualTo(Outcome.failure("HTTP " + status).because(kind));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"user_message\": \"Please log in again\"}                    | Please log in again",
        "{\"output\": {\"user_message\": 1}, \"user_message\": \"So\"}    | So",
        "{\"user_message\": 7}                                        | ''",
        "{\"user_message\": {\"text\": \"no\"}}                         | ''",
        "{\"error\": {\"user_message\": \"deep\"}}                      | ''",
        "[\"user_message\"]                                           | ''",
        "{\"user_message\": \"cut off                                | ''",
        "{\"user_message\": \"half \\ud800\"}                           | half ?",
        "{}                                                           | ''",
        "no such user                                                 | ''",
      })
  void aServiceMaySayItselfWhatItsUserReads(String body, String said) {
    answer(aResponse().withStatus(404).withBody(body));

    assertThat(execution().outcome(runner).userMessage()).isEqualTo(said);
  }

  @Test
  void aServiceThatSaysTooMuchToItsUserIsCutShort() {
    answer(
        aResponse().withStatus(404).withBody("{\"user_message\": \"" + "x".repeat(2_000) + "\"}"));

    assertThat(execution().outcome(runner).userMessage()).hasSize(501).endsWith("…");
  }

  @ParameterizedTest
  @ValueSource(strings = {"120", "Sun, 01 Mar 2026 12:02:00 GMT"})
  void retryAfterIsHonoured(String value) {
    answer(aResponse().withStatus(429).withHeader("Retry-After", value));

    assertThat(execution().outcome(runner).retryAfter()).isEqualTo(Duration.ofMinutes(2));
  }

  @Test
  void aRetryAfterThatIsPastOrNonsenseDoesNoHarm() {
    Instant now = TestExecution.NOW;

    assertThat(HttpOutcomeReader.parseRetryAfter("Sun, 01 Mar 2026 11:00:00 GMT", now))
        .contains(Duration.ZERO);
    assertThat(HttpOutcomeReader.parseRetryAfter("-5", now)).isEmpty();
    assertThat(HttpOutcomeReader.parseRetryAfter("99999999999999999999", now)).isEmpty();
    assertThat(HttpOutcomeReader.parseRetryAfter("soon", now)).isEmpty();
  }

  @Test
  void aRedirectIsNotFollowed() {
    answer(aResponse().withStatus(307).withHeader("Location", "http://elsewhere.example/"));

    assertThat(execution().outcome(runner))
        .isEqualTo(
            Outcome.rejected("HTTP 307: redirects are not followed: http://elsewhere.example/")
                .because(FailureKind.MISCONFIGURED));
  }

  @Test
  void theAnswerIsLogged() {
    answer(aResponse().withStatus(500).withBody("first\r\nsecond\n"));
    TestExecution test = execution();

    test.outcome(runner);

    assertThat(test.messages(Level.ERROR)).containsExactly("HTTP 500", "first", "second");
  }

  @Test
  void ofAVeryLongAnswerOnlyTheBeginningIsRead() {
    answer(aResponse().withStatus(200).withBody("x".repeat(20_000_000)));
    TestExecution test = execution();

    assertThat(test.outcome(runner)).isEqualTo(Outcome.success());
    assertThat(test.messages()).containsExactly("HTTP 200", "x".repeat(HttpRunner.LOGGED));
  }

  private static void answer(ResponseDefinitionBuilder response) {
    SERVICE.stubFor(post("/run?x=1").willReturn(response));
  }

  private static String url() {
    return SERVICE.baseUrl() + "/run?x=1";
  }

  private static TestExecution execution() {
    return TestExecution.http(Map.of("url", url()));
  }
}
