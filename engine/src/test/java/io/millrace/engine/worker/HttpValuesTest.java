package io.millrace.engine.worker;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.equalToJson;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import io.millrace.engine.outbound.OutboundKit;
import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.Outcome.Kind;
import io.millrace.engine.task.TaskOutput;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The values that a service gets and returns. */
class HttpValuesTest {
  @RegisterExtension
  static final WireMockExtension SERVICE =
      WireMockExtension.newInstance().options(wireMockConfig().dynamicPort()).build();

  private final HttpRunner runner = new HttpRunner(OutboundKit.TO_LOOPBACK);

  private static TaskValues values() {
    return new TaskValues(
        Map.of("step/extract", TaskOutput.tree("{\"rows\":1.10}")),
        Map.of("base", SERVICE.baseUrl(), "table", "accounts", "bad", "a b"),
        Map.of("token", "hunter2", "unused", "never sent", "two-lines", "hunter2\nhunter3"));
  }

  private static void answer(int status, String body) {
    SERVICE.stubFor(any(anyUrl()).willReturn(aResponse().withStatus(status).withBody(body)));
  }

  private static TestExecution execution(Map<String, Object> config) {
    return TestExecution.http(config).given(values());
  }

  private Outcome kept() {
    return execution(Map.of("url", "${config.base}/run")).kept(runner);
  }

  @Test
  void anAddressThatIsClosedIsAMisconfigurationThatIsNotTriedAgain() {
    Outcome outcome =
        execution(Map.of("url", "http://${config.meta}/latest"))
            .given(new TaskValues(Map.of(), Map.of("meta", "169.254.169.254"), Map.of()))
            .outcome(runner);

    assertThat(outcome.retryable()).isFalse();
    assertThat(outcome.failure()).isEqualTo(FailureKind.MISCONFIGURED.text());
    assertThat(outcome.message()).contains("169.254.169.254", "millrace.outbound.allow");
    assertThat(outcome.userMessage()).isEmpty();
  }

  @Test
  void configAndSecretsArePutInTheirPlaces() {
    answer(200, "");
    execution(
            Map.of(
                "url", "${config.base}/${config.table}?key=${secret.token}",
                "headers", Map.of("Authorization", "Bearer ${secret.token}"),
                "body", Map.of("password", "${secret.token}", "list", List.of("${config.table}"))))
        .kept(runner);
    SERVICE.verify(
        postRequestedFor(urlEqualTo("/accounts?key=hunter2"))
            .withHeader("Authorization", equalTo("Bearer hunter2"))
            .withRequestBody(
                equalToJson(
                    """
                    {"inputs": {"step/extract": {"rows": 1.10}},
                     "body": {"password": "hunter2", "list": ["accounts"]}}
                    """,
                    true,
                    true)));
  }

  @Test
  void theServiceIsToldInputsAndConfigButNoSecretThatIsNotNamed() {
    answer(200, "");
    kept();
    LoggedRequest request = SERVICE.findAll(postRequestedFor(urlEqualTo("/run"))).get(0);
    assertThat(request.getBodyAsString())
        .contains("\"inputs\":{\"step/extract\":{\"rows\":1.10}}")
        .contains("\"table\":\"accounts\"")
        .doesNotContain("hunter2", "never sent", "secret");
    assertThat(request.getHeaders().toString()).doesNotContain("hunter2", "never sent");
  }

  @ParameterizedTest
  @CsvSource({
    "${config.base}/${config.missing}, The project has no value for ${config.missing}",
    "${config.base}/${config.bad}, The url is not a full http or https address",
    "${config.table}/x, The url is not a full http or https address",
    "http://${secret.token}:${secret.token}@h/, The url is not a full http or https address",
  })
  void aRequestThatCannotBeMadeIsRefusedForGoodAndNamesNoValue(String url, String message) {
    TestExecution test = execution(Map.of("url", url));
    Outcome outcome = test.kept(runner);
    assertThat(outcome.kind()).isEqualTo(Kind.FAILURE);
    assertThat(outcome.retryable()).isFalse();
    assertThat(outcome.message()).startsWith(message).doesNotContain("hunter2");
    assertThat(test.messages()).isEmpty();
  }

  @Test
  void aHeaderThatCannotBeSentIsNamedWithoutItsValue() {
    Outcome outcome =
        execution(
                Map.of(
                    "url", "${config.base}/run", "headers", Map.of("X-Key", "${secret.two-lines}")))
            .kept(runner);
    assertThat(outcome.retryable()).isFalse();
    assertThat(outcome.message()).contains("X-Key").doesNotContain("hunter", "***");
  }

  @Test
  void aSecretThatTheServiceRepeatsIsHidden() {
    answer(400, "no such token: hunter2\nreally, hunter2");
    TestExecution test = execution(Map.of("url", "${config.base}/run"));
    assertThat(test.kept(runner).message()).isEqualTo("HTTP 400: no such token: ***");
    assertThat(test.messages()).containsExactly("HTTP 400", "no such token: ***", "really, ***");
  }

  @Test
  void theOutputIsAFieldOfTheAnswer() {
    answer(200, "{\"status\": \"ok\", \"output\": {\"rows\": 42, \"by\": \"hunter2\"}}");
    assertThat(kept()).isEqualTo(Outcome.success("{\"rows\":42,\"by\":\"***\"}"));
    answer(503, "{\"output\": 7}");
    assertThat(kept().output()).isEqualTo("7");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "found 42 rows", "{\"status\": \"ok\"}", "[1]", "{\"output\": null}"})
  void anAnswerWithoutItIsASuccessWithoutOutput(String body) {
    answer(200, body);
    assertThat(kept()).isEqualTo(Outcome.success());
  }

  @Test
  void anOutputThatCannotBeKeptFailsTheAttempt() {
    answer(200, "{\"output\": oops}");
    assertThat(kept().message()).startsWith("Its output is not JSON");
    answer(200, "{\"output\": \"" + "x".repeat(Outcome.LONGEST_OUTPUT) + "\"}");
    assertThat(kept().message()).contains("at most 16384");
    answer(200, "{\"output\": \"" + "x".repeat(AnswerBodyStart.MAX_LENGTH) + "\"}");
    assertThat(kept().message()).contains("too long");
    assertThat(kept().retryable()).isTrue();
  }

  @Test
  void aLongAnswerSaysThatItsEndWasNotLookedAt() {
    answer(200, "{\"rows\": \"" + "x".repeat(AnswerBodyStart.MAX_LENGTH) + "\", \"output\": 7}");
    TestExecution test = execution(Map.of("url", "${config.base}/run"));
    assertThat(test.kept(runner)).isEqualTo(Outcome.success());
    assertThat(test.messages()).hasSize(3).last().asString().startsWith("No output");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "${config.base}/run",
        "${secret.hook}",
        "https://${config.host}/run?key=${secret.k}",
        "http://${config.host}:${config.port}/run",
        "${config.scheme}://h/"
      })
  void anAddressWithPlaceholdersIsAccepted(String url) {
    assertThat(runner.check(Map.of("url", url), "run.http")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"${base}/run", "ftp://${config.host}/", "http://a b/${config.x}", "http://h:x/"})
  void theRestOfAnAddressIsCheckedAllTheSame(String url) {
    assertThat(runner.check(Map.of("url", url), "run.http")).hasSize(1);
  }
}
