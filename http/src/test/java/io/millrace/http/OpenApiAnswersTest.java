package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import io.millrace.http.TestClient.Answer;
import io.millrace.http.endpoint.Role;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What a node answers is what /openapi.yaml says of it, field by field. */
class OpenApiAnswersTest {
  /** What they answer is not JSON, or is what somebody put there. */
  private static final Set<String> TEXTS =
      Set.of("/", "/metrics", "/openapi.yaml", "/sources", "/jobs/{id}/definition");

  private static final Map<String, String> QUERIES =
      Map.of(
          "/tasks", "?source=bad&start=2020-01-01T00:00:00Z&end=2126-01-01T00:00:00Z",
          "/schedules/preview", "?cron=@daily&start=2026-01-01T00:00:00Z&zone=Europe/London");

  private static final String TIME = "2026-11-16T06:00:00.000Z";

  private static final String JOB =
      """
{"id": "%s", "project": "p", "name": "j",
 "triggers": [{"name": "t", "start": "2026-11-01T00:00:00Z", "period": "1h", "catchup": "none"}],
 "steps": [{"name": "s", "depends": ["trigger/t"], "run": {"noop": {}}}, {"name": "u", "depends": ["step/s"]}]}
"""
          .formatted(EndpointSample.JOB);

  private static final String BULK = "{\"action\": \"rerun\", \"source\": \"bad\"}";
  private static final String SIMULATION =
      """
      {"changes": {"outage": {"site": "s", "from": "2026-01-01T00:00:00Z",
        "to": "2126-01-01T00:00:00Z"}}}
      """;

  private static TestNode node;
  private static String task;
  private static String worker;
  private static String bulk;
  private static String simulation;

