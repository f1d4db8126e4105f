package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.platform.FreePort;
import io.millrace.http.TestClient.Answer;
import io.millrace.http.endpoint.Role;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real node that logs all it can, through every route: no secret is in its log or its answers.
 */
class SecretsStaySecretTest {
  private static final String KEY = "bm9ib2R5IG11c3QgZXZlciByZWFkIHRoaXMga2V5ISE=";
  private static final String WEBHOOK = "the-secret-of-the-webhook";
  private static final String WRONG = "a-token-that-nobody-ever-made";

  /** Looks at the node, as any program of its user can. */
  private static final String SPY =
      "sh, -c, 'tr \"\\0\" \"\\n"
          + "\" < /proc/$PPID/environ; tr \"\\0\" \"\\n"
          + "\" < /proc/$PPID/cmdline'";

  private final StringBuilder answers = new StringBuilder();

  private Answer note(Answer answer) {
    answers.append(answer.response().headers().map()).append(answer.response().body());
    return answer;
  }

  /** With its good body, without one, and with nonsense. */
  private void ask(TestClient client, EndpointSample endpoint) {
    if (endpoint.path().equals("/events")) {
      return; // it never ends
    }
    String query = endpoint.query().isEmpty() ? "" : "?" + endpoint.query();
    for (String body : List.of(endpoint.body(), "", "{\"nonsense\": [")) {
      boolean hasBody = !endpoint.method().equals("GET");
      note(
          client.send(
              client
                  .request(endpoint.path(endpoint.id("x")) + query)
                  .header("Content-Type", "application/json")
                  .method(
                      endpoint.method(),
                      hasBody ? BodyPublishers.ofString(body) : BodyPublishers.noBody())));
    }
  }

  @Test
  void noSecretIsEverWrittenOrAnswered(@TempDir Path temp) throws Exception {
    DatabaseUrl database = TestDatabase.fresh();
    Path settings = temp.resolve("node.conf");
    Files.writeString(
        settings,
        """
        akka.loglevel = DEBUG, millrace.worker.drain = 0s
        millrace.webhooks.default.url = "http://127.0.0.1:9/nobody"
        millrace.cluster { join = seeds, port = %1$d, seeds = "127.0.0.1:%1$d" }
        """
            .formatted(FreePort.take()));
    Map<String, String> secrets = new LinkedHashMap<>();
    try (NodeProcess node =
        NodeProcess.start(
            temp.resolve("data"),
            Map.of(
                NodeProcess.WITHOUT_POWERS,
                "yes",
                "MILLRACE_DB_URL",
                database.url(),
                "MILLRACE_DB_USER",
                database.user(),
                "MILLRACE_DB_PASSWORD",
                database.password(),
                "MILLRACE_SECRET_KEY",
                KEY,
                "MILLRACE_WEBHOOK_SECRET",
                WEBHOOK,
                "MILLRACE_CLUSTER_SECRET",
                TestCluster.SECRET,
                "MILLRACE_LOG_LEVEL",
                "DEBUG",
                "MILLRACE_CONFIG",
                settings.toString(),
                // Not the settings for tests, which are on this class path, too.
                "JAVA_TOOL_OPTIONS",
                "-Dlogback.configurationFile=logback.xml"))) {
      secrets.put("the admin token", TestNode.TOKEN);
      secrets.put("a wrong token", WRONG);
      secrets.put("the key of the secrets", KEY);
      secrets.put("the webhook's secret", WEBHOOK);
      secrets.put("the secret of the nodes", TestCluster.SECRET);
      secrets.put("the database's password", database.password());
      secrets.put("a project's secret", "s3cr3t-of-a-project");
      int port = URI.create(node.client.base()).getPort();
      day(node.client, port, secrets);
      String log = node.log();
      assertThat(log).as("it logs all it can").contains("DEBUG");
      assertThat(answers)
          .contains("PATH=")
          .contains("environ: Permission denied")
          .contains("metrics")
          .contains("/problems/");
      secrets.forEach(
          (name, secret) -> {
            assertThat(log.lines().filter(line -> line.contains(secret))).as(name).isEmpty();
            assertThat(answers.indexOf(secret)).as(name + ", in an answer").isNegative();
          });
    }
  }

  private void day(TestClient admin, int port, Map<String, String> secrets) {
    note(
        admin.put(
            "/sources",
            """
            sources: {env: {collections: [
              {name: c, run: {process: [env]}},
              {name: spy, run: {process: [%s]}},
              {name: bad, run: {process: [no-such-program]}}]}}
            """
                .formatted(SPY)));
    for (String name : List.of("c", "spy", "bad")) {
      String id = admin.queue("env", name);
      await().until(() -> !admin.task(id).path("finished_at").asText().isEmpty());
      note(admin.get("/tasks/" + id));
      note(admin.get("/tasks/" + id + "/logs"));
    }
    note(
        admin.put(
            "/projects/p/secrets/k", "{\"value\": \"" + secrets.get("a project's secret") + "\"}"));
    for (Role role : Role.values()) {
      // The one answer that has it.
      String token =
          admin
              .post("/tokens", "{\"name\": \"a %s\", \"role\": \"%1$s\"}".formatted(role.text()))
              .text("token");
      assertThat(token).isNotEmpty();
      secrets.put("the token of a " + role.text(), token);
      TestClient client = client(port, token);
      EndpointSample.ALL.stream()
          .filter(endpoint -> !endpoint.shape().equals("POST /tokens") || role != Role.ADMIN)
          .filter(endpoint -> !endpoint.shape().equals("PUT /sources"))
          .forEach(endpoint -> ask(client, endpoint));
    }
    for (String wrong : List.of(WRONG, TestNode.TOKEN + "x")) {
      note(client(port, wrong).get("/tasks/x"));
    }
    note(client(port, null).get("/tasks/x"));
    note(client(port, null).get("/metrics"));
    note(admin.get("/tokens"));
    note(admin.get("/cluster"));
  }

  private static TestClient client(int port, String token) {
    return new TestClient(new InetSocketAddress("127.0.0.1", port), token);
  }
}
