package io.millrace.http.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.sql.Statements;
import io.millrace.http.TestNode;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.interactions.Actions;

/** What the page says is true: of this object, of all the history, and as the API says it. */
class PageTruthTest {
  private static final String JOB = "7d0c8a52-6f0e-4a57-9a43-1f6f2f3b7c11";
  private static final String TIME = "2026-01-02T00:00:00.000Z";

  private static TestNode node;
  private static BrowserPage page;

  @BeforeAll
  static void start() throws Exception {
    node = TestNode.start("millrace.flywheel.internal.enabled = false");
    node.client.put(
        "/flow-control/pools/tiny",
        "{\"enabled\": true, \"maxConcurrency\": 1, \"sourceSystems\": [{\"systemName\":"
            + " \"DEFAULT\", \"reservedChannels\": 0, \"probability\": 100}]}");
    node.client.put(
        "/sources",
        """
sources:
  kept: {collections: [{name: c, fresh: {within: 6h, objective: 99%}}]}
  aged: {collections: [{name: c, fresh: {within: 1s, objective: 1%}, run: {pull: {queue: aged}}}]}
  loose: {collections: [{name: c}, {name: old}]}
  blocks: {collections: [{name: c, pool: tiny, run: {process: [sleep, "300"]}}]}
""");
    node.client.put("/clients/bank", "{\"name\": \"bank\"}");
    node.client.put("/users/ann", "{\"client\": \"bank\"}");
    IntStream.range(0, 14).forEach(i -> site("a%02d".formatted(i), false));
    site("isp", false);
    site("shut", true);
    node.client.put("/user-sites/ann-isp", "{\"user\": \"ann\", \"site\": \"isp\"}");
    node.client.put("/user-sites/ann-shut", "{\"user\": \"ann\", \"site\": \"shut\"}");
    page = BrowserPage.at(node, TestNode.TOKEN, "today");
  }

  @AfterAll
  static void stop() {
    if (page != null) {
      page.close();
    }
    node.close();
  }

  private static void site(String id, boolean maintenance) {
    node.client.put(
        "/sites/" + id,
        "{\"provider\": \"p\", \"maintenance\": %s, \"schedule\": \"0 0 6 * * ?\", \"run\": {\"noop\": {}}}"
            .formatted(maintenance));
  }

