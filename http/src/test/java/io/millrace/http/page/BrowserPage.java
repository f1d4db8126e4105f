package io.millrace.http.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.http.TestNode;
import io.millrace.http.endpoint.Json;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.openqa.selenium.By;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;

/** The page in a real browser, as an operator has it. */
public final class BrowserPage implements AutoCloseable {
  /** What the page promises: a change is seen within this. */
  static final Duration SOON = Duration.ofSeconds(2);

  /** Where the viewer is: half an hour beside the full hours of UTC. */
  static final ZoneId ZONE = ZoneId.of("Asia/Kolkata");

  private static final Set<String> HAVE_A_NAME =
      Set.of(
          "button",
          "link",
          "textbox",
          "searchbox",
          "combobox",
          "checkbox",
          "spinbutton",
          "switch",
          "tab",
          "image",
          "dialog",
          "navigation");

  private static final Duration PATIENT = Duration.ofSeconds(20);
  private static final Duration LOOK = Duration.ofMillis(50);
  private static final Logger DEVTOOLS = Logger.getLogger("org.openqa.selenium.devtools");
  private static final File CHROMIUM = new File("/usr/bin/chromium");
  private static final File DRIVER = new File("/usr/bin/chromedriver");

  private final ChromeDriver driver;
  private final String base;

  private BrowserPage(ChromeDriver driver, String base) {
    this.driver = driver;
    this.base = base;
  }

  /** Opens a browser that nobody has signed in with; skips the test if there is none. */
  static BrowserPage of(TestNode node) {
    assumeTrue(
        CHROMIUM.canExecute() && DRIVER.canExecute(),
        "No browser: apt-get install chromium chromium-driver, and the page is tested, too");
    ChromeOptions options = new ChromeOptions();
    options.setBinary(CHROMIUM);
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--window-size=1280,900");
    options.setCapability("goog:loggingPrefs", Map.of("performance", "ALL", "browser", "ALL"));
    System.setProperty("webdriver.chrome.driver", DRIVER.getPath());
    DEVTOOLS.setLevel(Level.SEVERE); // it looks for what nobody needs here, and warns
    ChromeDriver driver = new ChromeDriver(options);
    driver.executeCdpCommand("Emulation.setTimezoneOverride", Map.of("timezoneId", ZONE.getId()));
    return new BrowserPage(driver, node.client.base());
  }

  /** The same, or empty if there is no browser. */
  public static Optional<BrowserPage> ifThereIsOne(TestNode node, String token) {
    return CHROMIUM.canExecute() && DRIVER.canExecute()
        ? Optional.of(at(node, token, "today"))
        : Optional.empty();
  }

  /** Signed in, and at that view: {@code tasks?status=FAILED}. */
  public static BrowserPage at(TestNode node, String token, String view) {
    BrowserPage page = of(node);
    page.driver.get(page.base + "/");
    page.type("#token", token);
    page.click("millrace-sign-in button");
    page.shows("header .pulse", "running");
    page.go(view);
    return page;
  }

  public BrowserPage go(String view) {
    driver.executeScript("location.hash = arguments[0]", "#/" + view);
    return this;
  }

  ChromeDriver driver() {
    return driver;
  }

  /** The text of the first such element; empty if there is none. */
  public String text(String css) {
    return texts(css).stream().findFirst().orElse("");
  }

  public List<String> texts(String css) {
    try {
      return driver.findElements(By.cssSelector(css)).stream().map(WebElement::getText).toList();
    } catch (StaleElementReferenceException changedMeanwhile) {
      return texts(css);
    }
  }

  /** What is in a field. */
  String value(String css) {
    return driver.findElement(By.cssSelector(css)).getDomProperty("value");
  }

  boolean has(String css) {
    return !driver.findElements(By.cssSelector(css)).isEmpty();
  }

  /** Waits until the element has that text in it. */
  public BrowserPage shows(String css, String text) {
    return shows(css, text, PATIENT);
  }

  BrowserPage shows(String css, String text, Duration within) {
    List<String> seen = new ArrayList<>();
    awaitLooks(
        within,
        () -> css + " shows " + text + ": " + seen,
        () -> {
          seen.clear();
          seen.addAll(texts(css));
          return String.join("\n", seen).contains(text);
        });
    return this;
  }

  /**
   * Looks as often as time allows on a quiet machine. When the machine is busy, each look takes
   * longer, and so does the page.
   */
  private static void awaitLooks(
      Duration within, Supplier<String> wanted, BooleanSupplier condition) {
    AtomicLong left = new AtomicLong(within.dividedBy(LOOK));
    await()
        .atMost(Duration.ofMinutes(3))
        .pollDelay(Duration.ZERO)
        .pollInterval(LOOK)
        .failFast(() -> assertThat(left.get()).as(wanted.get()).isNotNegative())
        .until(
            () -> {
              left.decrementAndGet();
              return condition.getAsBoolean();
            });
  }

  /** Waits until there is such an element. */
  public BrowserPage sees(String css) {
    return sees(css, PATIENT);
  }

