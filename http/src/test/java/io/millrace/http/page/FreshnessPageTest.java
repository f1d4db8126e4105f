package io.millrace.http.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.http.TestNode;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;

/** Today, Freshness, Tomorrow and the edit of a pool, with promises and simulations. */
class FreshnessPageTest implements EveryViewChecks {
  private static final String LINES =
      """
{"client": {"id": "app", "name": "The app", "fresh": {"within": "6h"}}}
{"client": {"id": "old", "name": "The old one", "fresh": {"within": "1s", "objective": "90%"}}}
{"site": {"id": "isp", "provider": "acme"}}
{"site": {"id": "bank", "provider": "acme", "run": {"process": ["sh", "-c", "exit 3"]}}}
{"site": {"id": "shut", "provider": "acme", "maintenance": true}}
{"user": {"id": "ann", "client": "app"}}
{"user": {"id": "bob", "client": "old"}}
{"user_site": {"id": "ann-isp", "user": "ann", "site": "isp"}}
{"user_site": {"id": "bob-bank", "user": "bob", "site": "bank"}}
{"user_site": {"id": "bob-bank2", "user": "bob", "site": "bank"}}
{"user_site": {"id": "bob-isp", "user": "bob", "site": "isp"}}
{"user_site": {"id": "bob-shut", "user": "bob", "site": "shut"}}
""";

  private static TestNode node;
  private static BrowserPage page;
  private static String failed;

  @BeforeAll
  static void start() {
    node = TestNode.start("millrace.flywheel.internal.enabled = false");
    node.client.put(
        "/sources",
        """
        sources:
          feed: {collections: [{name: c, schedule: every 1h}]}
          quick: {collections: [{name: c}]}
          stuck: {collections: [{name: c, run: {pull: {queue: nobody}}}]}
          seven: {collections: [{name: c, run: {process: [sh, -c, "echo oh; exit 7"]}}]}
          eight: {collections: [{name: c, run: {process: [sh, -c, "exit 8"]}}]}
        """);
    node.client.post("/import", LINES);
    node.client.queue("stuck", "c");
    for (int i = 0; i < 4; i++) {
      failed = ended("seven", "FAILED");
    }
    ended("eight", "FAILED");
    JobViewChecks.setGate(true);
    node.client.put("/jobs", "application/yaml", JobViewChecks.document());
    node.client.post(
        "/jobs/" + JobViewChecks.ID + "/steps/extract/run",
        "{\"logical_time\": \"" + JobViewChecks.TIME + "\"}");
    String times = "/jobs/" + JobViewChecks.ID + "/times";
    await().until(() -> node.client.get(times).json().at("/times/1/steps").size() == 4);
    await().until(() -> !node.client.get(times).json().toString().contains("ACTIVE"));
    refresh("ann-isp", "SUCCESS");
    refresh("bob-bank", "FAILED");
    await().until(() -> freshness("").path("stale").asInt() == 3);
    page = BrowserPage.at(node, TestNode.TOKEN, "today");
  }

  @AfterAll
  static void stop() {
    if (page != null) {
      page.close();
    }
    node.close();
  }

  @BeforeEach
  void asOnADesk() {
    page.driver().executeScript("document.querySelectorAll('dialog').forEach((e) => e.close())");
    page.look(1280, 900, "light");
  }

  private static String ended(String source, String status) {
    return ended(node.client.queue(source, "c"), source, status);
  }

  private static String ended(String id, String of, String status) {
    await(of).until(() -> node.client.task(id).path("status").asText().equals(status));
    return id;
  }

  private static void refresh(String userSite, String status) {
    String id = node.client.post("/user-sites/" + userSite + "/refresh").text("task_id");
    ended(id, userSite, status);
  }

  private static JsonNode freshness(String path) {
    return node.client.get("/freshness" + path).json();
  }

  private static String today(int days) {
    return LocalDate.now(Clock.systemUTC()).plusDays(days).toString();
  }

  @Override
  public TestNode node() {
    return node;
  }

  @Override
  public BrowserPage page() {
    return page;
  }

