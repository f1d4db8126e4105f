package io.millrace.http.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.http.TestNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;

/** What can be done with a log on the page. */
class PageLogTest {
  @TempDir private static Path dir;
  private static TestNode node;
  private static BrowserPage page;

  /** It writes its last line when this file is there. */
  private static Path gate;

  @BeforeAll
  static void start() {
    gate = dir.resolve("gate");
    node = TestNode.start();
    node.client.put(
        "/sources",
        """
sources:
  noisy: {collections: [{name: c, run: {process: [sh, -c, "seq 1 300; printf 'long%%0900d\\\\n' 7; echo broken >&2; until [ -e '%s' ]; do sleep 0.1; done; echo the end"]}}]}
"""
            .formatted(gate));
    page = BrowserPage.at(node, TestNode.TOKEN, "today");
  }

  @AfterAll
  static void stop() {
    if (page != null) {
      page.close();
    }
    node.close();
  }

  private static String script(String script) {
    return (String) page.driver().executeScript(script);
  }

  private static String ofLog(String expression) {
    return script("const log = document.querySelector('.log'); return String(" + expression + ")");
  }

  private static void tick(String label) {
    page.driver().findElement(By.xpath("//label[contains(., '" + label + "')]/input")).click();
  }

  @Test
  void aLogIsFollowedWrappedReadByItsLevelAndDownloaded() throws Exception {
    page.go("task/" + node.client.queue("noisy", "c"));
    page.shows("[data-is=log-state]", "302 lines, more to come");
    String atEnd = "log.scrollHeight - log.scrollTop - log.clientHeight < 30";
    await().until(() -> ofLog(atEnd).equals("true"));

    await().until(() -> ofLog("log.scrollWidth <= log.clientWidth").equals("true"));
    tick("Wrap");
    await().until(() -> ofLog("log.scrollWidth > log.clientWidth").equals("true"));
    tick("Wrap");

    script("document.querySelector('.log').scrollTop = 0; return ''");
    await().until(() -> followed().equals("false"));
    Files.createFile(gate);
    page.shows("[data-is=log-state]", "Complete, 303 lines");
    assertThat(ofLog("log.scrollTop")).as("who reads is left alone").isEqualTo("0");
    tick("Follow");
    page.shows(".log .line:last-child .text", "the end");
    await().until(() -> ofLog(atEnd).equals("true"));

    script(
        "const select = document.querySelector('select[aria-label=Level]'); select.value = 'error';"
            + " select.dispatchEvent(new Event('change')); return ''");
    page.shows("[data-is=log-state]", "Complete, 1 of 303 lines");
    assertThat(page.texts(".log .text")).containsExactly("broken");
    script(
        "const real = URL.createObjectURL.bind(URL); globalThis.saved = '';"
            + " URL.createObjectURL = (blob) => { blob.text().then((text) => (globalThis.saved ="
            + " text)); return real(blob); }; return ''");
    page.press("Download");
    await().until(() -> !script("return globalThis.saved").isEmpty());
    assertThat(script("return globalThis.saved")).endsWith(" error broken\n").hasLineCount(1);
  }

  private static String followed() {
    return script(
        "return String([...document.querySelectorAll('.log-bar label')].find((label) =>"
            + " label.innerText.includes('Follow')).querySelector('input').checked)");
  }
}