  @BeforeAll
  static void start() {
    node = TestNode.start();
    node.client.put(
        "/sources",
        """
sources:
  bad: {collections: [{name: c, run: {process: [sh, -c, "echo oh; exit 3"]}, retry: {delays: [1h]}}]}
  slow: {collections: [{name: c, run: {process: [sleep, "600"]}}]}
""");
    node.client.post(
        "/import",
        """
        {"client": {"id": "c", "name": "C", "refreshes_per_day": 4}}
        {"site": {"id": "s", "provider": "p", "run": {"noop": {}}, "timeout": "1m"}}
        {"user": {"id": "u", "client": "c", "last_login": "2026-11-16T06:00:00Z"}}
        {"user_site": {"id": "us", "user": "u", "site": "s"}}
        """);
    node.client.put("/jobs", "application/json", JOB);
    node.client.put(
        "/webhooks/w",
        "{\"url\": \"http://127.0.0.1:1/\", \"secret\": \"a-secret-for-tests-only\"}");
    node.client.put("/projects/p/config/k", "{\"value\": \"v\"}");
    node.client.put("/projects/p/secrets/k", "{\"value\": \"v\"}");
    String run = "/jobs/" + EndpointSample.JOB + "/steps/s/run";
    node.client.post(run, "{\"logical_time\": \"%s\"}".formatted(TIME));
    node.client.post("/batch/schedule-user-refreshes");
    node.client.post("/user-sites/us/refresh");
    node.client.queue("slow", "c");
    node.client.post("/flow-control/pools/default/resume", "{\"reason\": \"r\"}");
    task = node.client.queue("bad", "c");
    await().until(() -> node.client.task(task).path("status").asText().equals("FAILED"));
    await().until(() -> node.client.get("/users/u/plan").json().path("plan").size() > 0);
    worker = node.client.get("/workers").json().at("/workers/0/id").asText();
    bulk = node.client.post("/bulk-operations", BULK).text("id");
    simulation = node.client.post("/simulations", SIMULATION).text("id");
    await().until(() -> node.client.get("/simulations/" + simulation).text("state").equals("done"));
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  static Stream<EndpointSample> read() {
    return EndpointSample.ALL.stream()
        .filter(endpoint -> endpoint.method().equals("GET") && !TEXTS.contains(endpoint.path()));
  }

  @ParameterizedTest
  @MethodSource("read")
  void whatIsReadIsWhatIsDescribed(EndpointSample endpoint) {
    String path = endpoint.path();
    String id =
        path.startsWith("/tasks/")
            ? task
            : path.startsWith("/workers/")
                ? worker
                : path.startsWith("/simulations")
                    ? simulation
                    : path.startsWith("/flow-control")
                        ? "default"
                        : path.startsWith("/user-sites") ? "us" : path.substring(1, 2);
    String asked =
        path.replace("/jobs/{id}", "/jobs/" + EndpointSample.JOB)
            .replace("/bulk-operations/{id}", "/bulk-operations/" + bulk)
            .replace("{time}", TIME)
            .replace("{name}/fires", "t/fires")
            .replace("{source}", "bad")
            .replace("{collection}", "c");
    Answer answer =
        node.client.get(asked.replaceAll("\\{\\w+}", id) + QUERIES.getOrDefault(path, ""));
    assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
    isAsDescribed("GET", path, answer);
    for (Map.Entry<String, JsonNode> field : answer.json().properties()) {
      JsonNode list = field.getValue();
      boolean noneLost = field.getKey().equals("lost") && list.isEmpty();
      assertThat(list.isArray() && list.isEmpty() && hasSome(path) && !noneLost).as(path).isFalse();
    }
  }

  /** Where nothing is listed, nothing is tested. */
  private static boolean hasSome(String path) {
    return Set.of(
            "/history",
            "/bulk-operations",
            "/tasks",
            "/refreshes",
            "/workers",
            "/cluster",
            "/tokens",
            "/notifications",
            "/clients",
            "/users",
            "/sites",
            "/user-sites",
            "/flow-control/pools")
        .contains(path);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "POST | /tasks | /tasks?source=slow&collection=c | ''",
        "POST | /history/cancel | /history/cancel | {}",
        "POST | /history/rerun | /history/rerun | {}",
        "POST | /bulk-operations | /bulk-operations | {\"action\":\"rerun\",\"source\":\"bad\"}",
        "POST | /bulk-operations/{id}/abort | /bulk-operations/BULK/abort | ''",
        "POST | /sources/{source}/collections/{collection}/disable |"
            + " /sources/bad/collections/c/disable | {\"reason\":\"r\"}",
        "POST | /sources/{source}/collections/{collection}/enable |"
            + " /sources/bad/collections/c/enable | ''",
        "POST | /user-sites/{id}/disable | /user-sites/us/disable | {\"reason\":\"r\"}",
        "POST | /user-sites/{id}/enable | /user-sites/us/enable | ''",
        "POST | /user-sites/{id}/refresh | /user-sites/us/refresh | ''",
        "POST | /user-sites/{id}/mfa-required | /user-sites/us/mfa-required | ''",
        "POST | /user-sites/{id}/status | /user-sites/us/status | {\"status\":\"CONNECTED\"}",
        "PUT | /clients/{id} | /clients/d | {\"name\":\"D\"}",
        "PUT | /users/{id} | /users/v | {\"client\":\"c\"}",
        "PUT | /sites/{id} | /sites/t | {\"provider\":\"p\"}",
        "PUT | /user-sites/{id} | /user-sites/us | {\"user\":\"u\",\"site\":\"s\"}",
        "POST | /import | /import | {\"client\":{\"id\":\"e\"}}",
        "PUT | /flow-control | /flow-control |"
            + " {\"enabled\":true,\"maxConcurrency\":9,\"sourceSystems\":[{\"systemName\":\"DEFAULT\",\"reservedChannels\":1,\"probability\":100}]}",
        "POST | /flow-control/pools/{name}/pause | /flow-control/pools/default/pause |"
            + " {\"reason\":\"r\"}",
        "POST | /flow-control/pools/{name}/resume | /flow-control/pools/default/resume | ''",
        "POST | /flow-control/requests | /flow-control/requests |"
            + " {\"executionName\":\"n\",\"taskToken\":\"t\"}",
        "POST | /flow-control/requests | /flow-control/requests | ''",
        "POST | /flow-control/releases | /flow-control/releases | {\"taskToken\":\"none\"}",
        "POST | /workers/{id}/heartbeat | /workers/w/heartbeat | {\"attempts\":[]}",
        "POST | /workers/{id}/claims | /workers/w/claims?wait=0 | ''",
        "POST | /batch/schedule-user-refreshes | /batch/schedule-user-refreshes | ''",
        "POST | /flywheel/internal | /flywheel/internal | ''",
        "POST | /flywheel/internal/users/{id} | /flywheel/internal/users/u | ''",
        "PUT | /projects/{project}/config/{name} | /projects/p/config/k | {\"value\":\"w\"}",
        "POST | /jobs/{id}/pause | /jobs/JOB/pause | {\"reason\":\"r\"}",
        "POST | /jobs/{id}/unpause | /jobs/JOB/unpause | ''",
        "POST | /jobs/{id}/triggers/{name}/fire | /jobs/JOB/triggers/t/fire |"
            + " {\"first\":\"2026-11-02T00:00:00Z\",\"last\":\"2026-11-02T03:00:00Z\",\"dry_run\":true}",
        "POST | /jobs/{id}/steps/{step}/run | /jobs/JOB/steps/s/run |"
            + " {\"logical_time\":\"2026-11-16T07:00:00Z\"}",
        "POST | /jobs/{id}/rerun | /jobs/JOB/rerun |"
            + " {\"first\":\"2026-11-16T06:00:00Z\",\"last\":\"2026-11-16T06:00:00Z\",\"dry_run\":true}",
        "POST | /jobs/{id}/tokens/{time}/clear | /jobs/JOB/tokens/2026-11-16T05:00:00Z/clear | {}",
        "POST | /tokens | /tokens | {\"name\":\"n\",\"role\":\"viewer\"}",
        "POST | /simulations | /simulations | {\"days\":1}",
      })
  void whatIsChangedAnswersWithWhatIsDescribed(
      String method, String template, String path, String body) {
    String asked = path.replace("JOB", EndpointSample.JOB).replace("BULK", bulk);
    Answer answer =
        method.equals("PUT") ? node.client.put(asked, body) : node.client.post(asked, body);
    assertThat(answer.status()).as(answer.response().body()).isBetween(200, 299);
    isAsDescribed(method, template, answer);
  }

