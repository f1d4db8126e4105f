package io.millrace.http.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.TestClock;
import io.millrace.engine.database.TestSql;
import io.millrace.http.TestClient;
import io.millrace.http.TestClient.Answer;
import io.millrace.http.TestNode;
import io.millrace.http.endpoint.Json;
import io.millrace.http.endpoint.Role;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

class ProjectApiTest {
  private static final TestClock CLOCK = new TestClock();
  private static final ListAppender<ILoggingEvent> LOG = new ListAppender<>();
  private static TestNode node;
  private static TestClient api;

  @BeforeAll
  static void start() {
    node = TestNode.start("", CLOCK);
    api = node.client;
    LOG.start();
    root().addAppender(LOG);
    root().setLevel(Level.DEBUG);
  }

  @AfterAll
  static void stop() {
    root().setLevel(null);
    root().detachAppender(LOG);
    node.close();
  }

  private static Logger root() {
    return (Logger) LoggerFactory.getLogger("io.millrace");
  }

  private static Answer put(String path, String value) {
    return api.put(
        "/projects/" + path, Json.MAPPER.createObjectNode().put("value", value).toString());
  }

  private static JsonNode list(String path) {
    Answer answer = api.get("/projects/" + path);
    assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
    return answer.json();
  }

  private static void isProblem(Answer answer, int status, String type) {
    assertThat(answer.status()).as(answer.response().body()).isEqualTo(status);
    assertThat(answer.text("type")).isEqualTo("/problems/" + type);
  }

  private static List<String> logged() {
    return List.copyOf(LOG.list).stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  @Test
  void configIsSavedReadReplacedAndDeleted() {
    Answer made = put("p1/config/target.table", "accounts");
    assertThat(made.status()).as(made.response().body()).isEqualTo(201);
    assertThat(made.json()).hasToString("{\"project\":\"p1\",\"name\":\"target.table\"}");
    assertThat(put("p1/config/target.table", "é \"users\"").status()).isEqualTo(200);
    put("p1/config/a", "");
    assertThat(list("p1/config").toString().replace('"', '\''))
        .isEqualTo(
            "{'config':[{'name':'a','value':'','saved_by':'MILLRACE_ADMIN_TOKEN',"
                + "'saved_at':'2026-03-01T12:00:00.000Z'},"
                + "{'name':'target.table','value':'é \\'users\\'',"
                + "'saved_by':'MILLRACE_ADMIN_TOKEN','saved_at':'2026-03-01T12:00:00.000Z'}]}");
    assertThat(api.delete("/projects/p1/config/a").status()).isEqualTo(204);
    isProblem(api.delete("/projects/p1/config/a"), 404, "unknown-config");
    assertThat(list("p1/config").path("config")).hasSize(1);
    assertThat(logged())
        .contains(
            "MILLRACE_ADMIN_TOKEN saved the config 'target.table' of the project 'p1'",
            "MILLRACE_ADMIN_TOKEN deleted the config 'a' of the project 'p1'");
  }

  @Test
  void theValueOfASecretIsInNoAnswerNoLogLineAndNotInTheDatabase() throws Exception {
    TestClient ann = node.as(Role.OPERATOR);
    List<Answer> answers = new ArrayList<>();
    answers.add(put("p2/secrets/token", "hunter2"));
    assertThat(answers.get(0).status()).isEqualTo(201);
    answers.add(ann.put("/projects/p2/secrets/token", "{\"value\": \"hunter2-new\"}"));
    assertThat(answers.get(1).status()).isEqualTo(200);
    answers.add(put("p2/secrets/" + "x".repeat(101), "hunter2"));
    answers.add(put("p2/secrets/TOKEN", "hunter2"));
    answers.add(put("p2/secrets/long", "hunter2".repeat(2_000)));
    for (String body :
        List.of("hunter2", "{\"value\": hunter2}", "{\"value\": \"hunter2\\u0000\"}")) {
      answers.add(api.put("/projects/p2/secrets/token", body));
    }
    for (String body :
        List.of("{\"valeu\": \"hunter2\"}", "{\"value\": \"hunter2\", \"more\": \"hunter2\"}")) {
      answers.add(api.put("/projects/p2/secrets/token", body));
    }
    answers.subList(2, answers.size()).forEach(refused -> isProblem(refused, 400, "invalid-input"));
    answers.add(api.get("/projects/p2/secrets"));
    assertThat(answers.get(answers.size() - 1).json().toString().replace('"', '\''))
        .isEqualTo(
            "{'secrets':[{'name':'token','saved_by':'a operator',"
                + "'saved_at':'2026-03-01T12:00:00.000Z'}]}");
    answers.add(api.get("/projects/p2/config"));
    answers.add(api.delete("/projects/p2/secrets/token"));
    assertThat(answers).allSatisfy(it -> assertThat(it.response().body()).doesNotContain("hunter"));
    assertThat(logged())
        .contains("a operator saved the secret 'token' of the project 'p2'")
        .noneMatch(line -> line.contains("hunter2"));
    assertThat(
            TestSql.value(
                node.database,
                "select count(*) from project_values where encode(value, 'escape') like"
                    + " '%hunter%'"))
        .isEqualTo("0");
  }

  @Test
  void configAndSecretsOfOneNameAreTwoThings() {
    put("p3/config/key", "public");
    put("p3/secrets/key", "hunter2");
    assertThat(list("p3/config").at("/config/0/value").asText()).isEqualTo("public");
    assertThat(api.delete("/projects/p3/config/key").status()).isEqualTo(204);
    assertThat(list("p3/secrets").path("secrets")).hasSize(1);
    isProblem(api.delete("/projects/p3/secrets/other"), 404, "unknown-secret");
  }

  @Test
  void aProjectNeedsNoJobAndMayHaveSpacesInItsName() {
    assertThat(list("nobody%20knows%20it/config").path("config")).isEmpty();
    assertThat(put("my%20project/config/x", "1").status()).isEqualTo(201);
    assertThat(list("my%20project/config").path("config")).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"p4/config/a%20b, name", "p.4/config/a, project", "a%2Fb/config/a, project"})
  void aNameThatIsNoneIsRefused(String path, String field) {
    Answer refused = put(path, "x");
    isProblem(refused, 400, "invalid-input");
    assertThat(refused.json().at("/errors/0/field").asText()).isEqualTo(field);
  }

