package io.millrace.http.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.http.TestClient;
import io.millrace.http.TestNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

/** Everything that is kept can be made, changed and deleted in the page, on an empty node. */
@TestMethodOrder(OrderAnnotation.class)
class AdminPageTest implements AdminViewChecks {
  private static TestNode node;
  private static BrowserPage page;

  @BeforeAll
  static void start() {
    node = TestNode.start("millrace.flywheel.internal.enabled = false");
    page = BrowserPage.at(node, TestNode.TOKEN, "today");
  }

  @AfterAll
  static void stop() {
    if (page != null) {
      page.close();
    }
    node.close();
  }

  @Override
  public TestNode node() {
    return node;
  }

  @BeforeEach
  void asOnADesk() {
    page.look(1280, 900, "light");
  }

  private static void fill(String field, String text) {
    page.type("#field-" + field, text);
  }

  private static void choose(String css, String value) {
    page.click(css + " option[value='" + value + "']");
  }

  private static TestClient api() {
    return node.client;
  }

  /** As somebody does it who has never seen it: two templates, and each runs. */
  @Test
  @Order(1)
  void anEmptyNodeHasAFirstSourceAndAFirstJobWithinTwoMinutesInThePageAlone() {
    Instant began = Instant.now();
    page.open("jobs").shows("main .empty", "begin with a template");
    page.click("main .empty a");
    page.shows("main .lead", "Start here");
    page.press("First source…");
    page.press("Save and run now");
    page.shows("main h1", "first / main");
    page.shows("main .bar .badge", "success");
    page.shows(".log", "found 42 rows");
    page.open("admin").press("First job…");
    page.press("Save and run now");
    page.shows("main h1", "Jobs / examples / first job");
    page.shows("main", "alarm");
    JsonNode job = api().get("/jobs?search=first").json().at("/jobs/0");
    String tokens = "/jobs/" + job.path("id").asText() + "/tokens?state=SUCCESS";
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> api().get(tokens).json().path("tokens").size() >= 2);
    assertThat(Duration.between(began, Instant.now())).isLessThan(Duration.ofMinutes(2));
    page.open("admin").press("First source…");
    page.press("Save and run now");
    page.shows("[data-field=source] .wrong", "exists already");
  }

  @Test
  void sourcesAreCheckedWhileTheyAreTypedAndSavedOnlyIfNobodyElseDid() {
    page.open("admin/sources").sees("textarea");
    choose("main select", "retried");
    page.shows("[data-change=added]", "retried / main");
    page.shows("[data-change=added]", "next: ");
    page.driver().findElement(By.cssSelector("textarea")).sendKeys(Keys.END, "\n  wrong: 7");
    page.shows(".outcome .errors", "sources.wrong");
    assertThat(page.has("main .bar button.primary:disabled")).as("Save").isTrue();
    page.open("admin/clients").open("admin/sources");
    assertThat(page.value("textarea")).as("kept").contains("wrong: 7");
    page.driver()
        .findElement(By.cssSelector("textarea"))
        .sendKeys(Keys.chord(Keys.CONTROL, Keys.END), "\b".repeat("\n  wrong: 7".length()));
    page.sees("main .bar button.primary:not(:disabled)");
    String saved = api().get("/sources").response().body();
    api().put("/sources", saved + "  other: {collections: [{name: c}]}\n");
    page.press("Save");
    page.shows("[role=alert]", "Somebody saved other sources meanwhile");
    page.press("Take what is saved");
    await().until(() -> page.value("textarea").contains("other:"));
    choose("main select", "retried");
    page.sees("main .bar button.primary:not(:disabled)");
    page.press("Save");
    page.shows(".saved", "retried / main");
    page.press("Run now");
    page.shows("main h1", "retried / main");
    assertThat(api().get("/sources").response().body()).contains("other:", "retried:");
  }

  @Test
  void anEntryOfEachKindIsMadeFoundChangedAndDeleted() {
    make("clients", "shop", List.of("name"), List.of("The shop"));
    make("sites", "shop-bank", List.of("provider"), List.of("acme"));
    make("users", "zoe", List.of("client"), List.of("shop"));
    make("user-sites", "zoe-bank", List.of("user", "site"), List.of("zoe", "shop-bank"));
    String login = "2026-11-16T12:24:46.591Z";
    String user = "{\"client\": \"shop\", \"last_login\": \"%s\"}".formatted(login);
    api().put("/users/zoe", user);
    page.open("admin/users/zoe").sees("#field-status");
    choose("#field-status", "BLOCKED");
    page.press("Save");
    page.shows(".said", "The user is saved");
    assertThat(api().get("/users/zoe").text("status")).isEqualTo("BLOCKED");
    assertThat(api().get("/users/zoe").text("last_login")).as("to the second").isEqualTo(login);
    page.open("admin/users/zoe").press("Delete…");
    page.shows("dialog", "This also deletes the user’s 1 user-sites");
    page.press("Delete it");
    page.shows(".said", "The user zoe is deleted");
    assertThat(api().get("/user-sites/zoe-bank").status()).isEqualTo(404);
    page.open("admin/clients/shop").press("Delete…");
    page.shows("dialog", "No user belongs to it");
    page.press("Delete it");
    page.shows(".said", "The client shop is deleted");
    assertThat(api().get("/clients/shop").status()).isEqualTo(404);
  }

  private static void make(String kind, String id, List<String> fields, List<String> values) {
    page.open("admin/" + kind).open("admin/" + kind + "/+");
    fill("id", "not an id");
    page.click(".admin-form button.primary");
    page.shows("[data-field=id] .wrong", "must be 1 to 100 letters");
    page.shows("[data-field=" + fields.get(0) + "] .wrong", "is missing");
    fill("id", id);
    for (int i = 0; i < fields.size(); i++) {
      fill(fields.get(i), values.get(i));
    }
    page.click(".admin-form button.primary");
    page.shows("main table", id);
    page.open("admin/" + kind + "?search=" + id).shows("main table", id);
    page.open("admin/" + kind + "?search=nobody").shows("main .empty", "match");
    assertThat(api().get("/" + kind + "/" + id).status()).isEqualTo(200);
  }

  @Test
  void whatTheNodeRefusesIsShownAtItsFieldAndWhatWasTypedIsKept() {
    page.open("admin/sites/+");
    fill("id", "odd");
    fill("provider", "acme");
    fill("schedule", "0 0 25 * * ?");
    page.shows("[data-field=schedule] .wrong", "hour");
    fill("timeout", "soon");
    fill("run", "{\"http\": {\"url\": \"nowhere\"}}");
    page.click(".admin-form button.primary");
    page.shows("[data-field=timeout] .wrong", "soon");
    page.shows("[data-field=run] .wrong", "run.http.url");
    page.open("admin/clients").open("admin/sites/+");
    assertThat(page.value("#field-timeout")).isEqualTo("soon");
    page.press("Discard it");
    assertThat(page.value("#field-timeout")).isEmpty();
    fill("run", "{broken");
    page.click(".admin-form button.primary");
    page.shows("[data-field=run] .wrong", "is not JSON");
    page.press("Discard it");
  }

  @Test
  void ofTwoWhoChangeTheSameTheSecondIsAskedAndNothingIsLost() {
    api().put("/clients/both", "{\"name\": \"one\"}");
    page.open("admin/clients/both");
    fill("name", "mine");
    api().put("/clients/both", "{\"name\": \"theirs\"}");
    page.press("Save");
    page.shows("[role=alert]", "Somebody else changed it");
    assertThat(page.value("#field-name")).isEqualTo("mine");
    page.press("Save mine instead");
    page.shows(".said", "The client is saved");
    assertThat(api().get("/clients/both").text("name")).isEqualTo("mine");
  }

  @Test
  void aPoolIsMadeOneOfItsSystemsPausedAndAllOfItDeleted() {
    page.open("admin/pools/+");
    fill("pool", "default");
    page.press("Create the pool");
    page.shows("[data-field=pool] .wrong", "exists already");
    fill("pool", "night");
    page.press("Create the pool");
    page.shows("main h1", "Flow / night");
    page.click("[data-system=DEFAULT] button");
    page.type("dialog input", "the bank asked us");
    page.press("Pause it");
    page.shows("[data-paused=DEFAULT]", "the bank asked us");
    assertThat(api().get("/flow-control/pools/night").json().at("/config/sourceSystems/0/paused"))
        .hasToString("\"the bank asked us\"");
    page.click("[data-system=DEFAULT] button");
    page.gone("[data-paused=DEFAULT]");
    page.open("admin/pools").click("[data-pool=night] button");
    page.press("Delete it");
    page.gone("[data-pool=night]");
    assertThat(api().get("/flow-control/pools/night").status()).isEqualTo(404);
  }

  @Test
  void aWebhookIsMadeTestedAndDeleted() {
    page.open("admin/webhooks/+");
    fill("name", "ops");
    fill("url", "http://127.0.0.1:1/");
    fill("secret", "short");
    page.press("Create the webhook");
    page.shows("[data-field=secret] .wrong", "at least 16 characters");
    assertThat((String) page.driver().executeScript("return JSON.stringify({...sessionStorage})"))
        .as("a secret is kept nowhere")
        .doesNotContain("short");
    fill("secret", "a-secret-for-tests-only");
    page.click("fieldset.checks input");
    page.press("Create the webhook");
    page.shows("[data-webhook=ops]", "6 of 7 kinds");
    page.click("[data-webhook=ops] button");
    page.shows("[data-webhook=ops] .test.wrong", "It did not accept the test: no answer");
    page.open("admin/webhooks/ops").shows("main", "What it was told");
    page.press("Delete…");
    page.press("Delete it");
    page.shows("main .empty", "There are no webhooks yet");
  }

  @Test
  void aTokenIsShownOnceWithItsBoundsAndRevoked() {
    page.open("admin/tokens/+");
    fill("name", "host 7");
    assertThat(page.has("#field-queues")).isFalse();
    choose("#field-role", "worker");
    fill("queues", "reports");
    page.press("Create the token");
    page.shows("main", "shown now, and never again");
    String token = page.value(".once input");
    assertThat(node.with(token).post("/workers/w/claims?wait=0&queue=reports").status())
        .isEqualTo(200);
    page.open("admin/tokens").shows("main table", "queues reports");
    assertThat(page.text("main")).doesNotContain(token);
    page.click("button[aria-label='Revoke host 7…']");
    page.press("Revoke it");
    page.gone("button[aria-label='Revoke host 7…']");
  }

  @Test
  void configAndSecretsAreSetAndDeletedAndASecretIsNeverShown() {
    page.open("admin/projects/billing");
    page.press("Add a value");
    fill("name", "region");
    fill("value", "eu");
    page.press("Save");
    page.shows("[data-values=config] table", "eu");
    page.press("Add a secret");
    fill("name", "token");
    fill("value", "s3cr3t-text");
    page.press("Save");
    page.shows("[data-values=secrets] table", "token");
    assertThat(page.text("main")).doesNotContain("s3cr3t");
    page.click("button[aria-label='Delete region…']");
    page.press("Delete it");
    page.shows("[data-values=config]", "No config yet");
    assertThat(api().get("/projects/billing/secrets").json().at("/secrets/0/name").asText())
        .isEqualTo("token");
  }

  @Test
  void aJobIsDeletedAfterThePageSaidWhatGoes() {
    String id = "5d0c8a52-6f0e-4a57-9a43-1f6f2f3b7c99";
    String job =
        "{\"id\": \"%s\", \"project\": \"p\", \"name\": \"gone\", \"steps\": [{\"name\": \"s\"}]}";
    api().put("/jobs", "application/json", job.formatted(id));
    page.open("job/" + id).press("Delete…");
    page.shows("dialog", "0 triggers and one step are deleted");
    page.press("Delete it");
    page.shows(".said", "gone is deleted");
    assertThat(api().get("/jobs/" + id).status()).isEqualTo(404);
  }

  @Test
  void aClientIsMadeWithTheKeyboardAlone() {
    page.open("today").keys("m");
    page.shows("main h1", "Administration");
    tabTo("a Clients");
    page.keys(Keys.ENTER);
    page.shows("main h1", "Administration / Clients");
    tabTo("a New client");
    page.keys(Keys.ENTER);
    await().until(() -> "field-id".equals(focusedId()));
    page.keys("typed", Keys.TAB, "Typed", Keys.ENTER);
    page.shows("main table", "typed");
    assertThat(api().get("/clients/typed").text("name")).isEqualTo("Typed");
  }

  private static Object focusedId() {
    return page.driver().executeScript("return document.activeElement.id");
  }

  private static void tabTo(String wanted) {
    for (int i = 0; i < 60 && !page.focused().startsWith(wanted); i++) {
      page.keys(Keys.TAB);
    }
    assertThat(page.focused()).startsWith(wanted);
  }
}
