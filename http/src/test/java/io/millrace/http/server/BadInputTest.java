package io.millrace.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.http.TestClient;
import io.millrace.http.TestClient.Answer;
import io.millrace.http.TestNode;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class BadInputTest {
  private static TestNode node;
  private static TestClient api;

  @BeforeAll
  static void start() {
    node = TestNode.start();
    api = node.client;
    api.put("/sources", "sources: {good: {collections: [{name: c}]}}");
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static void isProblem(Answer answer, int status) {
    assertThat(answer.status()).as(answer.response().body()).isEqualTo(status);
    assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
    assertThat(answer.json().path("status").asInt()).isEqualTo(status);
    assertThat(answer.text("type")).isNotEmpty();
    assertThat(answer.text("title")).isNotEmpty();
    assertThat(answer.text("detail")).isNotEmpty();
    assertThat(answer.response().body()).doesNotContain("Exception").doesNotContain("\tat ");
  }

  static Stream<Arguments> badDocuments() {
    return Stream.of(
        Arguments.of("sources: {x: [", "line"),
        Arguments.of("sources: {x: {collections: [{name: a, schedule: '99 * * * *'}]}}", "99"),
        Arguments.of("sources: {x: {collections: [{name: a, timeout: 0s}]}}", "timeout"),
        Arguments.of(
            "sources: {x: {collections: [{name: a, schedule: 'every 1h from"
                + " +999999999-01-01T00:00:00Z'}]}}",
            "9999"),
        Arguments.of("sources: {x: {collections: [{name: a, tmeout: 5s}]}}", "tmeout"),
        Arguments.of("sources: {x: {collections: [{name: a, run: {magic: {}}}]}}", "magic"),
        Arguments.of("sources: {x: {collections: [{name: a, run: {http: {}}}]}}", "url"),
        Arguments.of("sources: {x: {collections: [{name: a, pool: other}]}}", "other"),
        Arguments.of("sources: {'a/b': {collections: [{name: a}]}}", "a/b"));
  }

  @ParameterizedTest
  @MethodSource("badDocuments")
  void aBadDocumentIsRefusedByNameAndTheOldSourcesStayInForce(String yaml, String named) {
    Answer refused = api.put("/sources", yaml);
    isProblem(refused, 400);
    assertThat(refused.json().path("errors").toString()).contains(named);
    assertThat(api.post("/tasks?source=good&collection=c").status()).isBetween(200, 201);
    assertThat(api.get("/sources").response().body()).contains("good");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "  \n\t\n",
        "\uFEFF",
        "# nothing but a comment\n",
        "---",
        "---\n...\n",
        "null",
        "~",
        "{}",
        "[]",
        "sources:",
        "sources:\n  # bank: {}\n",
        "sources: ~",
        "sources: \"\"",
        "sources: {}",
        "sources: []",
        "sources: {bank: {collections: []}}",
        "sources: {bank: {collections: }, shop: {collections: []}}",
        "sources: {bank: {}}",
        "sources: {bank: }",
        "{\"sources\": null}",
        "{\"sources\": {}}",
        "{\"sources\": []}",
        "{\"sources\": {\"bank\": {\"collections\": []}}}"
      })
  void aDocumentWithoutCollectionsIsRefused(String empty) {
    String before = api.get("/sources").response().body();
    for (String type : List.of("application/yaml", "application/json", "text/plain")) {
      isProblem(api.put("/sources", type, empty), 400);
      isProblem(api.put("/sources?empty=false", type, empty), 400);
    }
    assertThat(api.get("/sources").response().body()).isEqualTo(before);
    assertThat(api.get("/sources/good/collections/c").status()).isEqualTo(200);
  }

  @Test
  void whoMeansAnEmptyDocumentIsToldHowToSaySo() {
    Answer refused = api.put("/sources", "sources: {}");
    assertThat(refused.text("detail")).contains("no collection").contains("/sources?empty=true");
    assertThat(refused.json().at("/errors/0/field").asText()).isEqualTo("sources");
    isProblem(api.put("/sources?empty=yes", "sources: {}"), 400);
    isProblem(api.put("/sources?emtpy=true", "sources: {}"), 400);
    for (String empty : List.of("", "{}", "sources: {}", "{\"sources\": {}}")) {
      Answer meant = api.put("/sources?empty=true", empty);
      assertThat(meant.status()).as(meant.response().body()).isEqualTo(200);
      assertThat(meant.json().path("collections").asInt()).isZero();
      isProblem(api.get("/sources/good/collections/c"), 404);
      String good = "sources: {good: {collections: [{name: c}]}}";
      assertThat(api.put("/sources?empty=true", good).status()).isEqualTo(200);
      assertThat(api.get("/sources/good/collections/c").status()).isEqualTo(200);
    }
  }

  @Test
  void everyErrorOfADocumentIsToldAtOnce() {
    Answer refused =
        api.put(
            "/sources",
            "sources: {x: {collections: [{name: a, timeout: no}, {name: a}, {nme: b}]}}");
    isProblem(refused, 400);
    assertThat(refused.json().path("errors").size()).isGreaterThanOrEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/tasks?source=good",
        "/tasks?source=good&start=yesterday&end=2026-01-01T00:00:00Z",
        "/tasks?source=good&start=2026-01-01T00:00:00Z&end=2026-02-01T00:00:00Z&status=DONE",
        "/tasks?source=good&start=2026-01-01T00:00:00Z&end=2026-02-01T00:00:00Z&limit=0",
        "/tasks?source=good&start=2026-01-01T00:00:00Z&end=%2B999999999-12-31T23:59:59Z",
        "/tasks?source=%00&start=2026-01-01T00:00:00Z&end=2026-02-01T00:00:00Z",
        "/tasks?source=good&collection=%00&start=2026-01-01T00:00:00Z&end=2026-02-01T00:00:00Z",
        "/flywheel/plan?date=%2B999999999-12-31",
        "/flywheel/plan?date=-999999999-01-01",
        "/tasks?source=good&start=2026-01-01T00:00:00Z&end=2026-02-01T00:00:00Z&after=x",
        "/tasks?source=good&start=2026-01-01T00:00:00Z&end=2026-02-01T00:00:00Z&colour=red"
      })
  void aBadQuestionNamesTheParameter(String path) {
    Answer refused = api.get(path);
    isProblem(refused, 400);
    assertThat(refused.json().path("errors")).isNotEmpty();
  }

  @Test
  void anUnknownSourceCollectionOrTaskIsNotFoundByName() {
    isProblem(api.post("/tasks?source=nope&collection=c"), 404);
    assertThat(api.post("/tasks?source=nope&collection=c").text("detail")).contains("nope");
    isProblem(api.post("/tasks?source=good&collection=nope"), 404);
    isProblem(api.get("/tasks/good_c_01a1e451-28fe-7f1d-b60d-26f9e438fcb6"), 404);
    isProblem(api.get("/tasks/rubbish"), 404);
    isProblem(api.post("/tasks/rubbish/cancel"), 404);
    isProblem(api.get("/sources/good/collections/nope"), 404);
    isProblem(api.get("/no/such/path"), 404);
  }

  @Test
  void namesThatNoSourceCanHaveAreRefused() {
    isProblem(api.post("/tasks?source=%2F..&collection=c"), 400);
    isProblem(api.post("/tasks"), 400);
  }

  @Test
  void aTaskIdWithTheUidOfAnotherIsNotFound() {
    String id = api.queue("good", "c");
    isProblem(api.get("/tasks/" + id.replace("good", "evil")), 404);
  }

  /**
   * The answer comes before all is sent, and the client may miss it in what it is still sending.
   */
  private static Answer insist(Callable<Answer> call) {
    return await().ignoreExceptions().until(call, answer -> true);
  }

  @Test
  void tenMegabytesAreTooMany() {
    String large = "#".repeat(10 * 1024 * 1024);
    isProblem(insist(() -> api.put("/sources", large)), 413);
    isProblem(insist(() -> api.post("/tasks?source=good&collection=c", large)), 413);
    assertThat(api.get("/sources").response().body()).contains("good");
  }

  @Test
  void aBodyThatHidesItsLengthIsBoundedToo() {
    byte[] large = new byte[1024 * 1024 + 1024];
    String id = api.queue("good", "c");
    isProblem(
        insist(
            () ->
                api.send(
                    api.request("/tasks/" + id + "/finish")
                        .POST(
                            BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(large))))),
        413);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "{\"attempt_uid\": \"x\", \"outcome\": \"success\"}",
        "{\"attempt_uid\": \"01a1e451-28fe-7f1d-b60d-26f9e438fcb6\", \"outcome\": \"maybe\"}",
        "{\"attempt_uid\": \"01a1e451-28fe-7f1d-b60d-26f9e438fcb6\", \"outcome\": \"failure\","
            + " \"retry_after\": \"soon\"}",
        "{\"attempt_uid\": \"01a1e451-28fe-7f1d-b60d-26f9e438fcb6\", \"outcome\": \"failure\","
            + " \"user_message\": \"\\ud800\"}",
        "{\"attempt_uid\": \"01a1e451-28fe-7f1d-b60d-26f9e438fcb6\", \"outcome\": \"failure\","
            + " \"message\": \"\\u0000\"}"
      })
  void aBadReportIsRefused(String body) {
    String id = api.queue("good", "c");
    isProblem(api.post("/tasks/" + id + "/finish", body), 400);
  }

  @Test
  void aCharsetThatNobodyKnowsIsRefused() {
    isProblem(
        api.send(
            api.request("/sources")
                .header("Content-Type", "text/plain; charset=klingon")
                .PUT(BodyPublishers.ofString("sources: {}"))),
        415);
  }

  @Test
  void aCharsetThatNobodyKnowsIsNotAnsweredIn() {
    isProblem(api.send(api.request("/no/such/path").header("Accept-Charset", "klingon")), 404);
  }

  @Test
  void aMethodThatNobodyKnowsIsRefused() {
    isProblem(api.send(api.request("/sources").method("BREW", BodyPublishers.noBody())), 400);
  }

  @Test
  void aMethodThatIsNotThereIsRefused() {
    isProblem(api.put("/tasks", ""), 405);
  }

  @Test
  void withoutATokenOrWithAWrongOneNothingIsShown() {
    TestClient anonymous = node.anonymous();
    isProblem(anonymous.get("/tasks/x"), 401);
    isProblem(anonymous.put("/sources", "sources: {}"), 401);
    isProblem(anonymous.send(anonymous.request("/sources").header("X-Admin-Token", "guess")), 401);
    isProblem(
        anonymous.send(anonymous.request("/sources").header("Authorization", "Bearer guess")), 401);
    assertThat(anonymous.get("/sources").header("WWW-Authenticate")).startsWith("Bearer");
  }

  @Test
  void theTokenIsTakenInEitherHeader() {
    TestClient anonymous = node.anonymous();
    assertThat(
            anonymous
                .send(anonymous.request("/sources").header("X-Admin-Token", TestNode.TOKEN))
                .status())
        .isEqualTo(200);
    assertThat(
            anonymous
                .send(
                    anonymous
                        .request("/sources")
                        .header("Authorization", "Bearer " + TestNode.TOKEN))
                .status())
        .isEqualTo(200);
  }

  @Test
  void machinesMayAskHowItIsWithoutAToken() {
    assertThat(node.anonymous().get("/alive").status()).isEqualTo(200);
    assertThat(node.anonymous().get("/ready").status()).isEqualTo(200);
    assertThat(metrics()).contains("millrace_tasks_ended_total");
    // The pool has its own, from when it is awake.
    await().atMost(Duration.ofSeconds(30)).until(() -> metrics().contains("millrace_flow_running"));
  }

  private static String metrics() {
    return node.anonymous().get("/metrics").response().body();
  }

  @Test
  void aDocumentOfSourcesMayBeLongerThanOtherBodies() {
    String comments = "# a line that says nothing\n".repeat(100_000);
    String document = comments + "sources: {good: {collections: [{name: c}]}}\n";
    assertThat(document.length()).isGreaterThan(2 << 20);
    assertThat(api.put("/sources", document).status()).isEqualTo(200);
  }
}
