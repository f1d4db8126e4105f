package io.millrace.http.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.http.TestClient.Answer;
import io.millrace.http.TestNode;
import io.millrace.http.endpoint.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;

/** Who may see and do what, that nothing leaves the node, and that text stays text. */
class PageSafetyTest {
  private static final String NASTY = "<img src=x onerror=document.title='broken'><b>bold</b>";
  private static TestNode node;

  @BeforeAll
  static void start() throws IOException {
    node = TestNode.start();
    String job = Files.readString(Path.of("..", "docs", "examples", "job.yaml"));
    assertThat(node.client.put("/jobs", "application/yaml", job).status()).isEqualTo(201);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  @Test
  void thePageIsServedWithAStrictPolicyAndWithoutAToken() {
    Answer page = node.anonymous().get("/");
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.header("Content-Type")).isEqualTo("text/html; charset=UTF-8");
    assertThat(page.header("Content-Security-Policy"))
        .contains("default-src 'none'", "script-src 'self' 'sha256-", "frame-ancestors 'none'")
        .doesNotContain("unsafe", "*", "http:");
    assertThat(page.header("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(page.header("Referrer-Policy")).isEqualTo("no-referrer");
    assertThat(page.header("Cache-Control")).isEqualTo("no-cache");
    String app = page.response().body().replaceAll("(?s).*src=\"([^\"]+)\".*", "$1");
    Answer script = node.anonymous().get(app);
    assertThat(script.header("Content-Type")).startsWith("application/javascript");
    assertThat(script.header("Cache-Control")).contains("immutable");
  }

  @Test
  void nothingElseOfTheClassPathIsServed() {
    String index = node.anonymous().get("/").response().body();
    String root = index.replaceAll("(?s).*src=\"(/page/\\w+/)app.js\".*", "$1");
    for (String path :
        List.of(
            "../reference.conf",
            "..%2freference.conf",
            "lib/lit/../../../../logback.xml",
            "lib/lit/%2e%2e/package.json",
            "lib/akka/reference.conf",
            "lib/lit",
            ".",
            "")) {
      assertThat(node.anonymous().get(root + path).status()).as(path).isIn(401, 404);
    }
    assertThat(node.anonymous().get("/page/another-version/app.js").status()).isEqualTo(401);
  }

  @Test
  void aWrongTokenIsRefusedAndARightOneShowsTheRole() {
    try (BrowserPage page = BrowserPage.of(node)) {
      page.driver().get(node.client.base() + "/#/flow/default");
      page.type("#token", "no-such-token");
      page.click("millrace-sign-in button");
      page.shows("[role=alert]", "There is no such token");
      page.type("#token", TestNode.TOKEN);
      page.click("millrace-sign-in button");
      page.shows(".who", "admin");
      page.shows("main h1", "Flow / default");
      assertThat(page.driver().getCurrentUrl()).doesNotContain(TestNode.TOKEN);
      page.press("Sign out");
      page.shows("millrace-sign-in", "Sign in");
    }
  }

  @Test
  void aViewerSeesAndHasNoButtonThatChangesAnything() {
    String id = node.client.queue("demo", "c");
    try (BrowserPage page = BrowserPage.at(node, node.token(Role.VIEWER), "flow")) {
      page.shows(".pool h2", "default");
      assertThat(page.texts("main button")).isEmpty();
      page.go("task/" + id).shows("main h1", "demo / c");
      assertThat(page.texts("main button")).isEmpty();
      page.go("refresh/demo/c?kind=collection").shows("main h1", "demo / c");
      assertThat(page.texts("main button")).isEmpty();
      page.go("tasks").shows("main table", "c");
      assertThat(page.texts("main .buttons button")).isEmpty();
      page.go("jobs").shows("main table", "every minute");
      assertThat(page.texts("main button, main .buttons a")).isEmpty();
      page.click("main table a");
      page.sees("a.node[aria-label^='Step fetch']").shows(".triggers", "minute");
      assertThat(page.texts("main button")).isEmpty();
      page.click("main .buttons a");
      page.shows("main pre", "depends: [step/fetch]");
      assertThat(page.has("main button, main textarea")).isFalse();
    }
  }

  @Test
  void htmlInALogAndInAMessageIsShownAsText() {
    node.client.put(
        "/sources",
        """
{"sources": {"nasty": {"collections": [
  {"name": "n", "run": {"process": ["sh", "-c", "echo \\"$0\\"; echo \\"$0\\" >&2; exit 3", "%s"]}}]},
  "demo": {"collections": [{"name": "c"}]}}}
"""
            .formatted(NASTY));
    String id = node.client.queue("nasty", "n");
    try (BrowserPage page = BrowserPage.at(node, TestNode.TOKEN, "task/" + id)) {
      page.shows(".log .info .text", NASTY);
      page.shows(".log .error .text", NASTY);
      page.shows(".lead", NASTY);
      isTextIn(page, "tasks?status=FAILED", "main table");
      isTextIn(page, "today", ".reasons .what");
      isTextIn(page, "sources?kind=collection", "main table");
      isTextIn(page, "refresh/nasty/n?kind=collection", ".timeline");
    }
  }

  private static void isTextIn(BrowserPage page, String view, String css) {
    page.open(view).shows(css, NASTY);
    assertThat(page.has("body img, body b b")).as(view).isFalse();
    assertThat(page.driver().getTitle()).as(view).endsWith(" · Millrace").doesNotContain("<");
  }

  @Test
  void htmlInWhatPeopleWriteIsShownAsText() {
    String reason = "{\"reason\": \"%s\"}".formatted(NASTY);
    node.client.post("/sources/demo/collections/c/disable", reason);
    node.client.post("/flow-control/pools/default/pause", reason);
    String token =
        node.client
            .post("/tokens", "{\"name\": \"%s\", \"role\": \"admin\"}".formatted(NASTY))
            .text("token");
    try (BrowserPage page = BrowserPage.at(node, token, "today")) {
      for (String view : page.views()) {
        isTextIn(page, view, ".banner.warn");
      }
      assertThat(page.driver().findElement(By.cssSelector(".who span")).getDomAttribute("title"))
          .contains(NASTY);
      isTextIn(page, "sources?kind=disabled", "main table");
      isTextIn(page, "refresh/demo/c?kind=collection", ".lead");
      isTextIn(page, "flow", ".pool .banner");
      page.click("details summary");
      page.shows("details .timeline", NASTY);
    } finally {
      node.client.post("/flow-control/pools/default/resume");
      node.client.post("/sources/demo/collections/c/enable");
    }
  }

  @Test
  void noRequestLeavesTheNodeAndThePolicyHasNothingToComplainOf() {
    try (BrowserPage page = BrowserPage.at(node, TestNode.TOKEN, "today")) {
      page.shows(".strip", "Running");
      String task = node.client.queue("demo", "c");
      for (String view : page.views()) {
        page.open(view);
      }
      page.shows(".swagger", "Directory");
      page.go("job-definition/new").sees(".outcome a.node");
      page.open("sources?kind=collection").open("refresh/demo/c?kind=collection");
      page.open("task/" + task).shows("dl", "Queued");
      assertThat(page.requested())
          .hasSizeGreaterThan(20)
          .allMatch(url -> url.startsWith(node.client.base()) || url.startsWith("data:"));
      assertThat(page.complaints()).isEmpty();
    }
  }
}
