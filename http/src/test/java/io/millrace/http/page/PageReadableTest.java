package io.millrace.http.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.http.TestNode;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** Every view can be read: in the dark, on a phone, by keyboard, by ear, in any time zone. */
class PageReadableTest {
  /** Text on what is behind it, as WCAG 2 counts it; what is off or only drawn does not matter. */
  private static final String TOO_FAINT =
      """
const parse = (text) => (text.match(/[\\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
const scale = (text) => (text.startsWith('color(') ? 255 : 1);
const rgba = (text) => {
  const [r, g, b, a = 1] = parse(text.replace('srgb', ''));
  return [r * scale(text), g * scale(text), b * scale(text), a];
};
const over = ([r, g, b, a], under) => [r, g, b].map((c, i) => c * a + under[i] * (1 - a));
const light = (colour) => {
  const [r, g, b] = colour.map((c) => c / 255)
    .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const behind = (element) => {
  const above = [];
  for (let e = element; e; e = e.parentElement) above.push(rgba(getComputedStyle(e).backgroundColor));
  return above.reverse().reduce((under, colour) => over(colour, under), [255, 255, 255]);
};
const faint = new Set();
const all = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (all.nextNode()) {
  const element = all.currentNode.parentElement;
  const style = getComputedStyle(element);
  const shown = all.currentNode.data.trim() && element.getClientRects().length && style.visibility === 'visible';
  if (!shown || element.closest(':disabled, [aria-hidden=true], .hidden, .skip, .swagger, script, style')) continue;
  const ground = behind(element);
  const [a, b] = [light(over(rgba(style.color), ground)), light(ground)].sort((x, y) => y - x);
  const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && style.fontWeight >= 700);
  const ratio = (a + 0.05) / (b + 0.05);
  if (ratio < (large ? 3 : 4.5)) faint.add(`${element.localName}.${element.className} ${ratio.toFixed(2)}: ${all.currentNode.data.trim()}`);
}
return [...faint];
""";

  static final String TOO_WIDE =
      """
const width = document.documentElement.clientWidth;
if (document.documentElement.scrollWidth <= width) return [];
return [...document.querySelectorAll('body *')]
  .filter((e) => e.getBoundingClientRect().right > width + 1)
  .map((e) => `${e.localName}.${e.className} ${e.getBoundingClientRect().right} of ${width}`);
""";

