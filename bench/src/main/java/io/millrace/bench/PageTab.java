package io.millrace.bench;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;

/** A tab of Chromium, measured with the browser's own tools. */
final class PageTab implements AutoCloseable {
  private static final Logger DEVTOOLS = Logger.getLogger("org.openqa.selenium.devtools");
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int WITHIN_S = 60;

  /** Runs before anything of the page: notes its first content and its long tasks. */
  private static final String PROBE =
      """
globalThis.probe = { content: 0, longest: 0 };
new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => (probe.longest = Math.max(probe.longest, duration)))).observe({ type: 'longtask', buffered: true });
new MutationObserver(() => {
  if (!probe.content && document.querySelector('main h1, main .swagger') && !document.querySelector('main .loading')) probe.content = performance.now();
}).observe(document, { childList: true, subtree: true });
""";

  private static final String FIRST_PAINT =
      "return performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0";

  /** Down the log in steps, as with a wheel, and up again. */
  private static final String SCROLL =
      """
const done = arguments[0];
const log = document.querySelector('.log') ?? document.scrollingElement;
const most = log.scrollHeight;
let step = 0;
const next = () => {
  log.scrollTop = most * (step < 60 ? step / 60 : (120 - step) / 60);
  if (step++ < 120) requestAnimationFrame(next);
  else done(most);
};
next();
""";

  /**
   * What a load cost, in milliseconds.
   *
   * @param longest the longest task of the main thread
   */
  record PageCost(double firstPaint, double content, double longest) {}

  private final ChromeDriver driver;
  private final String base;

  private PageTab(ChromeDriver driver, String base) {
    this.driver = driver;
    this.base = base;
  }

  static PageTab open(String base, String token) {
    ChromeOptions options = new ChromeOptions();
    options.setBinary(new File("/usr/bin/chromium"));
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--window-size=1280,900");
    options.setCapability("goog:loggingPrefs", Map.of("performance", "ALL"));
    System.setProperty("webdriver.chrome.driver", "/usr/bin/chromedriver");
    DEVTOOLS.setLevel(Level.SEVERE);
    PageTab tab = new PageTab(new ChromeDriver(options), base);
    tab.driver.executeCdpCommand("Page.addScriptToEvaluateOnNewDocument", Map.of("source", PROBE));
    tab.driver.get(base + "/");
    tab.driver.executeScript("sessionStorage.setItem('millrace-token', arguments[0])", token);
    return tab;
  }

  /** Loads a view from nothing. */
  PageCost load(String view, boolean cached) throws InterruptedException {
    if (!cached) {
      driver.executeCdpCommand("Network.clearBrowserCache", Map.of());
    }
    driver.get("about:blank");
    driver.get(base + "/#/" + view);
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(WITHIN_S);
    while (number("return probe.content") == 0) {
      if (System.nanoTime() > until) {
        throw new IllegalStateException(view + " shows nothing");
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
    TimeUnit.SECONDS.sleep(2); // what comes after the first content counts, too
    return new PageCost(number(FIRST_PAINT), number("return probe.content"), longest());
  }

  /** The longest task since the view was loaded. */
  double longest() {
    return number("return probe.longest");
  }

  void scroll() {
    driver.executeAsyncScript(SCROLL);
  }

  private double number(String script) {
    return ((Number) requireNonNull(driver.executeScript(script))).doubleValue();
  }

  /** Bytes a second that the tab received, headers included, while nobody touched it. */
  double idle(int seconds) throws Exception {
    received(); // forgets what came before
    TimeUnit.SECONDS.sleep(seconds);
    return received() / (double) seconds;
  }

  private long received() throws Exception {
    long bytes = 0;
    for (LogEntry entry : List.copyOf(driver.manage().logs().get(LogType.PERFORMANCE).getAll())) {
      JsonNode said = JSON.readTree(entry.getMessage()).path("message");
      String method = said.path("method").asText();
      if (method.equals("Network.dataReceived")) {
        bytes += said.at("/params/encodedDataLength").asLong();
      } else if (method.equals("Network.responseReceived")) {
        bytes += said.at("/params/response/encodedDataLength").asLong();
      }
    }
    return bytes;
  }

  @Override
  public void close() {
    driver.quit();
  }
}
