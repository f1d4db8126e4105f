package io.millrace.http.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** The rules of axe-core, for what people with a screen reader or a keyboard would stumble over. */
final class AxeRules {
  /** All that is not Swagger UI's own. */
  private static final String RUN =
      """
const done = arguments[arguments.length - 1];
axe.run({exclude: ['.swagger']}, {resultTypes: ['violations'], ...arguments[0]}).then((found) => done(
  found.violations.flatMap((rule) => rule.nodes.map((node) =>
    `${rule.id}: ${node.html.slice(0, 200)} ${node.failureSummary}`))));
""";

  private static final String SCRIPT = script();

  private AxeRules() {}

  /** What is wrong with what the page shows now. */
  static List<String> violations(BrowserPage page) {
    return run(page, Map.of());
  }

  /** What is too faint: all that can be wrong in the dark and not in the light. */
  static List<String> faint(BrowserPage page) {
    return run(page, Map.of("runOnly", List.of("color-contrast")));
  }

  @SuppressWarnings("unchecked")
  private static List<String> run(BrowserPage page, Map<String, Object> options) {
    page.driver().executeScript("if (!globalThis.axe) {" + SCRIPT + "}");
    return (List<String>) page.driver().executeAsyncScript(RUN, options);
  }

  private static String script() {
    try (InputStream in = AxeRules.class.getClassLoader().getResourceAsStream("axe.min.js")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }
}
