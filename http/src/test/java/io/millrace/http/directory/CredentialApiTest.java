package io.millrace.http.directory;

import static io.millrace.http.directory.PlantedCredential.JOB;
import static io.millrace.http.directory.PlantedCredential.JSON_JOB;
import static io.millrace.http.directory.PlantedCredential.PLANTED;
import static io.millrace.http.directory.PlantedCredential.SITE;
import static io.millrace.http.directory.PlantedCredential.SOURCES;
import static io.millrace.http.directory.PlantedCredential.isOk;
import static io.millrace.http.directory.PlantedCredential.jsonJob;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.millrace.http.EndpointSample;
import io.millrace.http.OpenApiDocument;
import io.millrace.http.TestClient;
import io.millrace.http.TestClient.Answer;
import io.millrace.http.TestNode;
import io.millrace.http.endpoint.Role;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/** Only an admin sees the credentials in definitions. */
class CredentialApiTest {
  private static final String TIME = "2026-11-16T06:00:00.000Z";
  private static final ListAppender<ILoggingEvent> LOG = new ListAppender<>();
  private static TestNode node;
  private static TestClient admin;
  private static String task;
  private static String worker;
  private static String bulk;
  private static String simulation;

  @BeforeAll
  static void start() {
    node = TestNode.start();
    admin = node.client;
    LOG.start();
    root().addAppender(LOG);
    root().setLevel(Level.DEBUG);
    PlantedCredential.saveAll(admin);
    isOk(admin.put("/users/ann", "{\"client\": \"c\"}"));
    isOk(admin.put("/user-sites/ann-isp", "{\"user\": \"ann\", \"site\": \"isp\"}"));
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
    isOk(
        admin.put(
            "/webhooks/hook",
            "{\"url\": \"https://hooks.example/\", \"secret\": \"sixteen characters\"}"));
    bulk = admin.post("/bulk-operations", "{\"action\": \"cancel\"}").text("id");
    simulation = admin.post("/simulations", "{}").text("id");
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> admin.get("/simulations/" + simulation).text("state").equals("done"));
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
                "ann-isp",
                "bulk-operations",
                bulk,
                "simulations",
                simulation,
                "webhooks",
                "hook")
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
            "/definitions/export",
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
}
