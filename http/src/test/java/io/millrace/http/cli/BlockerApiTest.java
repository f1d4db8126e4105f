package io.millrace.http.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.flow.PoolState;
import io.millrace.http.TestClient;
import io.millrace.http.TestClient.Answer;
import io.millrace.http.TestNode;
import io.millrace.http.page.BrowserPage;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every kind of blocker is made real: API, page and command line say the same word. */
class BlockerApiTest {
  private static TestNode node;
  private static TestClient api;
  private static CliKit cli;

  /** Empty if there is no browser: then the others are tested. */
  private static Optional<BrowserPage> page = Optional.empty();

  @TempDir private static Path dir;

  @BeforeAll
  static void start() {
    node = TestNode.start("millrace.worker.heartbeat = 1s");
    api = node.client;
    cli = CliKit.of(node, dir);
    pool("paused", 1, "DEFAULT 0/100");
    pool("one", 1, "DEFAULT 0/100");
    pool("reserved", 2, "RES 1/50", "DEFAULT 0/50");
    pool("weightless", 4, "RES 1/0", "NIL 0/0", "DEFAULT 0/100");
    pool("busy", 8, "DEFAULT 0/100");
    pool("audited", 1, "DEFAULT 0/100");
    done(api.put("/sources", BlockerSamples.SOURCES));
    done(api.put("/projects/vault/secrets/key", "{\"value\": \"s3cr3t\"}"));
    done(api.put("/jobs", "application/yaml", BlockerSamples.STEPS));
    page = BrowserPage.ifThereIsOne(node, TestNode.TOKEN);
  }

  @AfterAll
  static void stop() {
    page.ifPresent(BrowserPage::close);
    node.close();
  }

  private static void done(Answer answer) {
    assertThat(answer.status()).as(answer.response().body()).isLessThan(300);
  }

  private static void pool(String name, int channels, String... systems) {
    String list =
        Arrays.stream(systems)
            .map(system -> BlockerSamples.SYSTEM.formatted((Object[]) system.split("[ /]")))
            .collect(Collectors.joining(","));
    done(
        api.put(
            "/flow-control/pools/" + name,
            "{\"enabled\": true, \"maxConcurrency\": %d, \"sourceSystems\": [%s]}"
                .formatted(channels, list)));
  }

