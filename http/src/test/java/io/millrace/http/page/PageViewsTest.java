package io.millrace.http.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.http.EndpointSample;
import io.millrace.http.TestNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;

/** What each view shows is what the API says, and a change is seen soon. */
class PageViewsTest implements JobViewChecks {
  private static final String LINES =
      """
{"client": {"id": "bank", "name": "The Bank"}}
{"site": {"id": "isp", "provider": "acme", "run": {"process": ["sh", "-c", "sleep 1; echo <3; exit 4"]}, "retry": {"delays": ["1h", "1h"]}}}
{"site": {"id": "shut", "provider": "acme", "maintenance": true}}
{"user": {"id": "ann", "client": "bank"}}
{"user_site": {"id": "ann-isp", "user": "ann", "site": "isp"}}
{"user_site": {"id": "ann-shut", "user": "ann", "site": "shut"}}
""";

  private static TestNode node;
  private static BrowserPage page;

  @BeforeAll
  static void start() {
    node = TestNode.start("millrace.flywheel.internal.enabled = false");
    node.client.put(
        "/sources",
        """
        sources:
          slow: {collections: [{name: c, run: {process: [sh, -c, "echo begun; sleep 60"]}}]}
          quick: {collections: [{name: c}]}
          stuck: {collections: [{name: c, run: {pull: {queue: nobody}}}]}
          bad: {collections: [{name: c, run: {process: [sh, -c, "exit 7"]}}]}
        """);
    node.client.post("/import", LINES);
    page = BrowserPage.at(node, TestNode.TOKEN, "today");
  }

  @AfterAll
  static void stop() {
    if (page != null) {
      page.close();
    }
    node.close();
  }

  @Override
  public TestNode node() {
    return node;
  }

  @Override
  public BrowserPage page() {
    return page;
  }

  @Test
  void todayShowsWhatTheApiCountsAndATaskThatEndsWithinTwoSeconds() {
    page.go("today").shows(".strip", "Succeeded");
    long before = node.client.get("/today").json().at("/totals/success").asLong();
    page.shows("[data-is=succeeded]", Long.toString(before));
    String id = node.client.queue("quick", "c");
    await().until(() -> node.client.task(id).path("status").asText().equals("SUCCESS"));
    page.shows("[data-is=succeeded]", Long.toString(before + 1), BrowserPage.SOON);
    assertThat(node.client.get("/today").json().at("/totals/success").asLong())
        .isEqualTo(before + 1);
  }

  @Test
  void aTaskIsSeenRunningIsFollowedAndCanceledFromThePage() {
    page.go("tasks?source=slow").shows("main h1", "Tasks");
    String id = node.client.queue("slow", "c");
    page.shows("main table", "running", BrowserPage.SOON);
    page.go("task/" + id).shows(".log .text", "begun");
    page.press("Cancel");
    page.press("Cancel it");
    page.shows("main .bar .badge", "canceled", BrowserPage.SOON);
    assertThat(node.client.task(id).path("status").asText()).isEqualTo("CANCELED");
  }

  @Test
  void manyTasksAreCountedThenCanceledInTheBackgroundWithAReport() {
    page.go("tasks?source=slow").shows("main h1", "Tasks");
    String id = node.client.queue("slow", "c");
    page.press("Cancel queued and running…");
    page.shows("dialog h2", "Cancel 1 task?");
    page.shows("dialog p", "scheduled or running, source slow, of the last week");
    page.shows("dialog p", node.client.get("/session").text("name"));
    assertThat(node.client.task(id).path("finished_at").asText()).isEmpty();
    page.press("Cancel them");
    page.shows("main .bulk", "1 of 1 canceled");
    assertThat(page.texts("main .bulk p a"))
        .satisfiesExactly(
            text -> assertThat(text).startsWith("scheduled, source slow"),
            text -> assertThat(text).startsWith("running, source slow"));
    assertThat(page.has("main .bulk a[href*='status=SCHEDULED&source=slow']")).isTrue();
    assertThat(page.has("main .bulk a[href*='status=RUNNING&source=slow']")).isTrue();
    assertThat(node.client.task(id).path("status").asText()).isEqualTo("CANCELED");
    page.go("tasks?source=slow&status=CANCELED").shows("main table", "canceled");
    assertThat(page.texts("main .bar button")).noneMatch(word -> word.startsWith("Cancel "));
    page.press("Run again…");
    page.shows("dialog h2", "Run 1 task again?");
    page.press("Run them again");
    page.shows("main .bulk", "1 of 1 run again");
    page.shows("main .bulk a[href*='newest=true']", "nothing of the same ended since");
    page.go("tasks?source=slow&status=RUNNING").shows("main table", "running");
    page.press("Cancel running…");
    page.press("Cancel them");
    page.shows("main .bulk", "1 of 1 canceled");
    page.go("bulk").shows("main h1", "Bulk operations");
    assertThat(page.texts("main .bulk")).hasSizeGreaterThanOrEqualTo(3);
  }