  private static String ended(String source, String collection, String status) {
    String id = node.client.queue(source, collection);
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> node.client.task(id).path("status").asText().equals(status));
    return id;
  }

  private static String script(String script) {
    return (String) page.driver().executeScript(script);
  }

  @Test
  void anAddressNeverShowsWhatAnotherOneIsAbout() {
    page.go("task/" + ended("loose", "c", "SUCCESS")).shows("main h1", "loose / c");
    page.go("task/none").shows("main .empty", "Not found");
    assertThat(page.text("main")).doesNotContain("loose");
    page.go("refresh/loose/c?kind=collection").shows("main h1", "loose / c");
    page.go("refresh/loose/none?kind=collection").shows("main .empty", "Not found");
    assertThat(page.texts("main button")).doesNotContain("Refresh now");
    page.go("refresh/loose/c?kind=collection").shows("main h1", "loose / c");
    assertThat(page.has("main .empty strong")).isFalse();
  }

  @Test
  void whatSomebodyTypesStaysWhenItsJobIsDeletedMeanwhile() {
    String id = "8d0c8a52-6f0e-4a57-9a43-1f6f2f3b7c12";
    node.client.put(
        "/jobs",
        "application/yaml",
        "{id: %s, project: p, name: short, steps: [{name: s, run: {noop: {}}}]}".formatted(id));
    page.go("job-definition/" + id).shows(".outcome", "Unchanged since it was saved");
    page.driver().findElement(By.cssSelector("textarea")).sendKeys("# mine");
    node.client.delete("/jobs/" + id);
    page.requested();
    for (int asked = 0; asked < 2; asked++) {
      await().until(() -> page.requested().stream().anyMatch(url -> url.endsWith("/jobs/" + id)));
    }
    assertThat(page.value("textarea")).contains("# mine");
    page.go("job/" + id).shows("main .empty", "Not found");
    script("sessionStorage.removeItem('millrace-draft-" + id + "'); return ''");
  }

  @Test
  void attemptsOlderThanAWeekAreShown() throws Exception {
    String id = ended("loose", "old", "SUCCESS");
    Instant longAgo = Instant.now().minus(Duration.ofDays(20));
    try (Connection connection = node.database.dataSource().getConnection()) {
      new Statements(connection)
          .update(
              "update task set created_at = ?, started_at = ?, finished_at = ? where source ="
                  + " 'loose' and collection = 'old'",
              longAgo,
              longAgo,
              longAgo);
    }
    assertThat(node.client.get("/history?source=loose&collection=old").json().path("tasks"))
        .isEmpty();
    page.go("refresh/loose/old?kind=collection").shows(".lead", "Refreshed 20 days ago");
    page.sees(".timeline a[href*='" + id.substring(id.length() - 12) + "']");
  }

  @Test
  void theStateOfTheDataIsTheSameWordInListDetailAndApi() {
    ended("kept", "c", "SUCCESS");
    dataIs("kept", "fresh", "fresh", "old, promised within 6h");
    String claimed = node.client.queue("aged", "c");
    JsonNode task = node.client.post("/workers/w/claims?wait=20s&queue=aged").json().at("/tasks/0");
    node.client.post(
        "/tasks/" + claimed + "/finish",
        "{\"attempt_uid\": \"%s\", \"outcome\": \"success\"}"
            .formatted(task.path("attempt_uid").asText()));
    await().until(() -> node.client.task(claimed).path("status").asText().equals("SUCCESS"));
    dataIs("aged", "stale", "stale", "old, promised within 1s");
    node.client.queue("aged", "c");
    node.client.post("/history/cancel", "{\"source\": \"aged\", \"dry_run\": false}");
    dataIs("aged", "stale", "stale", "old, promised within 1s");
    page.go("refresh/aged/c?kind=collection").shows(".lead", "The data is from");
    assertThat(page.texts("main .bar .badge")).containsExactly("stale");
  }

  private static void dataIs(String source, String state, String word, String age) {
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () ->
                assertThat(
                        node.client
                            .get("/sources/" + source + "/collections/c/explain")
                            .json()
                            .at("/freshness/state")
                            .asText())
                    .isEqualTo(state));
    JsonNode row =
        node.client.get("/refreshes?kind=collection&search=" + source).json().at("/refreshes/0");
    assertThat(row.at("/data/state").asText())
        .isEqualTo(state)
        .isEqualTo(row.path("freshness").asText());
    page.go("sources?kind=collection&search=" + source).shows("main tbody .badge", word);
    page.shows("main tbody td.wide", age);
    page.go("refresh/" + source + "/c?kind=collection").shows("main .bar .badge", word);
    page.shows("main .facts", age);
  }

  @Test
  void withoutAPromiseNothingIsFresh() {
    ended("loose", "c", "SUCCESS");
    page.go("sources?kind=collection&search=loose/c").shows("main tbody .badge", "refreshed");
    page.go("refresh/loose/c?kind=collection").shows("main .bar .badge", "refreshed");
  }

  @Test
  void aTimeThatARuleSkipsIsNotSaidToBeTheNextOne() {
    for (String id : List.of("ann-isp", "ann-shut")) {
      String list = "/refreshes?kind=user-site&search=" + id;
      String explain = "/user-sites/" + id + "/explain";
      await()
          .untilAsserted(
              () ->
                  assertThat(node.client.get(list).json().at("/refreshes/0/next"))
                      .isEqualTo(node.client.get(explain).json().path("next")));
    }
    page.go("sources?search=ann-shut")
        .shows("td[data-label=next]", "is skipped: site in maintenance");
    page.go("sources?search=ann-isp").sees("td[data-label=next] time");
    assertThat(page.text("td[data-label=next]")).doesNotContain("skipped");
  }

  @Test
  void aWaterfallFollowsARunThatBeginsWithoutAChangeOfItsStep() {
    String blocks = node.client.queue("blocks", "c");
    await().until(() -> node.client.task(blocks).path("status").asText().equals("RUNNING"));
    node.client.put(
        "/jobs",
        "application/json",
        "{\"id\": \"%s\", \"project\": \"p\", \"name\": \"tiny\", \"steps\": [{\"name\": \"s\", \"pool\":"
                .formatted(JOB)
            + " \"tiny\", \"run\": {\"process\": [\"sleep\", \"300\"]}}]}");
    node.client.post("/jobs/" + JOB + "/steps/s/run", "{\"logical_time\": \"" + TIME + "\"}");
    page.go("job/" + JOB + "/" + TIME).sees(".waterfall rect.channel");
    page.shows(".token .waits", "channels-in-use");
    assertThat(page.has(".waterfall rect.run")).isFalse();
    node.client.post("/tasks/" + blocks + "/cancel");
    page.sees(".waterfall rect.run");
    node.client.post("/jobs/" + JOB + "/tokens/" + TIME + "/cancel", "{}");
    page.sees(".waterfall rect.run.canceled");
  }

  @Test
  void aFieldCompletesWithWhatBeginsSoHoweverMuchThereIs() {
    page.go("tasks").shows("main h1", "Tasks");
    page.type("input[aria-label=Source]", "i");
    page.sees("#values-of-source option[value=isp]");
    page.type("input[aria-label=Source]", "no such source");
    page.gone("#values-of-source option");
  }

  @Test
  void allWorkersAreShown() {
    for (int i = 0; i <= 204; i++) {
      node.client.post("/workers/many-%03d/claims?wait=0s&queue=none".formatted(i));
    }
    page.go("cluster").shows("main table[aria-label=Workers]", "many-204");
    assertThat(page.has("a[href='#/tasks?worker=many-204']")).isTrue();
  }

  @Test
  void aPageThatComesBackFromTheCacheOfTheBrowserIsLiveAgain() {
    page.go("today").shows("header .pulse", "running");
    page.requested();
    script("dispatchEvent(new PageTransitionEvent('pagehide', {persisted: true})); return ''");
    script("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true})); return ''");
    page.go("tasks?source=blocks&status=RUNNING").shows("main h1", "Tasks");
    String id = node.client.queue("blocks", "c");
    page.shows("main table", "running", BrowserPage.SOON);
    assertThat(page.requested()).anyMatch(url -> url.endsWith("/events"));
    node.client.post("/tasks/" + id + "/cancel");
  }

  @Test
  void rowsStayAfterALinkInTheListWasFollowed() {
    ended("loose", "c", "SUCCESS");
    page.go("tasks?status=SUCCESS").shows("main table", "loose");
    new Actions(page.driver())
        .moveToElement(
            page.driver().findElement(By.cssSelector("main tbody a[href*='source=loose']")))
        .click()
        .perform();
    await().until(() -> page.driver().getCurrentUrl().contains("source=loose"));
    await()
        .until(() -> page.texts("main tbody tr").stream().allMatch(row -> row.contains("loose")));
    int rows = page.texts("main tbody tr").size();
    ended("loose", "c", "SUCCESS");
    page.shows(".held", "new task");
    assertThat(page.texts("main tbody tr")).hasSize(rows);
    page.press("Show");
    await().until(() -> page.texts("main tbody tr").size() > rows);
  }

  @Test
  void theRowsOfSourcesStayToo() {
    page.go("sources?kind=user-site&search=ann").shows("main table", "ann-isp");
    new Actions(page.driver())
        .moveToElement(page.driver().findElement(By.cssSelector("main tbody a")))
        .perform();
    node.client.put("/user-sites/ann-a00", "{\"user\": \"ann\", \"site\": \"a00\"}");
    ended("loose", "c", "SUCCESS");
    page.shows(".held", "One new row");
    assertThat(page.text("main tbody tr")).contains("ann-isp");
    page.press("Show");
    page.shows("main tbody tr:first-child", "ann-a00");
    node.client.delete("/user-sites/ann-a00");
  }

  @Test
  void whatIsTypedIsOneEntryOfTheHistoryAndNothingPullsAPersonBack() {
    page.open("jobs");
    String before = script("return String(history.length)");
    for (String text : List.of("a", "ab", "abc")) {
      page.type("input[type=search]", text);
      await().until(() -> page.driver().getCurrentUrl().endsWith("search=" + text));
    }
    assertThat(script("return String(history.length)")).isEqualTo(before);
    page.look(1280, 300, "light");
    page.open("cluster");
    script("history.replaceState({y: 90000}, ''); return ''");
    page.open("jobs");
    page.driver().navigate().back();
    page.shows("main h1", "Cluster");
    await().until(() -> !"0".equals(script("return String(scrollY)")));
    Object left =
        page.driver()
            .executeAsyncScript(
                """
const done = arguments[0];
scrollTo(0, 7);
let frames = 20;
const look = () => (--frames ? requestAnimationFrame(look) : done(String(scrollY)));
requestAnimationFrame(look);
""");
    assertThat(left).isEqualTo("7");
    page.look(1280, 900, "light");
  }
}
