package io.millrace.http.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.http.TestClient.Answer;
import io.millrace.http.TestNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the views of jobs show and do, for a test of the page that has a node and a browser. */
interface JobViewChecks {
  String ID = "5d0c8a52-6f0e-4a57-9a43-1f6f2f3b7c10";
  String TIME = "2026-01-02T00:00:00.000Z";
  Map<String, String> WORDS =
      Map.of("SUCCESS", "succeeded", "FAILED", "failed", "ACTIVE", "under way", "WAITING", "waits");

  /** The step extract ends when this file is there. */
  Path GATE = Path.of("target", "gate-of-extract").toAbsolutePath();

  String EXTRACT =
      "{process: [sh, -c, \"until [ -e '%s' ]; do sleep 0.1; done; echo done\"]}".formatted(GATE);

  TestNode node();

  BrowserPage page();

  /** What it has missed is three hours and ten minutes: four fires. */
  static String document() {
    Instant start = Instant.now().truncatedTo(ChronoUnit.SECONDS).minus(Duration.ofMinutes(190));
    return """
           id: %s
           project: reports
           name: load
           description: Loads <b>all</b> of it.
           triggers:
             - {name: hourly, start: %s, period: 1h, catchup: none}
           steps:
             - {name: extract, run: %s}
             - {name: load, depends: [step/extract, step/extract@1h], run: {noop: {}}}
             - {name: check, depends: [step/extract], run: {process: [sh, -c, "exit 3"]}}
             - {name: alarm, depends_failure: [step/check]}
             - {name: archive, depends: [trigger/hourly], run: {noop: {}}}
           """
        .formatted(ID, start, EXTRACT);
  }