  BrowserPage sees(String css, Duration within) {
    awaitLooks(within, () -> css, () -> has(css));
    return this;
  }

  void gone(String css) {
    gone(css, PATIENT);
  }

  void gone(String css, Duration within) {
    awaitLooks(within, () -> css + " is gone", () -> !has(css));
  }

  void click(String css) {
    await(css).atMost(PATIENT).until(() -> has(css));
    driver.findElement(By.cssSelector(css)).click();
  }

  /** The button with that word on it. */
  void press(String word) {
    By button = By.xpath("//button[normalize-space()='" + word + "']");
    await(word).atMost(PATIENT).until(() -> !driver.findElements(button).isEmpty());
    driver.findElement(button).click();
  }

  void type(String css, String text) {
    await(css).atMost(PATIENT).until(() -> has(css));
    WebElement field = driver.findElement(By.cssSelector(css));
    field.clear();
    field.sendKeys(text);
  }

  /** On a screen of that size, of somebody who likes it {@code dark} or {@code light}. */
  void look(int width, int height, String scheme) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 700));
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  /**
   * The same, until the page has the colours of that scheme. Without a screen, a browser sometimes
   * does not tell a page of a new scheme, so the page is asked to look. If the browser has not even
   * changed the scheme, it is chosen as a person would.
   */
  void lookIn(int width, int height, String scheme) {
    driver.executeScript("localStorage.removeItem('millrace-theme')");
    look(width, height, scheme);
    AtomicLong looks = new AtomicLong();
    awaitLooks(
        PATIENT,
        () -> "the colours are " + scheme,
        () -> {
          if (looks.incrementAndGet() % 100 == 0) {
            driver.executeScript("localStorage.setItem('millrace-theme', arguments[0])", scheme);
            driver.navigate().refresh();
          } else {
            driver.executeScript(
                "import(document.querySelector('link[href$=\"/theme.js\"]').href)"
                    + ".then((theme) => theme.apply())");
          }
          return has("html[data-theme=" + scheme + "]");
        });
  }

  /** Every view that the navigation leads to, such as {@code today}. */
  List<String> views() {
    return driver.findElements(By.cssSelector("header nav a")).stream()
        .map(link -> link.getDomAttribute("href").substring(2))
        .toList();
  }

  /** Goes there, and waits until all of it is there. */
  BrowserPage open(String view) {
    go(view);
    await(view + " is there")
        .atMost(PATIENT)
        .until(
            () ->
                driver.executeScript(
                    "return location.hash === arguments[0] && !document.querySelector('.loading')"
                        + " && document.querySelector('main').innerText.length > 0",
                    "#/" + view),
            Boolean.TRUE::equals);
    return this;
  }

  /** What a script of the page's own folder of tests finds wrong with what is shown. */
  @SuppressWarnings("unchecked")
  List<String> wrong(String script) {
    return (List<String>) driver.executeScript(script);
  }

  /** The roles of everything to press, to follow or to fill in that has no name for a reader. */
  List<String> nameless() {
    List<String> found = new ArrayList<>();
    Map<String, Object> tree = driver.executeCdpCommand("Accessibility.getFullAXTree", Map.of());
    for (JsonNode node : Json.MAPPER.<JsonNode>valueToTree(tree.get("nodes"))) {
      String role = node.at("/role/value").asText();
      if (HAVE_A_NAME.contains(role)
          && !node.path("ignored").asBoolean()
          && node.at("/name/value").asText().isBlank()) {
        found.add(role + " " + node.path("properties"));
      }
    }
    return found;
  }

  /** Presses these keys wherever the focus is. */
  BrowserPage keys(CharSequence... keys) {
    new Actions(driver).sendKeys(keys).perform();
    return this;
  }

  /** What has the focus: its name and its words; empty if nothing has. */
  String focused() {
    return (String)
        driver.executeScript(
            "const e = document.activeElement;return e === document.body ? '' : `${e.localName}"
                + " ${e.ariaLabel ?? e.innerText}`");
  }

  /** The addresses of all requests since the last time, as the browser itself says. */
  List<String> requested() {
    List<String> urls = new ArrayList<>();
    for (LogEntry entry : driver.manage().logs().get(LogType.PERFORMANCE)) {
      try {
        JsonNode said = Json.MAPPER.readTree(entry.getMessage()).path("message");
        if (said.path("method").asText().equals("Network.requestWillBeSent")) {
          urls.add(said.at("/params/request/url").asText());
        }
      } catch (IOException notJson) {
        throw new AssertionError(notJson);
      }
    }
    return urls;
  }

  /** What the browser complained of, such as what the policy did not allow. */
  List<String> complaints() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .map(LogEntry::getMessage)
        .toList();
  }

  void screenshot(File file) {
    try {
      Files.write(file.toPath(), driver.getScreenshotAs(org.openqa.selenium.OutputType.BYTES));
    } catch (IOException fault) {
      throw new AssertionError(fault);
    }
  }

  @Override
  public void close() {
    driver.quit();
  }
}
