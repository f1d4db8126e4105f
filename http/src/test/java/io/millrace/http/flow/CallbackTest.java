package io.millrace.http.flow;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.ok;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.serverError;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;
import static com.github.tomakehurst.wiremock.stubbing.Scenario.STARTED;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import io.millrace.engine.TestClock;
import io.millrace.http.TestClient;
import io.millrace.http.TestClient.Answer;
import io.millrace.http.TestNode;
import io.millrace.http.endpoint.Json;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Callers who do not wait: a real server is told that they have their channel. */
class CallbackTest {
  @RegisterExtension
  static final WireMockExtension CALLER =
      WireMockExtension.newInstance().options(wireMockConfig().dynamicPort()).build();

  private static final TestClock CLOCK = new TestClock();
  private static final String LONG_LEASE = ",'lease':'24h'";
  private static TestNode node;

  @BeforeAll
  static void start() {
    node = TestNode.start("", CLOCK);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static String callback(String path) {
    return LONG_LEASE + ",'callbackUrl':'" + CALLER.url(path) + "'";
  }

  private static void takes(String path) {
    CALLER.stubFor(post(path).willReturn(ok()));
  }

  private static void refuses(String path) {
    CALLER.stubFor(post(path).willReturn(serverError()));
  }

  private static List<LoggedRequest> calls(String path) {
    return CALLER.findAll(postRequestedFor(urlEqualTo(path)));
  }

  private static void awaitCalls(String path, int count) {
    TestCallers.patiently().until(() -> calls(path).size() == count);
  }

  @Test
  void aCallbackToAClosedAddressIsRefusedAndTheSettingIsNamed() {
    TestClient.Answer answer =
        TestCallers.of(node, 1)
            .ask("x", "job_x", ",'callbackUrl':'http://169.254.169.254/latest/meta-data'");

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.response().body())
        .contains("callbackUrl", "169.254.169.254", "millrace.outbound.allow");
  }

  @Test
  void aCallerIsToldOfHisGrantOnceWithWhatHeWouldHaveBeenAnswered() throws Exception {
    takes("/a");
    takes("/b");
    takes("/c");
    TestCallers callers = TestCallers.of(node, 1);
    callers.obtain("a", "job_a", callback("/a"));
    String second = callers.wait("b", callback("/b"));
    callers.wait("c", callback("/c"));
    awaitCalls("/a", 1);
    assertThat(calls("/b")).isEmpty();

    callers.release("a");
    awaitCalls("/b", 1);
    LoggedRequest told = calls("/b").get(0);
    Answer asked = callers.ask("b");
    assertThat(Json.MAPPER.readTree(told.getBodyAsString())).isEqualTo(asked.json());
    assertThat(asked.text("taskId")).isEqualTo(second);
    assertThat(told.getHeader("Idempotency-Key")).isEqualTo(second.substring(second.length() - 36));
    assertThat(told.getHeader("Content-Type")).isEqualTo("application/json");

    callers.release("b");
    awaitCalls("/c", 1);
    assertThat(calls("/a")).hasSize(1);
    assertThat(calls("/b")).hasSize(1);
  }

  @Test
  void aCallThatFailsIsMadeAgainUntilItIsTaken() {
    CALLER.stubFor(
        post("/d")
            .inScenario("d")
            .whenScenarioStateIs(STARTED)
            .willReturn(serverError())
            .willSetStateTo("again"));
    CALLER.stubFor(
        post("/d")
            .inScenario("d")
            .whenScenarioStateIs("again")
            .willReturn(aResponse().withStatus(302).withHeader("Location", CALLER.url("/e")))
            .willSetStateTo("last"));
    CALLER.stubFor(post("/d").inScenario("d").whenScenarioStateIs("last").willReturn(ok()));
    takes("/e");
    TestCallers callers = TestCallers.of(node, 1);
    String task = callers.obtain("d", "job_d", callback("/d")).text("taskId");
    TestCallers.patiently()
        .until(
            () -> {
              CLOCK.pass(Duration.ofSeconds(1));
              return calls("/d").size() == 3;
            });
    assertThat(calls("/e")).as("no redirect is followed").isEmpty();
    assertThat(callers.status(task)).isEqualTo("RUNNING");
  }

  @Test
  void whoseChannelIsGoneIsNotCalledAnyMore() {
    refuses("/f");
    takes("/g");
    takes("/h");
    TestCallers callers = TestCallers.of(node, 3);
    String task = callers.obtain("f", "job_f", callback("/f")).text("taskId");
    awaitCalls("/f", 1);
    node.client.post("/tasks/" + task + "/cancel");
    callers.obtain("g", "job_g", callback("/g"));
    awaitCalls("/g", 1);
    CLOCK.pass(Duration.ofMinutes(5));
    callers.obtain("h", "job_h", callback("/h"));
    awaitCalls("/h", 1);
    assertThat(calls("/f")).hasSize(1);
  }
}