  static void setGate(boolean open) {
    try {
      Files.deleteIfExists(GATE);
      if (open) {
        Files.createFile(GATE);
      }
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }

  private void save() {
    JobViewChecks.setGate(false);
    node().client.delete("/jobs/" + ID);
    Answer saved = node().client.put("/jobs", "application/yaml", JobViewChecks.document());
    assertThat(saved.status()).as(saved.toString()).isEqualTo(201);
  }

  private JsonNode api(String path) {
    return node().client.get("/jobs/" + ID + path).json();
  }

  private String definition() {
    return node().client.get("/jobs/" + ID + "/definition").response().body();
  }

  private int runs() {
    return api("/tokens/" + TIME + "?step=extract").at("/steps/0/runs").size();
  }

  @Test
  default void aStepIsRunFromThePageAndWhatFollowsIsSeenSoonAndInWords() {
    save();
    page().go("job/" + ID + "/" + TIME + "/extract").shows(".token h2", "extract");
    page().press("Run now…");
    page().shows("dialog", "3 steps may follow from how it ends: load, check, alarm.");
    assertThat(runs()).isZero();
    page().press("Run it");
    page().sees("a.node[aria-label='Step extract: under way']", BrowserPage.SOON);
    JobViewChecks.setGate(true);
    await().until(() -> !api("/times").toString().contains("ACTIVE") && runs() == 1);
    page().sees("a.node[aria-label='Step alarm: join, succeeded']", BrowserPage.SOON);
    JsonNode steps = api("/times").at("/times/1/steps");
    assertThat(steps.properties()).hasSize(4);
    for (Map.Entry<String, JsonNode> step : steps.properties()) {
      String word = WORDS.get(step.getValue().path("state").asText());
      page().sees("a.node[aria-label^='Step " + step.getKey() + ":'][aria-label*='" + word + "']");
      page().sees(".grid a[aria-label^='" + step.getKey() + " at'][aria-label$='" + word + "']");
    }
    page().sees("a.node[aria-label='Step load: waits, 1 of 2']");
    page().click(".grid a[aria-label^='load at'][aria-label$='waits']");
    page().shows(".token .lead", "1 of 2 arrived.");
    page().shows(".waits .passes", "the success of extract");
    page().go("job/" + ID + "/" + TIME + "/load").shows(".token .lead", "Still to come");
    page().shows(".waits .open", "the success of extract, 1h before");
    page().go("job/" + ID + "/" + TIME + "/check").shows(".token .lead", "exit code 3");
    page().sees(".waterfall li[data-step=check] svg[aria-label*='(attempt 1, failed)']");
    page().shows("millrace-slowest-steps table", "check");
    page().click(".token .timeline a");
    page().shows("main h1", "reports.load / check");
    page().click("dl a[href^='#/job/" + ID + "/']");
    page().shows(".token h2", "check");
  }

  @Test
  default void aRangeIsCountedBeforeItRunsAgain() {
    save();
    JobViewChecks.setGate(true);
    node()
        .client
        .post("/jobs/" + ID + "/steps/extract/run", "{\"logical_time\": \"" + TIME + "\"}");
    page().go("job/" + ID + "/" + TIME).sees("a.node[aria-label='Step extract: succeeded']");
    page().press("Run again…");
    page().press("Count them");
    page().shows(".counted", "3 would run again: alarm 1, check 1, extract 1.");
    assertThat(runs()).isEqualTo(1);
    JobViewChecks.setGate(false);
    page().press("Run 3 again");
    page().shows(".said", "1 started, 2 wait for them");
    page().sees("a.node[aria-label='Step extract: under way']", BrowserPage.SOON);
    assertThat(runs()).isEqualTo(2);
    JobViewChecks.setGate(true);
  }

  @Test
  default void whatATriggerMissedIsShownCountedAndFiredByHand() {
    save();
    await().until(() -> api("/triggers").at("/triggers/0/missed").asInt() == 4);
    page().go("job/" + ID).shows("[data-trigger=hourly]", "does not catch up");
    page().shows("[data-trigger=hourly] .badge", "4", BrowserPage.SOON);
    page().press("Fire…");
    page().shows("dialog h2", "Fire hourly 4 times?");
    assertThat(api("/triggers").at("/triggers/0/caught_up").asInt()).isZero();
    page().press("Fire them");
    page().shows(".missed", "fired by hand");
    page().shows("[data-trigger=hourly]", "4 caught up", BrowserPage.SOON);
    page().sees(".grid a[aria-label^='archive at'][aria-label$='succeeded']");
  }

  @Test
  default void aJobIsFoundPausedWithAReasonAndGoesOn() {
    save();
    page().go("jobs?search=no such").shows("main", "No jobs match");
    page().go("jobs?search=REPORTS/lo").shows("main table", "Loads <b>all</b> of it.");
    JsonNode next = node().client.get("/jobs").json().at("/jobs/0/next_fire/due_at");
    page().sees("tr[data-job='" + ID + "'] time[datetime='" + next.asText() + "']");
    page().click("tr[data-job='" + ID + "'] a");
    page().press("Pause…");
    page().type("dialog input", "the bank asked us <to>");
    page().press("Pause it");
    page().shows("main .banner.warn", "the bank asked us <to>", BrowserPage.SOON);
    assertThat(api("").path("pause_reason").asText()).isEqualTo("the bank asked us <to>");
    page().go("jobs").shows("tr[data-job='" + ID + "']", "the bank asked us <to>");
    page().go("job/" + ID).shows("main h1", "load");
    page().press("Unpause");
    page().gone("main .banner.warn");
    assertThat(api("").path("paused").asBoolean()).isFalse();
  }

  @Test
  default void aDefinitionIsCheckedWhileItIsTypedAndSavedOnlyWhenItIsRight() {
    save();
    page().go("job-definition/" + ID).shows(".outcome", "Unchanged since it was saved");
    String wrong =
        JobViewChecks.document().replace("depends: [step/extract]", "depends: [step/nowhere]");
    page().type("textarea", wrong);
    page().shows(".errors", "steps[2].depends[0]");
    page().shows(".errors", "there is no step 'nowhere'");
    page().shows(".errors button", "line 10");
    assertThat(page().has("button.primary:disabled")).isTrue();
    assertThat(definition()).doesNotContain("nowhere");
    String right = JobViewChecks.document().replace("period: 1h", "period: 2h");
    page().type("textarea", right);
    page().shows(".outcome", "saving replaces the current definition");
    JsonNode fires =
        node().client.post("/jobs/check", "application/yaml", right).json().at("/triggers/0/next");
    assertThat(fires).hasSize(5);
    for (JsonNode fire : fires) {
      page().sees(".outcome time[datetime='" + fire.path("logical_time").asText() + "']");
    }
    page().press("Save");
    page().shows("[data-trigger=hourly]", "every 2h");
    assertThat(definition()).isEqualTo(right);
  }

  @Test
  default void aCredentialInADefinitionIsWarnedOfAndMayNotComeBackMasked() {
    save();
    page().go("job-definition/" + ID).shows(".outcome", "Unchanged since it was saved");
    String http = "{http: {url: \"http://127.0.0.1:9/\", headers: {Cookie: hunter2}}}";
    String plain = JobViewChecks.document().replace(EXTRACT, http);
    page().type("textarea", plain);
    page().shows("[data-warnings]", "steps[0].run.http.headers.Cookie");
    page().shows("[data-warnings]", "/projects/reports/secrets/load-cookie");
    page().shows("[data-warnings] button", "line 8");
    page().type("textarea", plain.replace("hunter2", "\"***\""));
    page().shows(".errors", "hides a credential");
    assertThat(page().has("button.primary:disabled")).isTrue();
    page().type("textarea", plain);
    page().shows("[data-warnings]", "in plain text");
    page().press("Save");
    page().shows("body", "with credentials in plain text: steps[0].run.http.headers.Cookie");
    assertThat(definition()).isEqualTo(plain);
  }

  @Test
  default void inAGraphLinesLeadOnAndNoTwoBoxesMeet() {
    Object found =
        page()
            .driver()
            .executeAsyncScript(
                """
const done = arguments[0];
const edge = (from, to, offset = '0s') => ({ from, to, offset, on: 'success' });
const nodes = [...'abcdefghijkl'].map((id) => ({ id }));
const edges = [edge('a', 'b'), edge('a', 'c'), edge('a', 'd'), edge('b', 'e'), edge('c', 'e'), edge('d', 'e'),
  edge('a', 'f'), edge('f', 'g'), edge('g', 'h'), edge('e', 'h'), edge('a', 'h'), edge('i', 'h'), edge('h', 'h', '1h'),
  edge('h', 'a', '1d'), edge('j', 'k'), edge('k', 'l'), edge('j', 'l')];
import(document.querySelector('link[href$="layers.js"]').href).then(({ layout }) => {
  const { places, lines, back, layers } = layout({ nodes, edges });
  const all = [...places.values()];
  const meet = all.some((a) => all.some((b) => a !== b && a.layer === b.layer && Math.abs(a.at - b.at) < 0.999));
  const on = lines.every(({ points }) => points.every((point, i) => i === 0 || point.layer === points[i - 1].layer + 1));
  done([layers, meet, on, lines.length, back.length, places.get('i').layer, all.every(({ at }) => at >= 0), layout({ nodes, edges }, true).layers].join());
});
""");
    assertThat(found).isEqualTo("4,false,true,15,2,2,true,7");
  }
}