  @Test
  void whatFailsNowIsANumberThatLeadsToItsTasks() {
    String id = node.client.queue("bad", "c");
    await().until(() -> node.client.task(id).path("status").asText().equals("FAILED"));
    await().until(() -> node.client.get("/events").json().at("/failing/tasks").asInt() > 0);
    page.go("today").sees("[data-is=failing-now]");
    await().until(() -> Integer.parseInt(page.text("[data-is=failing-now]")) > 0);
    int failing = node.client.get("/events").json().at("/failing/tasks").asInt();
    page.shows("[data-is=failing-now]", Integer.toString(failing));
    page.driver().executeScript("document.querySelector('[data-is=failing-now]').click()");
    page.shows(".tab[aria-pressed=true]", "failing now");
    page.shows("main table", "bad");
    page.go("today").shows(".reasons a", "exit code 7");
    page.driver().findElement(By.partialLinkText("exit code 7")).click();
    page.shows("main table", "exit code 7");
    assertThat(page.driver().getCurrentUrl()).contains("message=").contains("start=");
  }

  @Test
  void theFilterCompletesSortsAndIsSavedByAName() {
    String id = node.client.queue("quick", "c");
    await().until(() -> node.client.task(id).path("status").asText().equals("SUCCESS"));
    page.go("tasks").shows("main h1", "Tasks");
    page.type("input[aria-label=Source]", "qui");
    page.sees("#values-of-source option[value=quick]");
    page.type("input[aria-label=Source]", "quick");
    page.shows("main table", "quick");
    page.type("input[aria-label=Message]", "nothing has this text");
    page.shows("main .empty", "No tasks match");
    page.go("tasks?source=quick").shows("th[aria-sort=descending]", "Queued");
    page.click("a.sort");
    page.shows("th[aria-sort=ascending]", "Queued");
    page.driver().executeScript("document.querySelector('.saved summary').click()");
    page.press("Save this view…");
    page.type("dialog input", "quick, oldest");
    page.press("Save");
    page.shows(".saved", "quick, oldest");
    page.go("tasks").shows("th[aria-sort=descending]", "Queued");
    page.driver().executeScript("document.querySelector('.saved a').click()");
    page.shows("th[aria-sort=ascending]", "Queued");
    assertThat(page.value("input[aria-label=Source]")).isEqualTo("quick");
  }

  @Test
  void anotherDayHasItsOwnCurveAndNumbers() {
    page.go("today").shows(".pick", "Yesterday");
    page.driver().executeScript("document.querySelector('.pick a').click()");
    page.shows("main h1", "The day ");
    page.shows("main .empty", "Nothing happened on this day");
    assertThat(page.has("[data-is=failing-now]")).as("that is of now").isFalse();
    page.driver().executeScript("document.querySelectorAll('.pick a')[2].click()");
    page.sees("[data-is=failing-now]");
  }

  @Test
  void aWaitingTaskNamesTheBlockerWithTheWordOfTheApi() {
    String id = node.client.queue("stuck", "c");
    String word = node.client.task(id).at("/wait/blocker").asText();
    assertThat(word).isEqualTo("no-worker");
    page.go("tasks?source=stuck").shows("main [data-blocker]", word);
    page.go("task/" + id).shows("main [data-blocker]", word);
    page.shows("main .facts", "No living worker serves the queue 'nobody'");
    page.go("refresh/stuck/c?kind=collection").shows("main [data-blocker]", word);
    node.client.post("/tasks/" + id + "/cancel");
  }

