package io.millrace.http.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.http.TestNode;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/** What holds for every view, for a test that has a node with something in each, and a browser. */
interface EveryViewChecks {
  /** What must be seen whole and is not: it leaves what it is in, and cannot be scrolled to. */
  String CUT =
      """
const cut = [];
for (const e of document.querySelectorAll('header a, header button, main h1, main h2, main th, main button, main .value, main .badge, main .tab, main label, main select')) {
  const box = e.getBoundingClientRect();
  if (!box.width || e.closest('.hidden, .skip, .swagger') || e.matches('.skip')) continue;
  for (let around = e.parentElement; around; around = around.parentElement) {
    const { overflowX } = getComputedStyle(around);
    const outer = around.getBoundingClientRect();
    if (overflowX === 'auto' || overflowX === 'scroll') break;
    if (overflowX !== 'visible' && (box.right > outer.right + 1.5 || box.left < outer.left - 1.5)) cut.push(`${e.localName} ${e.innerText} in ${around.localName}.${around.className}`);
  }
  const own = getComputedStyle(e);
  if (own.overflowX === 'hidden' && e.scrollWidth > e.clientWidth + 1.5 && !e.title) cut.push(`${e.localName} ${e.innerText}`);
}
return cut;
""";

  /** What can be clicked, and not be reached with the keyboard. */
  String BY_POINTER_ONLY =
      """
const reachable = 'a[href], button, summary, label, input, select, textarea, [tabindex="0"]';
return [...document.querySelectorAll('header *, main *')]
  .filter((e) => e.getClientRects().length && getComputedStyle(e).cursor === 'pointer' && !e.closest('.swagger, .chart'))
  .filter((e) => !e.closest(reachable) || e.closest(reachable).tabIndex < 0)
  .map((e) => e.outerHTML.slice(0, 200));
""";

  /** Swagger UI has one of its own. */
  String SECOND_MAIN = "landmark-no-duplicate-main";

  TestNode node();

  BrowserPage page();

  /** The addresses of all views beside administration, each with something in it. */
  List<String> views();

  @Test
  default void everyViewFitsEveryScreenAndIsReadableReachableQuietAndOfItsNodeOnly() {
    page().complaints();
    page().requested();
    SoftAssertions all = new SoftAssertions();
    for (String view : views()) {
      page().lookIn(1280, 900, "light");
      page().open(view);
      all.assertThat(AxeRules.violations(page()))
          .as(view + ", light")
          .allMatch(found -> view.equals("api") && found.startsWith(SECOND_MAIN));
      all.assertThat(page().wrong(BY_POINTER_ONLY)).as(view + ", by keyboard").isEmpty();
      for (int width : AdminViewChecks.WIDTHS) {
        page().look(width, 900, "light");
        all.assertThatCode(() -> awaitThatItFits(page()))
            .as(view + " at " + width)
            .doesNotThrowAnyException();
      }
      page().lookIn(1280, 900, "dark");
      all.assertThat(AxeRules.faint(page())).as(view + ", dark").isEmpty();
    }
    all.assertAll();
    page().lookIn(1280, 900, "light");
    assertThat(page().requested())
        .allMatch(url -> url.startsWith(node().client.base()) || url.startsWith("data:"));
    assertThat(page().complaints()).isEmpty();
  }

  /** A chart takes its new size a moment later. */
  private static void awaitThatItFits(BrowserPage page) {
    await()
        .atMost(Duration.ofSeconds(5))
        .untilAsserted(
            () -> {
              assertThat(page.wrong(PageReadableTest.TOO_WIDE)).isEmpty();
              assertThat(page.wrong(CUT)).isEmpty();
            });
  }
}