  private static final String WITHOUT_UTC =
      """
return [...document.querySelectorAll('main time:not([title$=" UTC"])')].map((e) => e.outerHTML);
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
  slow: {collections: [{name: c, run: {process: [sleep, "600"]}}]}
  bad: {collections: [{name: c, run: {process: [sh, -c, "echo oh >&2; exit 3"]}, retry: {delays: [1h]}}]}
  off: {collections: [{name: c}]}
""");
    node.client.post("/sources/off/collections/c/disable", "{\"reason\": \"moving house\"}");
    node.client.queue("slow", "c");
    failed = node.client.queue("bad", "c");
    await().until(() -> node.client.task(failed).path("status").asText().equals("FAILED"));
    JobViewChecks.setGate(true);
    node.client.put("/jobs", "application/yaml", JobViewChecks.document());
    node.client.post(
        "/jobs/" + JobViewChecks.ID + "/steps/extract/run",
        "{\"logical_time\": \"" + JobViewChecks.TIME + "\"}");
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
    page.look(1280, 860, "light");
  }

  /** Those of the navigation, and what they lead to. */
  private static List<String> views() {
    List<String> views = new ArrayList<>(page.views());
    views.addAll(
        List.of(
            "sources?kind=collection",
            "sources?kind=disabled",
            "refresh/bad/c?kind=collection",
            "tasks?status=FAILED",
            "tasks?minutes=between",
            "bulk",
            "today?date=2026-01-01",
            "task/" + failed,
            "job/" + JobViewChecks.ID,
            "job/" + JobViewChecks.ID + "/" + JobViewChecks.TIME + "/load",
            "job-definition/" + JobViewChecks.ID));
    return views;
  }

  /** Each view is looked at once for all that can be seen of it in the light. */
  @Test
  void inTheLightEveryTextStandsOutEverythingHasANameAndEveryTimeTellsUtc() {
    for (String view : views()) {
      page.open(view);
      assertThat(theme()).isEqualTo("light");
      assertThat(page.wrong(TOO_FAINT)).as(view).isEmpty();
      if (!view.equals("api")) { // most of it is Swagger UI's own
        assertThat(page.nameless()).as(view).isEmpty();
      }
      assertThat(page.wrong(WITHOUT_UTC)).as(view).isEmpty();
    }
  }

  @Test
  void inTheDarkEveryTextStandsOut() {
    page.lookIn(1280, 860, "dark");
    for (String view : views()) {
      page.open(view);
      assertThat(theme()).isEqualTo("dark");
      assertThat(page.wrong(TOO_FAINT)).as(view).isEmpty();
    }
  }

  @Test
  void onAPhoneNothingIsTooWideAndAPauseIsShownWithItsReasonWhereverOneIs() {
    page.look(390, 844, "light");
    node.client.post("/flow-control/pools/default/pause", "{\"reason\": \"the bank asked us\"}");
    try {
      for (String view : views()) {
        page.open(view).shows(".banner.warn", "default is paused: the bank asked us");
        assertThat(page.wrong(TOO_WIDE)).as(view).isEmpty();
      }
    } finally {
      node.client.post("/flow-control/pools/default/resume");
    }
    page.gone(".banner.warn");
  }

  private static Object theme() {
    return page.driver().executeScript("return document.documentElement.dataset.theme");
  }

  @Test
  void theEditorAndADialogFitAndHaveNames() {
    page.lookIn(390, 844, "dark");
    page.open("flow").press("Edit");
    page.shows("form.edit", "Save");
    assertThat(page.wrong(TOO_WIDE)).isEmpty();
    assertThat(page.wrong(TOO_FAINT)).isEmpty();
    assertThat(page.nameless()).isEmpty();
    page.press("Leave it");
    page.open("job/" + JobViewChecks.ID + "/" + JobViewChecks.TIME).press("Run again…");
    assertThat(page.nameless()).as("a range again").isEmpty();
    page.open("flow").press("Pause…");
    assertThat(page.wrong(TOO_FAINT)).isEmpty();
    assertThat(page.nameless()).isEmpty();
    page.keys(Keys.ESCAPE);
    page.gone("dialog");
  }

  @Test
  void everyViewHasALetterAndTheHelpTellsIt() {
    page.open("today").keys("?");
    page.shows("aside.help", "Cluster");
    List<String> letters = page.texts("aside.help dt").subList(0, page.views().size());
    page.keys(Keys.ESCAPE);
    page.gone("aside.help");
    for (int i = 0; i < letters.size(); i++) {
      page.keys(letters.get(i));
      page.shows("nav a[aria-current=page]", page.texts("nav a").get(i));
    }
    page.open("tasks").keys("/");
    assertThat(page.focused()).isEqualTo("input Source");
    page.keys("t");
    assertThat(page.value("input[type=search]")).as("somebody types").isEqualTo("t");
    page.keys(Keys.BACK_SPACE, Keys.ESCAPE);
    assertThat(page.focused()).isEmpty();
  }

  @Test
  void withTabOneGetsToTheNavigationAndToTheActionsAndSeesWhereOneIs() {
    page.open("flow").shows(".pool h2", "default");
    page.driver().executeScript("document.activeElement.blur(); scrollTo(0, 0)");
    page.driver().navigate().refresh();
    page.open("flow").shows(".pool h2", "default");
    List<String> reached = new ArrayList<>();
    for (int i = 0; i < 40 && !page.focused().equals("button Edit"); i++) {
      page.keys(Keys.TAB);
      reached.add(page.focused());
      assertThat(outline()).as(page.focused()).isNotEqualTo("none");
    }
    assertThat(reached)
        .startsWith("a Skip to content")
        .contains("a Today", "a Flow", "button Sign out", "button Pause…", "button Edit");
  }

  @Test
  void aDialogTakesTheFocusKeepsItAndIsClosedWithEscape() {
    page.open("flow").shows(".pool h2", "default");
    page.driver().executeScript("document.querySelector('.pool .buttons button').focus()");
    page.keys(Keys.ENTER);
    page.shows("dialog h2", "Pause the pool default?");
    assertThat(page.focused()).isEqualTo("input Why");
    for (int i = 0; i < 5; i++) {
      page.keys(Keys.TAB);
      assertThat(page.has("main :focus")).as("behind the dialog").isFalse();
    }
    page.keys(Keys.ESCAPE);
    page.gone("dialog");
    assertThat(page.focused()).as("back where it was").isEqualTo("button Pause…");
    assertThat(node.client.get("/flow-control").json().at("/config/enabled").asBoolean()).isTrue();
  }

  private static Object outline() {
    return page.driver()
        .executeScript("return getComputedStyle(document.activeElement).outlineStyle");
  }

  @Test
  void timesAreInTheZoneOfTheViewerWithUtcWhenOnePointsAtThem() {
    page.open("task/" + failed).shows("dl", "Queued");
    List<WebElement> times = page.driver().findElements(By.cssSelector("dl time"));
    assertThat(times).hasSizeGreaterThan(2);
    for (WebElement time : times) {
      Instant at = Instant.parse(time.getDomAttribute("datetime"));
      assertThat(time.getDomAttribute("title"))
          .isEqualTo(at.toString().replace('T', ' ').replace("Z", " UTC"));
      assertThat(time.getText())
          .endsWith(DateTimeFormatter.ofPattern("HH:mm:ss").format(at.atZone(BrowserPage.ZONE)));
    }
  }

  @Test
  void whatIsEmptySaysWhatToDo() {
    page.open("today?date=2001-01-01").shows("main .empty", "Import users and sites");
    page.open("sources").shows("main .empty", "POST /import");
    page.open("sources?kind=collection&search=none").shows("main .empty", "PUT /sources");
    page.open("tasks?status=CANCELED").shows("main .empty", "Choose another status");
    page.open("jobs?search=none").shows("main .empty", "Clear the search");
    page.open("flow/none").shows("main .empty", "PUT /flow-control/pools");
    page.open("refresh/off/c?kind=collection").shows("main .empty", "Refresh it now");
    page.open("task/none").shows("main .empty", "Not found");
  }
}