  @Test
  void aFilterThatNamesNothingSaysSoAndStays() {
    page.go("tasks?source=slow").shows("main h1", "Tasks");
    page.type("input[aria-label=Source]", "nobody");
    page.shows("main", "There is no source 'nobody'");
    page.go("sources?user=nobody").shows("main", "There is no user 'nobody'");
    page.shows("main h1", "Sources");
  }

  @Test
  void aUserSiteSaysInWordsHowItStandsAndIsRefreshedFromThePage() {
    page.go("sources?search=ann-i").shows("main table", "ann-isp");
    assertThat(page.texts("main tbody tr")).hasSize(1);
    page.go("refresh/isp/ann-isp?kind=user-site").shows("main h1", "isp / ann-isp");
    page.press("Refresh now");
    page.shows("main .bar .badge", "running", BrowserPage.SOON);
    page.shows(".lead", "Retry 1 of 2 at");
    JsonNode said = node.client.get("/user-sites/ann-isp/explain").json();
    assertThat(page.texts(".rules li")).hasSize(said.path("rules").size());
    page.shows(".timeline", "exit code 4");
    page.go("sources?search=ann-i").shows("main table", "retry 1 of 2 at");
  }

  @Test
  void aRuleThatIsInTheWayIsNamed() {
    page.go("refresh/shut/ann-shut?kind=user-site").shows(".rules .stops", "site in maintenance");
    page.press("Refresh now");
    page.shows(".said.wrong", "site in maintenance");
  }

  @Test
  void aUserSiteIsDisabledWithAReasonAndEnabledAgain() {
    page.go("refresh/shut/ann-shut?kind=user-site").shows("main h1", "ann-shut");
    page.press("Disable…");
    page.type("dialog input", "moving <house>");
    page.press("Disable it");
    page.shows(".lead", "moving <house>");
    assertThat(node.client.get("/user-sites/ann-shut").text("state")).isEqualTo("disabled");
    page.go("sources?kind=disabled").shows("main table", "because moving <house>");
    page.go("refresh/shut/ann-shut?kind=user-site").shows("main h1", "ann-shut");
    page.press("Re-enable");
    page.click("dialog button.primary");
    page.shows("main .bar .badge", "new");
    assertThat(node.client.get("/user-sites/ann-shut").text("state")).isEqualTo("idle");
  }

  @Test
  void aCollectionIsDisabledWhileItRunsThenEndsAndIsEnabledAgain() {
    page.go("sources?kind=collection").shows("main table", "slow");
    String id = node.client.queue("slow", "c");
    page.shows("main table", "attempt 1 of 1 runs since", BrowserPage.SOON);
    page.go("refresh/slow/c?kind=collection")
        .shows("main .bar .badge", "running", BrowserPage.SOON);
    assertThat(page.texts(".rules li")).hasSize(2);
    page.press("Disable…");
    page.type("dialog input", "the bank asked us");
    page.press("Disable it");
    page.shows(".lead", "the bank asked us. Nothing follows this attempt", BrowserPage.SOON);
    page.go("sources?kind=collection").shows("main table", "nothing follows, because the bank");
    assertThat(page.texts("main tbody tr")).hasSize(4);
    node.client.post("/tasks/" + id + "/cancel");
    page.go("refresh/slow/c?kind=collection")
        .shows("main .bar .badge", "disabled", BrowserPage.SOON);
    assertThat(node.client.get("/sources/slow/collections/c").text("state")).isEqualTo("disabled");
    page.press("Re-enable");
    page.click("dialog button.primary");
    page.shows("main .bar .badge", "canceled");
    page.shows(".lead", "No attempt that is kept succeeded");
    assertThat(node.client.get("/sources/slow/collections/c").text("state")).isEqualTo("idle");
  }

