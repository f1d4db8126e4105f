package io.millrace.http.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.http.EndpointSample;
import io.millrace.http.OpenApiDocument;
import io.millrace.http.TestClient;
import io.millrace.http.TestClient.Answer;
import io.millrace.http.TestNode;
import io.millrace.http.endpoint.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/**
 * Credentials that somebody wrote into definitions: who sees them, and what their author is told.
 */
class CredentialApiTest {
  /** The credential that nobody but an admin may see. */
  private static final String PLANTED = "pl4nted-hunter2";

  private static final String TIME = "2026-11-16T06:00:00.000Z";
  private static final String JSON_JOB = "7c6e4a56-1f0e-4b6e-9d3e-0a6f5d1c2b3b";

  private static final String SOURCES =
      """
# The bank's own words stay as they are.
sources:
  bank:
    collections:
      - name: http     # it fails, so that there is something to tell
        run:
          http:
            url: http://127.0.0.1:9/?token=PLANTED&x=1
            headers: {Authorization: Bearer PLANTED, Accept: "*/*"}
            body: {password: PLANTED, user: ann}
        when_exhausted: disable
      - {name: process, run: {process: [sh, -c, "exit 3", --token=PLANTED]}, timeout: 5m}
      - {name: pull, run: {pull: {queue: nobody, body: {api_key: PLANTED}}}}
      - {name: good, run: {http: {url: "http://h/", headers: {Authorization: "Bearer ${secret.x}"}}}}
"""
          .replace("PLANTED", PLANTED);

  private static final String SITE =
      """
{"provider": "acme", "run": {"http": {"url": "http://127.0.0.1:9/", "headers": {"Cookie": "%s"}}}}
"""
          .formatted(PLANTED);

  private static final String JOB =
      """
      id: %s
      project: my reports
      name: load
      description: A comment stays.
      triggers: [{name: t, start: 2026-11-01T00:00:00Z, period: 1h, catchup: none}]
      steps:
        - name: s        # as it was written
          depends: [trigger/t]
          run: {http: {url: "http://127.0.0.1:9/", headers: {X-Api-Key: "%s"}}}
      """
          .formatted(EndpointSample.JOB, PLANTED);

  private static final ListAppender<ILoggingEvent> LOG = new ListAppender<>();
  private static TestNode node;
  private static TestClient admin;
  private static String task;
  private static String worker;

  @BeforeAll
  static void start() {
    node = TestNode.start();
    admin = node.client;
    LOG.start();
    root().addAppender(LOG);
    root().setLevel(Level.DEBUG);
    isOk(admin.put("/sources", SOURCES));
    isOk(admin.put("/clients/c", "{\"name\": \"C\"}"));
    isOk(admin.put("/sites/isp", SITE));
    isOk(admin.put("/users/ann", "{\"client\": \"c\"}"));
    isOk(admin.put("/user-sites/ann-isp", "{\"user\": \"ann\", \"site\": \"isp\"}"));
    isOk(admin.put("/jobs", "application/yaml", JOB));
    isOk(admin.put("/jobs", "application/json", jsonJob(JSON_JOB, PLANTED)));
    isOk(admin.put("/projects/p/config/k", "{\"value\": \"v\"}"));
    task = admin.queue("bank", "http");
    admin.queue("bank", "pull");
    isOk(admin.post("/user-sites/ann-isp/refresh"));
    isOk(
        admin.post(
            "/jobs/" + EndpointSample.JOB + "/steps/s/run",
            "{\"logical_time\": \"" + TIME + "\"}"));
    isOk(admin.post("/batch/schedule-user-refreshes"));
    for (String id : List.of(task, admin.queue("bank", "process"))) {
      await().until(() -> admin.task(id).path("status").asText().equals("FAILED"));
    }
    await().until(() -> !admin.get("/notifications").json().path("notifications").isEmpty());
    worker = admin.get("/workers").json().at("/workers/0/id").asText();
  }

  @AfterAll
  static void stop() {
    root().setLevel(null);
    root().detachAppender(LOG);
    node.close();
    assertThat(List.copyOf(LOG.list)).noneMatch(it -> it.getFormattedMessage().contains(PLANTED));
  }

  private static Logger root() {
    return (Logger) LoggerFactory.getLogger("io.millrace");
  }

  private static String jsonJob(String id, String value) {
    return """
{"id": "%s", "project": "p", "name": "json %1$s",
\t"steps": [{"name": "s", "run": {"pull": {"queue": "nobody", "body": {"password": "%s"}}}}]}
"""
        .formatted(id, value);
  }

  private static JsonNode isOk(Answer answer) {
    assertThat(answer.status()).as(answer.response().body()).isBetween(200, 201);
    return answer.json();
  }

  /** Every path that can be read, with what exists in the place of what varies. */
  private static List<String> readable() {
    List<String> paths = new ArrayList<>();
    Set<String> forOthers = Set.of("/tokens", "/", "/metrics", "/openapi.yaml", "/alive", "/ready");
    OpenApiDocument.ROOT
        .path("paths")
        .properties()
        .forEach(
            path -> {
              if (path.getValue().has("get") && !forOthers.contains(path.getKey())) {
                paths.add(filled(path.getKey()));
              }
            });
    paths.add("/jobs/" + JSON_JOB);
    paths.add("/jobs/" + JSON_JOB + "/definition");
    return paths;
  }