  @Override
  public List<String> views() {
    List<String> views = new ArrayList<>(page.views());
    views.remove("admin");
    views.addAll(
        List.of(
            "today?hours=true",
            "today?date=2026-01-01",
            "freshness?kind=sites&sort=age",
            "freshness?kind=clients&name=old&state=stale",
            "tomorrow?date=" + today(0),
            "sources?kind=collection",
            "refresh/bank/bob-bank?kind=user-site",
            "refresh/feed/c?kind=collection",
            "tasks?status=FAILED&minutes=between",
            "bulk",
            "task/" + failed,
            "job/" + JobViewChecks.ID,
            "job/" + JobViewChecks.ID + "/" + JobViewChecks.TIME + "/load",
            "job-definition/" + JobViewChecks.ID));
    return views;
  }

  @Test
  void todayOpensWithTheVerdictAndItLeadsDownToTheUserSite() {
    page.open("today").shows(".verdict", "3 user-sites stale at 1 client, because bank: ");
    page.shows(".verdict", freshness("").path("sentence").asText());
    page.click("a.verdict");
    page.shows("main [data-is=verdict]", "3 user-sites stale at 1 client");
    page.shows("tr[data-name=old] td[data-label=age]", "of 1 s");
    page.shows("tr[data-name=app] td[data-label=age]", "within");
    page.click("tr[data-name=old] td[data-label=stale] a");
    page.shows("main h2", "Clients / old");
    page.sees("a[href='#/refresh/isp/bob-isp?kind=user-site']");
    assertThat(page.texts("main tbody tr")).hasSize(3);
    page.click("main a[href='#/refresh/bank/bob-bank?kind=user-site']");
    page.shows("main h1", "bank / bob-bank");
  }

  @Test
  void sitesAreListedByTheAgeOfTheirDataAndSoIsWhatIsExempt() {
    page.open("freshness?kind=sites").shows("main table", "bank");
    page.shows("tr[data-name=bank] td[data-label=stale]", "2");
    page.click("tr[data-name=shut] td[data-label=exempt] a");
    page.shows("main table", "bob-shut");
    page.shows("main table", "site in maintenance");
  }

  @Test
  void everyColumnSortsBothWaysInTheNode() {
    page.open("freshness").shows("th[aria-sort=descending]", "Stale");
    awaitNames("old", "app");
    sortBy("Stale");
    page.shows("th[aria-sort=ascending]", "Stale");
    awaitNames("app", "old");
    sortBy("Age");
    page.shows("th[aria-sort=descending]", "Age");
    awaitNames("old", "app");
    sortBy("Name");
    page.shows("th[aria-sort=ascending]", "Name");
    awaitNames("app", "old");
    assertThat(page.driver().getCurrentUrl()).contains("sort=name");
    page.open("freshness?kind=clients&name=old&state=stale").shows("main table", "bob-isp");
    sortBy("Name");
    awaitRows("bob-bank", "bob-bank2", "bob-isp");
    sortBy("Name");
    page.shows("th[aria-sort=descending]", "Name");
    awaitRows("bob-isp", "bob-bank2", "bob-bank");
  }

  /** With the keyboard alone. */
  private static void sortBy(String heading) {
    WebElement link =
        page.driver()
            .findElement(By.xpath("//th/a[starts-with(normalize-space(), '" + heading + "')]"));
    page.driver().executeScript("arguments[0].focus()", link);
    page.keys(Keys.ENTER);
  }

  private static void awaitNames(String... names) {
    await().until(() -> page.texts("main tbody td:first-child").equals(List.of(names)));
  }

  private static void awaitRows(String... names) {
    await().until(() -> page.texts("main tbody td:nth-child(3)").equals(List.of(names)));
  }

  @Test
  void tomorrowIsSimulatedAndTheBackTestOfYesterdayIsBesideIt() {
    page.open("tomorrow").shows("main h1", "Tomorrow");
    page.press("Simulate " + today(1));
    page.sees("[data-is=starts]");
    page.shows("[data-is=starts]", Integer.toString(simulated(today(1)).at("/started").asInt()));
    assertThat(simulated(today(1)).at("/started").asInt()).isGreaterThanOrEqualTo(23);
    page.shows("[data-is=no-back-test]", "is not known yet");
    page.press("Back-test yesterday");
    page.shows(".back-test", "How right was it?");
    page.shows(".back-test", "nothing happened on that day");
    page.sees("main millrace-forecast canvas");
  }