  private static void awaitStatus(String task, String status) {
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> api.task(task).path("status").asText().equals(status));
  }

  private static JsonNode explained(String collection) {
    return api.get("/sources/s/collections/" + collection + "/explain").json().path("wait");
  }

  /** The page shows this word in each of these views. */
  private static void pageSays(String blocker, String... views) {
    for (String view : views) {
      page.ifPresent(shown -> shown.go(view).sees("main [data-blocker='" + blocker + "']"));
    }
  }

  private static JsonNode idle(String collection, String blocker) {
    JsonNode wait = explained(collection);
    assertThat(wait.path("blocker").asText()).isEqualTo(blocker);
    pageSays(blocker, "refresh/s/" + collection + "?kind=collection");
    return wait;
  }

  /** The task, the lists, the explanation, command line and page agree; returns what they say. */
  private static JsonNode waits(String collection, String task, String blocker) {
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () -> assertThat(api.task(task).at("/wait/blocker").asText()).isEqualTo(blocker));
    JsonNode wait = api.task(task).path("wait");
    assertThat(explained(collection).path("blocker").asText()).isEqualTo(blocker);
    for (String list :
        new String[] {
          "/history?source=s&collection=" + collection,
          "/tasks?source=s&start=2020-01-01T00:00:00Z&end=2100-01-01T00:00:00Z&collection="
              + collection
        }) {
      assertThat(api.get(list).json().at("/tasks/0/wait/blocker").asText()).isEqualTo(blocker);
    }
    for (JsonNode row :
        api.get("/refreshes?kind=collection&search=" + collection).json().path("refreshes")) {
      assertThat(row.at("/last_task/wait/blocker").asText()).isEqualTo(blocker);
    }
    assertThat(cli.line("get tasks --source s --collection " + collection).out()).contains(blocker);
    assertThat(cli.line("explain collection s " + collection).out())
        .contains("Waits:   " + blocker + ": " + wait.path("text").asText());
    pageSays(
        blocker,
        "sources?kind=collection&search=s/" + collection,
        "tasks?source=s&collection=" + collection,
        "refresh/s/" + collection + "?kind=collection",
        "task/" + task);
    return wait;
  }

  private static JsonNode step(String name, String time, String blocker) {
    String path = "/jobs/" + BlockerSamples.JOB + "/tokens/" + time + "?step=" + name;
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () ->
                assertThat(api.get(path).json().at("/steps/0/wait/blocker").asText())
                    .isEqualTo(blocker));
    assertThat(
            cli.line("explain step " + BlockerSamples.JOB + " " + name + " --time " + time).out())
        .contains(blocker);
    pageSays(blocker, "job/" + BlockerSamples.JOB + "/" + time + "/" + name);
    return api.get(path).json().at("/steps/0/wait");
  }

  private static void run(String step, String time) {
    done(
        api.post(
            "/jobs/" + BlockerSamples.JOB + "/steps/" + step + "/run",
            "{\"logical_time\": \"" + time + "\"}"));
  }

  @Test
  void aTaskOfAPausedPoolNamesThePause() {
    done(api.post("/flow-control/pools/paused/pause", "{\"reason\": \"bank is closed\"}"));
    JsonNode wait = waits("paused", api.queue("s", "paused"), "pool-paused");
    assertThat(wait.path("text").asText()).isEqualTo("The pool 'paused' is paused: bank is closed");
    assertThat(wait.path("no_estimate").asText()).isEqualTo("pool-paused");
    assertThat(wait.path("start_p50").asText()).isEmpty();
  }

  @Test
  void aQueueWithoutAWorkerBlocksEvenIfChannelsAreFree() {
    JsonNode wait = waits("dead", api.queue("s", "dead"), "no-worker");
    assertThat(wait.path("text").asText()).isEqualTo("No living worker serves the queue 'dead'");
    assertThat(wait.path("queue").asText()).isEqualTo("dead");
  }

  @Test
  void aBusyWorkerCountsUntilItDies() {
    done(api.post("/workers/m/claims?wait=0s&queue=mortal"));
    String task = api.queue("s", "mortal");
    assertThat(api.task(task).at("/wait/blocker").asText()).isEqualTo("workers-busy");
    waits("mortal", task, "no-worker");
  }

  @Test
  void aLostWorkerStaysVisibleWithWhatItRan() {
    String task = api.queue("s", "mortal");
    done(api.post("/workers/lost-one/claims?wait=20s&queue=mortal"));
    awaitStatus(task, "FAILED");
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> api.get("/workers/lost-one").json().path("state").asText().equals("lost"));
    JsonNode lost = api.get("/workers/lost-one").json();
    assertThat(lost.at("/ran/0/task_id").asText()).isEqualTo(task);
    assertThat(lost.at("/ran/0/status").asText()).isEqualTo("FAILED");
    assertThat(lost.path("lost_at").asText()).isNotEmpty();
    assertThat(cli.line("get workers").out()).contains("lost-one").contains("lost");
  }

  @Test
  void aTaskWithSecretsWaitsForAWorkerThatMayHaveThem() {
    String token =
        api.post("/tokens", "{\"name\": \"w\", \"role\": \"worker\", \"projects\": [\"other\"]}")
            .text("token");
    CompletableFuture<Answer> claim =
        node.with(token).postAsync("/workers/x/claims?wait=60s&queue=secret");
    run("secret", "2026-01-01T00:00:00Z");
    step("secret", "2026-01-01T00:00:00Z", "no-worker-for-secrets");
    done(api.post("/jobs/" + BlockerSamples.JOB + "/tokens/2026-01-01T00:00:00Z/cancel", "{}"));
    claim.cancel(true);
  }

  @Test
  void aTaskBehindFullChannelsShowsItsPlaceAndLikelyStart() {
    String quick = api.queue("s", "quick");
    awaitStatus(quick, "SUCCESS");
    awaitStatus(api.queue("s", "one-1"), "RUNNING");
    String second = api.queue("s", "one-2");
    String third = api.queue("s", "one-3");
    JsonNode wait = waits("one-3", third, "channels-in-use");
    assertThat(wait.path("before").asInt()).isEqualTo(1);
    assertThat(wait.path("channels").asInt()).isEqualTo(1);
    assertThat(wait.path("pool").asText()).isEqualTo("one");
    assertThat(wait.path("system").asText()).isEqualTo("DEFAULT");
    assertThat(wait.path("text").asText())
        .isEqualTo("The channel of the pool 'one' is in use; 1 task comes first");
    assertThat(wait.path("no_estimate").asText()).isEmpty();
    assertThat(Instant.parse(wait.path("start_p50").asText()))
        .isBeforeOrEqualTo(Instant.parse(wait.path("start_p90").asText()));
    assertThat(cli.line("explain collection s one-3").out()).contains("Starts:  probably at ");
    assertThat(waits("one-2", second, "channels-in-use").path("before").asInt()).isZero();
    Answer asked =
        api.post(
            "/flow-control/requests?wait=0s",
            "{\"executionName\": \"DEFAULT_x\", \"taskToken\": \"t\", \"pool\": \"one\"}");
    assertThat(asked.status()).isEqualTo(202);
    assertThat(asked.json().at("/wait/blocker").asText()).isEqualTo("channels-in-use");
    assertThat(asked.json().at("/wait/before").asInt()).isEqualTo(2);
  }

  @Test
  void theFreeChannelIsReservedForOthers() {
    awaitStatus(api.queue("s", "reserved-1"), "RUNNING");
    JsonNode wait = waits("reserved-2", api.queue("s", "reserved-2"), "channels-reserved");
    assertThat(wait.path("text").asText())
        .isEqualTo("The free channel of the pool 'reserved' is reserved for other systems");
  }

  @Test
  void aSystemWithoutWeightWaitsForItsReserve() {
    awaitStatus(api.queue("s", "res-1"), "RUNNING");
    waits("res-2", api.queue("s", "res-2"), "weight-zero");
    waits("nil", api.queue("s", "nil"), "no-share");
  }

  @Test
  void aTaskOfAPausedSystemNamesThePause() {
    done(api.post("/flow-control/pools/audited/systems/DEFAULT/pause", "{\"reason\": \"audit\"}"));
    String task = api.queue("s", "audited");
    JsonNode wait = waits("audited", task, "system-paused");
    assertThat(wait.path("text").asText()).isEqualTo("The system 'DEFAULT' is paused: audit");
    assertThat(wait.path("no_estimate").asText()).isEqualTo("system-paused");
    done(api.post("/flow-control/pools/audited/systems/DEFAULT/resume"));
    awaitStatus(task, "SUCCESS");
  }

  @Test
  void theOnlyWorkerOfTheQueueIsBusyAlthoughChannelsAreFree() {
    String first = api.queue("s", "busy-1");
    Answer claimed = api.post("/workers/b/claims?wait=20s&queue=busy&pool=busy");
    String attempt = claimed.json().at("/tasks/0/attempt_uid").asText();
    ScheduledExecutorService beats = Executors.newSingleThreadScheduledExecutor();
    try {
      beats.scheduleAtFixedRate(
          () -> api.post("/workers/b/heartbeat", "{\"attempts\": [\"" + attempt + "\"]}"),
          0,
          300,
          TimeUnit.MILLISECONDS);
      JsonNode wait = waits("busy-2", api.queue("s", "busy-2"), "workers-busy");
      assertThat(wait.path("text").asText()).isEqualTo("All workers of the queue 'busy' are busy");
    } finally {
      beats.shutdownNow();
      api.post("/tasks/" + first + "/cancel");
    }
  }

  @Test
  void ownersWithoutATaskSayWhatTheyWaitFor() {
    idle("by-hand", "nothing-booked");
    assertThat(idle("daily", "schedule").path("until").asText()).contains("T06:00:00");
    done(api.post("/sources/s/collections/disabled/disable", "{\"reason\": \"not now\"}"));
    idle("disabled", "disabled");
    String failed = api.queue("s", "fails");
    awaitStatus(failed, "FAILED");
    idle("fails", "retry-booked");
    assertThat(api.task(failed).path("wait").isNull()).isTrue();
  }

  @Test
  void tokensWaitForArrivalsARetryOrTheEndOfAPause() {
    String time = "2026-02-01T00:00:00Z";
    run("first", time);
    JsonNode wait = step("second", time, "arrivals");
    await()
        .untilAsserted(
            () ->
                assertThat(step("second", time, "arrivals").path("text").asText())
                    .isEqualTo("1 of 2 arrivals; missing: step/other"));
    assertThat(wait.path("pool").asText()).isEmpty();
    run("fails", time);
    assertThat(step("fails", time, "retry-booked").path("until").asText()).isNotEmpty();
    String later = "2026-03-01T00:00:00Z";
    done(api.post("/jobs/" + BlockerSamples.JOB + "/pause", "{\"reason\": \"later\"}"));
    run("first", later);
    step("after", later, "job-paused");
    done(api.post("/jobs/" + BlockerSamples.JOB + "/unpause"));
  }

  @Test
  void aRuleThatSkipsTheNextRunIsNamed() {
    done(api.put("/clients/c", "{\"name\": \"c\"}"));
    done(api.put("/users/ann", "{\"client\": \"c\"}"));
    done(
        api.put(
            "/sites/bank",
            "{\"provider\": \"p\", \"maintenance\": true, \"schedule\": \"0 0 6 * * ?\","
                + " \"run\": {\"noop\": {}}}"));
    done(api.put("/user-sites/ann-bank", "{\"user\": \"ann\", \"site\": \"bank\"}"));
    JsonNode explained = api.get("/user-sites/ann-bank/explain").json();
    assertThat(explained.at("/wait/blocker").asText()).isEqualTo("rule");
    pageSays("rule", "refresh/bank/ann-bank?kind=user-site");
    assertThat(explained.at("/wait/rule").asText()).isEqualTo("site-in-maintenance");
    assertThat(explained.at("/next/at").asText()).isEmpty();
    assertThat(explained.at("/next/skips/0/rule").asText()).isEqualTo("site-in-maintenance");
    assertThat(explained.at("/next/text").asText()).contains("does not end by itself");
    assertThat(cli.line("explain user-site ann-bank").out()).contains("Waits:   rule: ");
    done(
        api.put(
            "/sites/bank",
            "{\"provider\": \"p\", \"schedule\": \"0 0 6 * * ?\", \"run\": {\"noop\": {}}}"));
    assertThat(api.get("/user-sites/ann-bank/explain").json().at("/wait/blocker").asText())
        .isIn("plan", "schedule");
  }

  @Test
  void aTaskOfAMissingPoolSaysSo() {
    PoolState state =
        node.engine().pools().waits("gone", Set.of(new UUID(1, 2))).toCompletableFuture().join();
    assertThat(state.waits().tasks().get(0).blocker().text()).isIn("pool-missing", "pool-starting");
  }
}
