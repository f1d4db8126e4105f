package io.millrace.http.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.http.TestNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.interactions.Actions;

/** What people expect of any page: titles, the way back, tabs, unsaved text, long logs. */
class PageHabitsTest {
  private static final int LINES = 100_000;

  private static TestNode node;
  private static BrowserPage page;

  @BeforeAll
  static void start() {
    node =
        TestNode.start(
            """
            millrace {
              flywheel.internal.enabled = false
              history.log-lines = 200000
            }
            """);
    node.client.put(
        "/sources",
        """
        sources:
          many: {collections: [{name: a}, {name: b}]}
          slow: {collections: [{name: c, run: {process: [sh, -c, "sleep 60"]}}]}
          wrong: {collections: [{name: c, run: {process: [sh, -c, "exit 3"]}}]}
          long: {collections: [{name: c, run: {process: [seq, "1", "%d"]}}]}
        """
            .formatted(LINES));
    page = BrowserPage.at(node, TestNode.TOKEN, "today");
  }

  @AfterAll
  static void stop() {
    if (page != null) {
      page.close();
    }
    node.close();
  }

  @Test
  void everyViewHasATitleOfItsOwn() {
    List<String> titles = new ArrayList<>();
    for (String view : page.views()) {
      page.open(view);
      await(view).until(() -> !titles.contains(page.driver().getTitle()));
      titles.add(page.driver().getTitle());
    }
    assertThat(titles)
        .contains("Today · Millrace", "Tasks · Millrace", "API · Millrace")
        .doesNotHaveDuplicates();
    page.open("refresh/many/a?kind=collection");
    await().until(() -> page.driver().getTitle().equals("Sources / many / a · Millrace"));
  }

  @Test
  void onAPhoneAndATabletTheTitleAndTheFilterAreThere() {
    for (int width : List.of(390, 768)) {
      page.look(width, 900, "light");
      page.open("tasks?source=many&order=oldest");
      assertThat(page.driver().getTitle()).isEqualTo("Tasks · Millrace");
      assertThat(page.value("input[aria-label=Source]")).isEqualTo("many");
      page.open("bulk");
      assertThat(page.driver().getTitle()).isEqualTo("Tasks / Bulk operations · Millrace");
      page.open("today");
      assertThat(page.driver().getTitle()).isEqualTo("Today · Millrace");
    }
    page.look(1280, 900, "light");
  }

  @Test
  void aListThatIsTheSameIsNotSentAgain() {
    for (int i = 0; i < 10; i++) {
      String id = node.client.queue("many", "a");
      await().until(() -> node.client.task(id).path("status").asText().equals("SUCCESS"));
    }
    page.go("tasks?source=many&status=SUCCESS").shows("main table", "success");
    page.driver().executeScript("performance.clearResourceTimings()");
    String last =
        "return String(performance.getEntriesByType('resource')"
            + ".filter((e) => e.name.includes('/history?')).at(-1)?.transferSize ?? 9999)";
    await().until(() -> Integer.parseInt(script(last)) < 700);
    page.shows("main table", "success");
  }

  @Test
  void theWayBackLeadsToWhereOneWas() {
    page.look(1280, 300, "light");
    page.open("today");
    page.driver().executeScript("scrollTo(0, 250)");
    await().until(() -> "250".equals(script("return String(history.state?.y)")));
    page.open("jobs");
    assertThat(script("return String(scrollY)")).isEqualTo("0");
    page.driver().navigate().back();
    await().until(() -> "250".equals(script("return String(scrollY)")));
    page.look(1280, 900, "light");
  }

  @Test
  void aSecondTabNeedsNoSignInAndOneSignOutIsEnough() {
    try (BrowserPage own = BrowserPage.at(node, TestNode.TOKEN, "tasks")) {
      ChromeDriver driver = own.driver();
      String first = driver.getWindowHandle();
      driver.switchTo().newWindow(WindowType.TAB);
      driver.get(node.client.base() + "/#/jobs");
      own.shows("main h1", "Jobs");
      own.press("Sign out");
      own.sees("#token");
      driver.switchTo().window(first);
      own.sees("#token");
      assertThat(script(driver, "return JSON.stringify({...localStorage, ...sessionStorage})"))
          .doesNotContain(TestNode.TOKEN);
    }
  }