  @Test
  void tasksAreFoundByTheirNameAloneAndByAnyPeriodOfTheViewer() {
    String id = node.client.queue("quick", "c");
    await().until(() -> node.client.task(id).path("status").asText().equals("SUCCESS"));
    page.go("tasks?collection=c&status=SUCCESS").shows("main table", "quick");
    page.go("tasks?collection=no-such").shows("main .empty", "No tasks match");
    String old = "minutes=between&start=2001-01-01T00:00:00Z&end=2001-01-02T12:30:00Z";
    page.go("tasks?" + old).shows("main .empty", "another status, source, name or time");
    assertThat(page.value("input[aria-label^=To]"))
        .as("in the viewer's zone")
        .isEqualTo("2001-01-02T18:00");
    page.go("tasks?source=quick&minutes=between&start=2001-01-01T00:00:00Z")
        .shows("main table", "quick");
  }

  @Test
  void aTaskLeadsToWhatItIsOf() {
    page.go("task/" + node.client.queue("quick", "c")).shows("main h1", "quick / c");
    page.click("dl a[href^='#/refresh/']");
    page.shows("main h1", "Sources / quick / c");
    assertThat(page.driver().getCurrentUrl()).endsWith("kind=collection");
    String isp = node.client.post("/user-sites/ann-isp/refresh").text("task_id");
    page.go("task/" + isp).shows("dl", "isp / ann-isp");
    assertThat(page.has("dl a[href='#/refresh/isp/ann-isp?kind=user-site']")).isTrue();
    String job =
        "{\"id\": \"%s\", \"project\": \"p\", \"name\": \"j\", \"steps\": [{\"name\": \"s\","
            + " \"run\": {\"noop\": {}}}]}";
    node.client.put("/jobs", "application/json", job.formatted(EndpointSample.JOB));
    String at = "{\"logical_time\": \"2026-11-16T06:00:00Z\"}";
    String step =
        node.client.post("/jobs/" + EndpointSample.JOB + "/steps/s/run", at).text("task_id");
    page.go("task/" + step).shows("dl", "p.j / s at");
    String link = "#/job/" + EndpointSample.JOB + "/2026-11-16T06%3A00%3A00.000Z/s";
    assertThat(page.has("dl a[href='" + link + "']")).isTrue();
  }

  @Test
  void aPoolShowsWhatShareEachSystemGotAgainstTheOneConfigured() {
    node.client.queue("quick", "c");
    page.go("flow").shows("[data-system=DEFAULT]", "100 % drawn, 100 % configured, 100 % expected");
    JsonNode system = node.client.get("/flow-control").json().at("/systems/0");
    assertThat(system.path("granted").asLong()).isPositive();
    page.shows("[data-system=DEFAULT]", system.path("granted").asLong() + " 100 %");
  }

  @Test
  void aPoolIsEditedWithItsMistakesShownBeforeAndPausedWithAReasonThatIsShownEverywhere() {
    page.go("flow").shows(".pool h2", "0 of 256");
    page.press("Edit");
    page.type("form.edit label input", "0");
    page.shows("form.edit .wrong", "at least one channel");
    assertThat(page.has("form.edit button.primary:disabled")).isTrue();
    page.type("form.edit label input", "7");
    page.press("Save");
    page.shows(".pool h2", "of 7 channels", BrowserPage.SOON);
    assertThat(node.client.get("/flow-control").json().at("/config/maxConcurrency").asInt())
        .isEqualTo(7);
    page.press("Pause…");
    page.type("dialog input", "the bank asked us <to>");
    page.press("Pause it");
    page.go("today").shows(".banner.warn", "the bank asked us <to>", BrowserPage.SOON);
    node.client.post("/flow-control/pools/default/resume");
    page.gone(".banner.warn");
  }

  @Test
  void theClusterShowsItsNodesAndItsWorkers() {
    JsonNode member = node.client.get("/cluster").json().at("/members/0");
    page.go("cluster").shows("main table", member.path("address").asText());
    page.shows("main table", "singletons");
    page.shows("main", node.client.get("/workers").json().at("/workers/0/id").asText());
    String id = node.client.queue("slow", "c");
    page.shows("details summary", "what it runs", BrowserPage.SOON);
    node.client.post("/tasks/" + id + "/cancel");
    page.gone("details summary", BrowserPage.SOON);
  }

  @Test
  void theApiIsShown() {
    page.go("api").shows(".swagger", "Flow control");
  }
}