  private static JsonNode simulated(String date) {
    for (JsonNode each : node.client.get("/simulations").json().path("simulations")) {
      boolean plain =
          each.path("state").asText().equals("done") && !each.path("request").hasNonNull("changes");
      if (plain && each.at("/request/date").asText().equals(date)) {
        return node.client.get("/simulations/" + each.path("id").asText()).json().path("result");
      }
    }
    throw new AssertionError("Nobody has simulated " + date);
  }

  @Test
  void aDayThatIsOverShowsWhatHappenedWithoutASimulation() throws SQLException {
    try (Connection connection = node.database.dataSource().getConnection();
        Statement sql = connection.createStatement()) {
      sql.execute(
          """
          insert into task_minutes (at, what, reason, n, ms)
          select '%1$s 12:00Z'::timestamptz, what, '', n, 0
          from (values ('started', 1234), ('success', 1200)) as counted (what, n)
          """
              .formatted(today(-3)));
    }
    page.open("today").shows(".pick", "Tomorrow");
    page.click(".pick a[href='#/tomorrow']");
    page.shows("main h1", "Tomorrow");
    page.open("tomorrow?date=" + today(-2)).shows("[data-is=happened]", "0 starts");
    page.click(".pick a");
    page.shows("main h1", "The day " + today(-3));
    page.shows("[data-is=happened]", "1,234 starts, 1,200 succeeded");
    page.shows("main .empty", "This day is not simulated yet");
    page.sees("main millrace-forecast canvas");
    page.click("[data-is=happened] a");
    page.shows("[data-is=succeeded]", "1,200");
  }

  @Test
  void anEditOfAPoolShowsItsEffectAndTheErrorOfTheForecastBeforeItIsSaved() {
    page.open("flow").press("Edit");
    page.type("form.edit label input", "7");
    page.press("Simulate tomorrow with this");
    page.shows("table.effect", "with this");
    page.shows("table.effect", "Most channels in use");
    page.shows("form.edit [data-is=back-test]", "The error of such a forecast");
    assertThat(AxeRules.violations(page)).isEmpty();
    assertThat(node.client.get("/flow-control").json().at("/config/maxConcurrency").asInt())
        .as("not saved")
        .isEqualTo(256);
    page.type("form.edit td input", "x".repeat(101));
    page.press("Add a system");
    page.type("form.edit tbody tr:nth-child(2) input", "DEFAULT");
    page.press("Simulate tomorrow with this");
    page.shows("form.edit [role=alert]", "changes.flow.default");
    page.sees("form.edit .buttons button:first-child:not(:disabled)");
    page.open("jobs").open("flow").press("Edit");
    page.shows("form.edit .banner", "This config is not saved");
    assertThat(page.value("form.edit label input")).isEqualTo("7");
    page.press("Discard it");
    page.gone("form.edit .banner");
    assertThat(page.value("form.edit label input")).isEqualTo("256");
    page.press("Leave it");
  }

  @Test
  void theNumbersOfTheDayLeadToExactlyWhatTheyCount() {
    ended("quick", "SUCCESS");
    page.open("today?hours=true").shows(".hours", "Succeeded");
    int count = node.client.get("/history/count?status=FAILED").json().path("tasks").asInt();
    page.shows("[data-is=failed-attempts]", Integer.toString(count));
    page.click("a.tile:has([data-is=failed-attempts])");
    page.shows(".tag.ended", "ended from");
    await().until(() -> page.texts("main tbody tr").size() == count);
    page.open("today?hours=true").click(".hours td[data-label=failed] a");
    page.shows(".tag.ended", "ended from");
    page.shows("main table", "seven");
    page.click(".tag.ended button");
    page.gone(".tag.ended");
  }

  @Test
  void reasonsKeepTheirPlacesWhileSomebodyPointsAtThem() {
    page.open("today").shows(".reasons li:first-child", "exit code 7");
    new Actions(page.driver())
        .moveToElement(page.driver().findElement(By.cssSelector(".reasons li:first-child b")))
        .perform();
    for (int i = 0; i < 4; i++) {
      ended("eight", "FAILED");
    }
    page.shows(".reasons:first-child li b", "5");
    assertThat(page.texts(".reasons:first-child li .what").get(0)).isEqualTo("exit code 7");
    new Actions(page.driver())
        .moveToElement(page.driver().findElement(By.cssSelector("header .brand")))
        .perform();
    page.shows(".reasons:first-child li:first-child", "exit code 8");
  }
}