  @Test
  void aReloadNeverSaysThatTheNodeDoesNotAnswer() {
    try (BrowserPage own = BrowserPage.at(node, TestNode.TOKEN, "tasks")) {
      own.driver()
          .executeCdpCommand(
              "Page.addScriptToEvaluateOnNewDocument",
              Map.of(
                  "source",
                  "globalThis.said = []; new MutationObserver(() => { if"
                      + " (document.body?.innerText.includes('does not answer'))"
                      + " said.push(document.body.innerText); }).observe(document, {childList:"
                      + " true, subtree: true, characterData: true})"));
      for (int i = 0; i < 3; i++) {
        own.driver().navigate().refresh();
        own.shows("main h1", "Tasks");
        own.shows("header .pulse", "running");
        assertThat(script(own.driver(), "return said.join()")).isEmpty();
      }
    }
  }

  @Test
  void unsavedTextComesBackUntilItIsDiscarded() {
    page.open("job-definition/new");
    page.sees("textarea");
    String template = page.value("textarea");
    page.driver().findElement(By.cssSelector("textarea")).sendKeys("# not yet");
    page.open("jobs");
    page.open("job-definition/new");
    page.shows(".banner.inline", "This text is not saved");
    assertThat(page.value("textarea")).contains("# not yet");
    page.press("Discard it");
    page.gone(".banner.inline");
    assertThat(page.value("textarea")).hasSameSizeAs(template);
  }

  @Test
  void theExamplesOfTheApiShowNoToken() {
    page.go("api").sees(".opblock-tag");
    page.driver()
        .executeScript("document.querySelectorAll('.opblock-tag').forEach((e) => e.click())");
    page.sees(".opblock-get");
    page.driver()
        .executeScript(
            "const get = [...document.querySelectorAll('.opblock-summary-path')]"
                + ".find((e) => e.innerText.replaceAll('\\u200b', '') === '/session');"
                + " get.closest('.opblock-summary').querySelector('button').click()");
    page.click(".try-out__btn");
    page.click(".btn.execute");
    page.shows(".curl-command", "/session");
    page.shows(".live-responses-table", "admin");
    assertThat(page.text(".curl-command")).doesNotContain(TestNode.TOKEN);
  }

  @Test
  void aFailedTaskCanBeRetried() {
    String failed = node.client.queue("wrong", "c");
    await().until(() -> node.client.task(failed).path("status").asText().equals("FAILED"));
    page.go("task/" + failed).shows("main .bar .badge", "failed");
    page.press("Retry");
    await().until(() -> !page.driver().getCurrentUrl().contains(failed));
    page.shows("main h1", "wrong / c");
    page.shows("main .bar .badge", "failed");
  }

  @Test
  void rowsStayWhileSomebodyPointsAtThem() {
    String first = node.client.queue("many", "a");
    await().until(() -> node.client.task(first).path("status").asText().equals("SUCCESS"));
    page.go("tasks?source=many").shows("main table", "success");
    new Actions(page.driver())
        .moveToElement(page.driver().findElement(By.cssSelector("main tbody a")))
        .perform();
    int rows = page.texts("main tbody tr").size();
    node.client.queue("many", "b");
    page.shows(".held", "One new task");
    assertThat(page.texts("main tbody tr")).hasSize(rows);
    page.press("Show");
    await().until(() -> page.texts("main tbody tr").size() == rows + 1);
  }

  @Test
  void aLogOfAHundredThousandLinesIsScrolledSearchedAndDownloaded() {
    String id = node.client.queue("long", "c");
    await().until(() -> node.client.task(id).path("status").asText().equals("SUCCESS"));
    page.go("task/" + id).shows("[data-is=log-state]", "Complete, 100,000 lines");
    page.shows(".log", "100000");
    assertThat(Integer.parseInt(script("return String(document.querySelectorAll('.line').length)")))
        .as("only what is seen is there")
        .isLessThan(300);
    page.driver().executeScript("document.querySelector('.log').scrollTop = 0");
    page.shows(".log .line:first-child .text", "1");
    page.type("input[aria-label='Search the log']", "7777");
    page.shows("[data-is=log-state]", "of 100,000 lines");
    page.shows(".log mark", "7777");
    page.type("input[aria-label='Search the log']", "no such line");
    page.shows("main", "No lines match");
  }

  private static String script(String script) {
    return script(page.driver(), script);
  }

  private static String script(ChromeDriver driver, String script) {
    return (String) driver.executeScript(script);
  }
}
