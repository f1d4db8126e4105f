package io.millrace.http.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The rules of axe-core, for what people with a screen reader or a keyboard would stumble over. */
final class AxeRules {
  /** All that is not Swagger UI's own. */
  private static final String RUN =
      """
      const done = arguments[arguments.length - 1];
      axe.run({exclude: ['.swagger']}, {resultTypes: ['violations']}).then((found) => done(
        found.violations.flatMap((rule) => rule.nodes.map((node) =>
          `${rule.id}: ${node.html.slice(0, 200)} ${node.failureSummary}`))));
      """;

  private static final String SCRIPT = script();

  private AxeRules() {}

  /** What is wrong with what the page shows now. */
  @SuppressWarnings("unchecked")
  static List<String> violations(BrowserPage page) {
    page.driver().executeScript("if (!globalThis.axe) {" + SCRIPT + "}");
    return (List<String>) page.driver().executeAsyncScript(RUN);
  }

  private static String script() {
    try (InputStream in = AxeRules.class.getClassLoader().getResourceAsStream("axe.min.js")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }
}
