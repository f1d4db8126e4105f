package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.http.TestClient.Answer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Questions in the words of people: each has an answer, or is told why there is none. */
class QuestionsTest {
  private static final String GOOD = "sources: {good: {collections: [{name: c}]}}";
  private static final String JOB_ID = "0a6f3c1e-9d3b-4a63-8f27-1b8a4c2d5e6f";
  private static final String JOB =
      """
id: %s
project: quiet
name: job
triggers:
  - {name: t, start: 2090-01-01T00:00:00Z, period: 1 hour 30 minutes, offset: -3 minutes, catchup: NONE}
steps:
  - {name: s, depends: [Trigger/t@1 hour], run: {noop: {}}, timeout: 30 minutes, priority: High}
"""
          .formatted(JOB_ID);

  private static TestNode node;
  private static TestClient api;

  @BeforeAll
  static void start() {
    node =
        TestNode.start(
            """
            millrace.worker.drain = 1 minute 30 seconds
            millrace.flywheel.internal.enabled = false
            """);
    api = node.client;
    api.put("/sources", GOOD);
    api.put("/clients/bank", "{\"name\": \"Bank\"}");
    api.put("/sites/isp", "{\"provider\": \"acme\"}");
    api.put("/users/quiet", "{\"client\": \"bank\"}");
    api.put("/user-sites/quiet-isp", "{\"user\": \"quiet\", \"site\": \"isp\"}");
    isOk(api.put("/jobs", "application/yaml", JOB));
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static JsonNode isOk(Answer answer) {
    assertThat(answer.status()).as(answer.response().body()).isIn(200, 201, 202);
    return answer.json();
  }

  private static void isProblem(Answer answer, int status) {
    assertThat(answer.status()).as(answer.response().body()).isEqualTo(status);
    assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static final String TIMES = "&start=2026-01-01T00:00:00Z&end=2100-01-01T00:00:00Z";

  @ParameterizedTest
  @CsvSource({
    "/tasks?source=nope, source, nope",
    "/tasks?source=nope&collection=c, source, nope",
    "/tasks?source=good&collection=nope, collection, nope",
    "/tasks?source=external&collection=nope, collection, nope",
    "/tasks?source=no.job, source, no.job",
    "/tasks?source=a.b.c, source, a.b.c",
    "/history?source=nope, source, nope",
    "/history?source=good&collection=nope&status=RUNNING, collection, nope",
    "/history?collection=nope, collection, nope",
    "/users?client=nope, client, nope",
    "/user-sites?user=nope, user, nope",
    "/user-sites?site=nope, site, nope",
    "/refreshes?user=nope, user, nope",
    "/refreshes?site=nope, site, nope",
    "/flow-control/pools/nope/changes, pool, nope",
  })
  void whatIsAskedForAndDoesNotExistIsNotFoundByName(String path, String what, String name) {
    Answer answer = api.get(path.startsWith("/tasks") ? path + TIMES : path);
    isProblem(answer, 404);
    assertThat(answer.text("detail")).isEqualTo("There is no " + what + " '" + name + "'");
    assertThat(answer.json().at("/errors/0/field").asText()).isEqualTo(what);
    assertThat(answer.json().at("/errors/0/value").asText()).isEqualTo(name);
  }

  @Test
  void whatExistsAndHasNothingIsAnEmptyList() {
    for (String path :
        List.of(
            "/tasks?source=good",
            "/tasks?source=good&collection=c&status=failed",
            "/tasks?source=external&status=canceled",
            "/tasks?source=isp",
            "/tasks?source=isp&collection=quiet-isp",
            "/history?collection=quiet-isp",
            "/tasks?source=quiet.job",
            "/tasks?source=quiet.job&collection=s",
            "/history?source=quiet.job",
            "/history?collection=s")) {
      Answer answer = api.get(path.startsWith("/tasks") ? path + TIMES : path);
      assertThat(answer.status()).as(path + answer.response().body()).isEqualTo(200);
      assertThat(answer.json().path("tasks")).isEmpty();
    }
  }

  @Test
  void aSourceThatIsGoneIsKnownAsLongAsItHasTasks() {
    api.put("/sources", "sources: {gone: {collections: [{name: c}]}}");
    String id = api.queue("gone", "c");
    api.put("/sources", GOOD);
    Answer answer = api.get("/tasks?source=gone" + TIMES);
    assertThat(answer.json().at("/tasks/0/id").asText()).isEqualTo(id);
    Answer none = api.get("/tasks?source=gone&status=CANCELED" + TIMES);
    assertThat(none.status()).isEqualTo(200);
    assertThat(none.json().path("tasks")).isEmpty();
    assertThat(api.get("/tasks?source=gone&collection=c&status=CANCELED" + TIMES).status())
        .isEqualTo(200);
    isProblem(api.get("/tasks?source=gone&collection=d" + TIMES), 404);
  }

  @ParameterizedTest
  @CsvSource({
    "/tasks?source=good&start=A&end=B, start, end",
    "/history?start=A&end=B, start, end",
    "/tasks/any/logs?start=A&end=B, start, end",
    "/jobs/0a6f3c1e-9d3b-4a63-8f27-1b8a4c2d5e6f/tokens?first=A&last=B, first, last",
  })
  void aPeriodThatEndsBeforeItBeginsIsRefusedWithBothEnds(String path, String first, String last) {
    Answer answer =
        api.get(path.replace("A", "2026-02-01T00:00:00Z").replace("B", "2026-01-01T00:00:00Z"));
    isProblem(answer, 400);
    assertThat(answer.text("detail"))
        .isEqualTo(
            ("%1$s = 2026-02-01T00:00:00Z: must not be after %2$s, 2026-01-01T00:00:00Z; %2$s ="
                    + " 2026-01-01T00:00:00Z: must not be before %1$s, 2026-02-01T00:00:00Z")
                .formatted(first, last));
  }

  @Test
  void aPeriodThatEndsWhereItBeginsIsEmpty() {
    String at = "2026-01-01T00:00:00Z";
    Answer answer = api.get("/tasks?source=good&start=" + at + "&end=" + at);
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().path("tasks")).isEmpty();
  }

  @Test
  void anEndThatIsNotGivenNeverMakesAPeriodWrong() {
    assertThat(api.get("/history?end=2020-01-01T00:00:00Z").status()).isEqualTo(200);
    assertThat(api.get("/history?start=2100-01-01T00:00:00Z").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cancel", "rerun"})
  void manyTasksOfNothingOrOfNoTimeAreRefused(String what) {
    isProblem(api.post("/history/" + what, "{\"source\": \"nope\"}"), 404);
    isProblem(
        api.post("/history/" + what, "{\"source\": \"good\", \"collection\": \"nope\"}"), 404);
    Answer period =
        api.post(
            "/history/" + what,
            "{\"start\": \"2026-02-01T00:00:00Z\", \"end\": \"2026-01-01T00:00:00Z\"}");
    isProblem(period, 400);
    assertThat(period.json().path("errors")).hasSize(2);
    assertThat(api.post("/history/" + what, "{\"source\": \"good\"}").status()).isEqualTo(200);
  }

  @Test
  void aPlanWithoutAPlaceSaysWhy() {
    JsonNode plan = isOk(api.get("/users/quiet/plan"));
    assertThat(plan.path("state").asText()).isEqualTo("flywheel-off");
    assertThat(plan.path("detail").asText()).startsWith("The flywheel is off");
    assertThat(plan.path("plan")).isEmpty();
    assertThat(isOk(api.get("/users/quiet/plan?date=2020-01-01")).path("state").asText())
        .isEqualTo("no-plan");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/tasks?source=good&start=2026-01-01T00:00:00Z&end=2100-01-01T00:00:00Z&status=cancelled",
        "/tasks?source=good&start=2026-01-01T00:00:00Z&end=2100-01-01T00:00:00Z&status=Scheduled",
        "/history?status=CANCELLED",
        "/history?status=failed",
        "/notifications?kind=STATUS_CHANGED",
        "/notifications?kind=Give-Up-Warning",
        "/users?status=blocked",
        "/user-sites?status=step-needed",
        "/user-sites?status=step%20needed",
        "/refreshes?kind=USER_SITE&status=Connected",
        "/refreshes?kind=Collection",
        "/jobs/0a6f3c1e-9d3b-4a63-8f27-1b8a4c2d5e6f/tokens?state=cancelled",
        "/jobs/0a6f3c1e-9d3b-4a63-8f27-1b8a4c2d5e6f/tokens?state=waiting",
        "/schedules/preview?cron=0%200%20*%20*%20*&gap=SKIP&overlap=Both",
      })
  void aWordIsReadInAnyCaseInAQuestion(String path) {
    isOk(api.get(path));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/history?status=DONE | status = DONE: is not one of SCHEDULED, RUNNING, SUCCESS, FAILED,"
            + " CANCELED",
        "/notifications?kind=x | kind = x: is not one of status-changed, connection-status-changed,"
            + " disabled, give-up-warning, minutes-missed, fires-missed, pool-paused,"
            + " stale, fresh-again, objective-at-risk, budget-burning",
        "/users?status=x | status = x: is not one of ACTIVE, BLOCKED",
        "/user-sites?status=x | status = x: is not one of CONNECTED, STEP_NEEDED, DISCONNECTED",
        "/refreshes?kind=x | kind = x: is not one of user-site, collection, disabled",
        "/schedules/preview?period=10 | period = 10: needs a unit: write 90s, 1h30m, 1h 30m, 30"
            + " minutes, 1 hour 30 minutes, 1.5h, 2 days, 1 week, 500ms or PT1H30M",
      })
  void aWordThatIsNotKnownIsToldWhatIs(String path, String detail) {
    Answer answer = api.get(path);
    isProblem(answer, 400);
    assertThat(answer.text("detail")).isEqualTo(detail);
  }

  @Test
  void whatIsReadInAnySpellingIsAnsweredInOne() {
    JsonNode job = isOk(api.get("/jobs/" + JOB_ID + "/triggers"));
    assertThat(job.at("/triggers/0/schedule").asText())
        .isEqualTo("every 1h30m from 2090-01-01T00:00:00Z");
    assertThat(job.at("/triggers/0/offset").asText()).isEqualTo("-3m");
    assertThat(job.at("/triggers/0/catchup").asText()).isEqualTo("none");
    JsonNode user = isOk(api.put("/users/ann", "{\"client\":\"bank\",\"status\":\"Active\"}"));
    assertThat(user.path("status").asText()).isEqualTo("ACTIVE");
    JsonNode token = isOk(api.post("/tokens", "{\"name\": \"eve\", \"role\": \"Viewer\"}"));
    assertThat(token.path("role").asText()).isEqualTo("viewer");
    JsonNode fires =
        isOk(
            api.get(
                "/schedules/preview?start=2026-01-01T00:00:00Z&period="
                    + encoded("10 minutes")
                    + "&offset="
                    + encoded("+1 minute")));
    assertThat(fires.path("schedule").asText()).startsWith("every 10m from");
    assertThat(fires.at("/fires/1/due_at").asText()).isEqualTo("2026-01-01T00:11:00.000Z");
  }

  @Test
  void linesOfAnImportAreReadInAnyCase() {
    JsonNode done =
        isOk(
            api.post(
                "/import?update=TRUE",
                """
{"user": {"id": "bob", "client": "bank", "status": "blocked"}}
{"site": {"id": "shop", "provider": "p", "timeout": "2 minutes", "align": "Planned Only", "when_exhausted": "DISABLE", "priority": "NOW"}}
{"user_site": {"id": "bob-shop", "user": "bob", "site": "shop", "status": "step needed"}}
"""));
    assertThat(done.path("rejected")).isEmpty();
    assertThat(api.get("/users/bob").text("status")).isEqualTo("BLOCKED");
    assertThat(api.get("/user-sites/bob-shop").text("status")).isEqualTo("STEP_NEEDED");
    isOk(api.post("/user-sites/bob-shop/status", "{\"status\": \"connected\"}"));
  }

  @Test
  void callersAndWorkersMayWriteAsPeopleDo() {
    isOk(
        api.post(
            "/flow-control/requests?wait=" + encoded("20 seconds"),
            """
            {"executionName": "A_1", "taskToken": "t1", "lease": "2 minutes", "priority": "Now"}
            """));
    isOk(api.post("/flow-control/releases", "{\"taskToken\": \"t1\", \"outcome\": \"Success\"}"));
    isOk(api.put("/sources", "sources: {pulled: {collections: [{name: c, run: {pull: {}}}]}}"));
    String id = api.queue("pulled", "c");
    JsonNode claimed = isOk(api.post("/workers/w/claims?wait=" + encoded("20 sec")));
    String uid = claimed.at("/tasks/0/attempt_uid").asText();
    isOk(
        api.post(
            "/tasks/" + id + "/logs",
            "{\"attempt_uid\": \"%s\", \"lines\": [{\"message\": \"m\", \"level\": \"ERROR\"}]}"
                .formatted(uid)));
    isOk(
        api.post(
            "/tasks/" + id + "/finish",
            "{\"attempt_uid\": \"%s\", \"outcome\": \"FAILURE\", \"retry_after\": \"1 hour\"}"
                .formatted(uid)));
    assertThat(api.task(id).path("status").asText()).isEqualTo("FAILED");
    isOk(api.put("/sources", GOOD));
  }
}