  @Test
  void aJobThatIsSavedOrCheckedAnswersWithWhatIsDescribed() {
    isAsDescribed("PUT", "/jobs", node.client.put("/jobs", "application/json", JOB));
    isAsDescribed("POST", "/jobs/check", node.client.post("/jobs/check", "application/json", JOB));
  }

  @Test
  void warningsAreAsDescribed() {
    String run = "{\"http\": {\"url\": \"http://127.0.0.1:9/\", \"headers\": {\"Cookie\": \"x\"}}}";
    String job =
        JOB.replace(EndpointSample.JOB, UUID.randomUUID().toString()).replace("\"j\"", "\"k\"");
    String withRun = job.replace("{\"noop\": {}}", run);
    String site = "{\"id\": \"w\", \"provider\": \"p\", \"run\": " + run + "}";
    String check = "/jobs/check";
    warns("POST", check, node.client.post(check, "application/json", withRun));
    warns("PUT", "/jobs", node.client.put("/jobs", "application/json", withRun));
    warns("PUT", "/sites/{id}", node.client.put("/sites/w", site));
    warns("POST", "/import", node.client.post("/import", "{\"site\": " + site + "}"));
  }

  private static void warns(String method, String template, Answer answer) {
    assertThat(answer.json().path("warnings")).as(answer.response().body()).hasSize(1);
    isAsDescribed(method, template, answer);
  }

  @Test
  void whatIsRefusedIsAProblemAsDescribed() {
    isAsDescribed("GET", "/tasks/{id}", node.client.get("/tasks/none"));
    isAsDescribed("GET", "/tasks", node.client.get("/tasks?limit=x"));
    isAsDescribed("PUT", "/flow-control", node.client.put("/flow-control", "{}"));
    isAsDescribed("GET", "/session", node.anonymous().get("/session"));
    isAsDescribed("POST", "/tokens", node.as(Role.VIEWER).post("/tokens", "{}"));
  }

  private static void isAsDescribed(String method, String template, Answer answer) {
    String status = Integer.toString(answer.status());
    JsonNode response = OpenApiDocument.operation(method, template).responses().get(status);
    String name = method + " " + template + " " + status;
    assertThat(response).as(name + " is described").isNotNull();
    String type = answer.status() >= 400 ? "application/problem+json" : "application/json";
    assertThat(answer.header("Content-Type")).startsWith(type);
    JsonNode described = response.path("content").path(type).path("schema");
    assertThat(described.isObject()).as(name + " has a schema").isTrue();
    JsonSchema schema = OpenApiDocument.schema(described);
    JsonNode json = answer.json();
    assertThat(schema.validate(json)).as(name + " " + answer.response().body()).isEmpty();
    if (json.isObject()) {
      ((ObjectNode) json).put("what_nobody_knows_of", 7);
      assertThat(schema.validate(json)).as(name + " allows no more").isNotEmpty();
    }
  }
}
