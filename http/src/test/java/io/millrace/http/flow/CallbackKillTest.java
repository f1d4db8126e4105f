package io.millrace.http.flow;

import static com.github.tomakehurst.wiremock.client.WireMock.ok;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.serverError;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.http.NodeProcess;
import io.millrace.http.TestClient;
import io.millrace.http.TestClient.Answer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A real node is killed with SIGKILL while a caller holds a channel, and another waits. */
class CallbackKillTest {
  @RegisterExtension
  static final WireMockExtension CALLER =
      WireMockExtension.newInstance().options(wireMockConfig().dynamicPort()).build();

  private static void takes(String path) {
    CALLER.stubFor(post(path).willReturn(ok()));
  }

  private static List<LoggedRequest> calls(String path) {
    return CALLER.findAll(postRequestedFor(urlEqualTo(path)));
  }

  @Test
  void aNodeThatIsKilledIsFollowedByOneThatCallsAndKnowsWhoHoldsAndWhoWaits(@TempDir Path dir)
      throws Exception {
    CALLER.stubFor(post("/i").willReturn(serverError()));
    takes("/j");
    DatabaseUrl database = TestDatabase.fresh();
    Path settings = Files.writeString(dir.resolve("one.conf"), "millrace.flow.max-concurrency = 1");
    Map<String, String> environment =
        Map.of(
            "MILLRACE_CONFIG", settings.toString(),
            "MILLRACE_DB_URL", database.url(),
            "MILLRACE_DB_USER", database.user(),
            "MILLRACE_DB_PASSWORD", database.password());
    String first;
    String second;
    NodeProcess node = NodeProcess.start(dir.resolve("data"), environment);
    try {
      first = asked(node.client, "i").text("taskId");
      TestCallers.patiently().until(() -> !calls("/i").isEmpty());
      second = asked(node.client, "j").text("taskId");
    } finally {
      node.kill();
    }
    int before = calls("/i").size();
    takes("/i");

    try (NodeProcess again = NodeProcess.start(dir.resolve("data"), environment)) {
      TestCallers.patiently().until(() -> calls("/i").size() > before);
      assertThat(again.client.task(first).path("status").asText()).isEqualTo("RUNNING");
      assertThat(again.client.task(second).path("status").asText()).isEqualTo("SCHEDULED");
      assertThat(asked(again.client, "i").text("taskId")).isEqualTo(first);
      assertThat(asked(again.client, "j").text("taskId")).isEqualTo(second);
      assertThat(calls("/j")).isEmpty();
      Answer released = again.client.post("/flow-control/releases", "{\"taskToken\": \"i\"}");
      assertThat(released.json().path("released").asBoolean()).isTrue();
      TestCallers.patiently().until(() -> calls("/j").size() == 1);
      assertThat(calls("/j").get(0).getBodyAsString()).contains(second);
    }
  }

  /** In the pool that is always there. */
  private static Answer asked(TestClient client, String token) {
    Answer answer =
        client.post(
            "/flow-control/requests",
            "{\"taskToken\": \"%s\", \"executionName\": \"job\", \"callbackUrl\": \"%s\"}"
                .formatted(token, CALLER.url("/" + token)));
    assertThat(answer.status()).as(answer.response().body()).isIn(200, 202);
    return answer;
  }
}