  private static String filled(String template) {
    String id =
        Map.of(
                "tasks",
                task,
                "jobs",
                EndpointSample.JOB,
                "workers",
                worker,
                "sites",
                "isp",
                "users",
                "ann",
                "clients",
                "c",
                "user-sites",
                "ann-isp")
            .getOrDefault(template.split("/")[1], "default");
    String query =
        Map.of(
                "/tasks", "?source=bank&start=2020-01-01T00:00:00Z&end=2126-01-01T00:00:00Z",
                "/schedules/preview", "?cron=@daily")
            .getOrDefault(template, "");
    return template
            .replace("{source}", "bank")
            .replace("{collection}", "http")
            .replace("{time}", TIME)
            .replace("{name}/fires", "t/fires")
            .replaceAll("\\{\\w+}", id)
        + query;
  }

  @ParameterizedTest
  @EnumSource(names = {"VIEWER", "OPERATOR"})
  void nobodyButAnAdminReadsACredentialAnywhere(Role role) {
    TestClient client = node.as(role);
    Set<String> shown = new TreeSet<>();
    for (String path : readable()) {
      Answer answer = client.get(path);
      assertThat(answer.status()).as(path + answer.response().body()).isEqualTo(200);
      assertThat(answer.response().body()).as(path).doesNotContain(PLANTED);
      if (admin.get(path).response().body().contains(PLANTED)) {
        shown.add(path);
        assertThat(answer.response().body()).as(path).contains("***");
      }
    }
    assertThat(shown)
        .as("where an admin sees it; else nothing was tested")
        .containsExactlyInAnyOrder(
            "/sources",
            "/sites",
            "/sites/isp",
            "/jobs/" + EndpointSample.JOB,
            "/jobs/" + EndpointSample.JOB + "/definition",
            "/jobs/" + JSON_JOB,
            "/jobs/" + JSON_JOB + "/definition");
    Answer log =
        client.send(
            client.request("/tasks/" + task + "/logs").header("Accept", "text/event-stream"));
    assertThat(log.response().body()).contains("event:end").doesNotContain(PLANTED);
  }

  @Test
  void theRestOfATextIsShownAsItWasWritten() {
    TestClient viewer = node.as(Role.VIEWER);
    assertThat(viewer.get("/sources").response().body())
        .isEqualTo(
            SOURCES
                .replace(
                    "url: http://127.0.0.1:9/?token=" + PLANTED,
                    "url: \"http://127.0.0.1:9/?token=***")
                .replace("***&x=1", "***&x=1\"")
                .replace("Bearer " + PLANTED, "\"***\"")
                .replace("--token=" + PLANTED, "\"--token=***\"")
                .replace(PLANTED, "\"***\""));
    Answer job = viewer.get("/jobs/" + EndpointSample.JOB + "/definition");
    assertThat(job.response().body()).isEqualTo(JOB.replace(PLANTED, "***"));
    assertThat(job.header("Content-Type")).startsWith("application/yaml");
    assertThat(viewer.get("/jobs/" + JSON_JOB + "/definition").response().body())
        .isEqualTo(jsonJob(JSON_JOB, "***"));
    assertThat(admin.get("/sources").response().body()).isEqualTo(SOURCES);
  }

  @Test
  void anOperatorsOwnChangesAreAnsweredWithoutCredentials() {
    TestClient operator = node.as(Role.OPERATOR);
    String job = "/jobs/" + JSON_JOB;
    for (Answer answer :
        List.of(
            operator.put("/sites/other", SITE),
            operator.put("/jobs", "application/json", jsonJob(JSON_JOB, PLANTED)),
            operator.post("/jobs/check", "application/json", jsonJob(JSON_JOB, PLANTED)),
            operator.post(job + "/pause", "{}"),
            operator.post(job + "/unpause"))) {
      isOk(answer);
      assertThat(answer.response().body()).doesNotContain(PLANTED);
    }
    assertThat(admin.get("/sites/other").response().body())
        .as("it is saved all the same")
        .contains(PLANTED);
    assertThat(operator.delete("/sites/other").status()).isEqualTo(204);
  }

  private static void warns(JsonNode answer, String field, String better) {
    assertThat(answer.path("warnings")).hasSize(1);
    assertThat(answer.at("/warnings/0/field").asText()).isEqualTo(field);
    assertThat(answer.at("/warnings/0/reason").asText()).contains(better);
    assertThat(answer.path("warnings").toString()).doesNotContain(PLANTED);
  }