  @Test
  void aValueAsLongAsItMayBeIsTaken() {
    assertThat(put("p5/config/long", "é".repeat(10_000)).status()).isEqualTo(201);
    assertThat(list("p5/config").at("/config/0/value").asText()).hasSize(10_000);
    isProblem(put("p5/config/long", "é".repeat(10_001)), 400, "invalid-input");
    isProblem(put("p5/config/long", "x".repeat(200_000)), 413, "content-too-large");
  }

  @Test
  void viewersSeeNamesAndConfigAndChangeNothing() {
    put("p6/config/x", "1");
    TestClient viewer = node.as(Role.VIEWER);
    assertThat(viewer.get("/projects/p6/config").json().at("/config/0/value").asText())
        .isEqualTo("1");
    assertThat(viewer.get("/projects/p6/secrets").status()).isEqualTo(200);
    for (String path : List.of("/projects/p6/config/x", "/projects/p6/secrets/x")) {
      assertThat(viewer.put(path, "{\"value\": \"2\"}").status()).isEqualTo(403);
      assertThat(viewer.delete(path).status()).isEqualTo(403);
      assertThat(node.as(Role.WORKER).put(path, "{\"value\": \"2\"}").status()).isEqualTo(403);
    }
    assertThat(node.as(Role.WORKER).get("/projects/p6/config").status()).isEqualTo(403);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "set value = '\\x00000000'::bytea || substring(value from 5)",
        "set value = overlay(value placing '\\x00'::bytea from 20)",
        "set value = ''"
      })
  void aValueThatCannotBeReadIsAProblemThatSaysWhatToDo(String change) throws Exception {
    put("p7/config/x", "1");
    put("p7/secrets/y", "hunter2");
    TestSql.execute(node.database, "update project_values " + change + " where project = 'p7'");
    Answer answer = api.get("/projects/p7/config");
    isProblem(answer, 503, "secret-key");
    assertThat(answer.text("detail")).contains("'x' of the project 'p7'").contains("save");
    assertThat(list("p7/secrets").path("secrets")).as("names can be read").hasSize(1);
    assertThat(put("p7/config/x", "2").status()).isEqualTo(200);
    assertThat(list("p7/config").at("/config/0/value").asText()).isEqualTo("2");
  }
}