  @Test
  void whoSavesACredentialIsToldTheBetterWay() {
    JsonNode sources = isOk(admin.put("/sources", SOURCES));
    assertThat(sources.path("collections").asInt()).isEqualTo(4);
    assertThat(sources.path("warnings"))
        .extracting(it -> it.path("field").asText())
        .containsExactly(
            "sources.bank.collections[0].run.http.body.password",
            "sources.bank.collections[0].run.http.headers.Authorization",
            "sources.bank.collections[0].run.http.url",
            "sources.bank.collections[1].run.process[3]",
            "sources.bank.collections[2].run.pull.body.api_key");
    assertThat(sources.at("/warnings/1/reason").asText())
        .isEqualTo(
            "is a credential in plain text: save it as a secret (PUT"
                + " /projects/default/secrets/bank-authorization) and write \"Bearer"
                + " ${secret.bank-authorization}\" here");
    assertThat(sources.toString()).doesNotContain(PLANTED);
    warns(
        isOk(admin.put("/sites/isp", SITE)),
        "run.http.headers.Cookie",
        "(PUT /projects/default/secrets/isp-cookie) and write \"${secret.isp-cookie}\"");
    String step = "steps[0].run.http.headers.X-Api-Key";
    String better = "(PUT /projects/my%20reports/secrets/load-x-api-key)";
    warns(isOk(admin.put("/jobs", "application/yaml", JOB)), step, better);
    warns(isOk(admin.post("/jobs/check", "application/yaml", JOB)), step, better);
  }

  @Test
  void aLineOfAnImportIsWarnedOfByItsNumber() {
    JsonNode done =
        isOk(
            admin.post(
                "/import?update=true",
                "{\"client\": {\"id\": \"c\", \"name\": \"C\"}}\n{\"site\": "
                    + SITE.strip().replace("{\"provider\"", "{\"id\": \"isp\", \"provider\"")
                    + "}\n"));
    assertThat(done.path("rejected")).isEmpty();
    assertThat(done.path("warnings")).hasSize(1);
    assertThat(done.at("/warnings/0/line").asInt()).isEqualTo(2);
    assertThat(done.at("/warnings/0/field").asText()).isEqualTo("site.run.http.headers.Cookie");
    assertThat(done.path("more_warnings").asInt()).isZero();
    assertThat(done.toString()).doesNotContain(PLANTED);
  }

  @Test
  void theBetterWayIsNotWarnedOf() {
    JsonNode site =
        isOk(
            admin.put(
                "/sites/better",
                """
{"provider": "p", "project": "my p",
 "run": {"http": {"url": "http://127.0.0.1:9/", "headers": {"Cookie": "${secret.isp}"}}}}
"""));
    assertThat(site.has("warnings")).isFalse();
    assertThat(site.path("project").asText()).isEqualTo("my p");
    assertThat(node.as(Role.VIEWER).get("/sites/better").json()).isEqualTo(site);
    assertThat(admin.delete("/sites/better").status()).isEqualTo(204);
  }

  private static void isRefused(Answer answer, String field) {
    assertThat(answer.status()).as(answer.response().body()).isEqualTo(400);
    assertThat(answer.json().path("errors"))
        .extracting(it -> it.path("field").asText())
        .contains(field);
    assertThat(answer.response().body()).contains("${secret.NAME}").contains("admin");
    assertThat(answer.response().body()).doesNotContain(PLANTED);
  }

  @Test
  void whatComesBackMaskedOverwritesNothing() {
    for (Role role : List.of(Role.OPERATOR, Role.ADMIN)) {
      TestClient seen = node.as(Role.OPERATOR);
      TestClient client = node.as(role);
      isRefused(
          client.put("/sources", seen.get("/sources").response().body()),
          "sources.bank.collections[0].run.http.headers.Authorization");
      isRefused(
          client.put("/sites/isp", seen.get("/sites/isp").response().body()),
          "run.http.headers.Cookie");
      Answer job = seen.get("/jobs/" + EndpointSample.JOB + "/definition");
      for (Answer answer :
          List.of(
              client.put("/jobs", "application/yaml", job.response().body()),
              client.post("/jobs/check", "application/yaml", job.response().body()))) {
        isRefused(answer, "steps[0].run.http.headers.X-Api-Key");
      }
      JsonNode done =
          isOk(
              client.post(
                  "/import?update=true",
                  "{\"site\": " + seen.get("/sites/isp").response().body() + "}\n"));
      assertThat(done.at("/rejected/0/field").asText()).isEqualTo("site.run.http.headers.Cookie");
    }
    assertThat(admin.get("/sources").response().body()).isEqualTo(SOURCES);
    assertThat(admin.get("/sites/isp").response().body()).contains(PLANTED);
    assertThat(admin.get("/jobs/" + EndpointSample.JOB).response().body()).contains(PLANTED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{http: {url: 'http://u:PLANTED@h/'}}",
        "{http: {url: 'ftp://h/?token=PLANTED'}}",
        "{http: {url: 'http://127.0.0.1:9/', headrs: {Cookie: PLANTED}}}",
        "{http: {headers: {Cookie: PLANTED}}, noop: {}}",
        "{process: [x, '${secret.a}', --token, PLANTED]}"
      })
  void noRefusalRepeatsACredential(String run) {
    Answer refused =
        admin.put(
            "/sources",
            "sources: {a: {collections: [{name: c, run: %s}]}}"
                .formatted(run.replace("PLANTED", PLANTED)));
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.response().body()).doesNotContain(PLANTED);
  }
}
