package io.millrace.http.jobs;

import static io.millrace.engine.token.TestStep.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import akka.http.javadsl.Http;
import akka.http.javadsl.ServerBinding;
import akka.http.javadsl.server.Directives;
import akka.http.javadsl.server.Route;
import com.fasterxml.jackson.databind.JsonNode;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.engine.JournalKit;
import io.millrace.engine.TestClock;
import io.millrace.engine.flow.OwnerGateway;
import io.millrace.engine.flow.PoolGateway;
import io.millrace.engine.flow.WaitingTask;
import io.millrace.engine.job.Job;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskId;
import io.millrace.engine.task.TaskStore;
import io.millrace.engine.token.InMemoryJobs;
import io.millrace.engine.token.LocalTokens;
import io.millrace.engine.token.TokenCommand;
import io.millrace.engine.token.TokenId;
import io.millrace.engine.token.TokenService;
import io.millrace.engine.token.TokenStore;
import io.millrace.engine.wait.WaitService;
import io.millrace.http.TestClient;
import io.millrace.http.TestClient.Answer;
import io.millrace.http.endpoint.EndpointMatch;
import io.millrace.http.endpoint.EndpointRouter;
import io.millrace.http.endpoint.Refusals;
import io.millrace.http.endpoint.RequestIntake;
import io.millrace.http.endpoint.RequestKind;
import io.millrace.http.server.FaultTranslator;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The routes of tokens, over HTTP, with real tokens on a real journal. */
class JobTokenApiTest {
  private static final Instant DAY = Instant.parse("2026-01-02T00:00:00Z");
  private static final TestClock CLOCK = new TestClock();
  private static final InMemoryJobs JOBS = new InMemoryJobs();
  private static JournalKit journal;
  private static LocalTokens tokens;
  private static ServerBinding server;
  private static TestClient client;
  private static long number = 1;

  private Job job;

  @BeforeAll
  static void start() throws Exception {
    journal = JournalKit.start();
    PoolGateway channels =
        new PoolGateway() {
          @Override
          public void request(String pool, WaitingTask waiting) {}

          @Override
          public void release(String pool, UUID attemptUid, boolean byWorker) {}
        };
    tokens =
        new LocalTokens(
            journal, CLOCK, JOBS, () -> CompletableFuture.completedFuture(null), channels, null);
    TokenService desk =
        new TokenService(
            tokens,
            channels,
            JOBS,
            new TokenStore(journal.dataSource()),
            new TaskStore(journal.dataSource()),
            new AsyncSql(ForkJoinPool.commonPool()),
            CLOCK);
    JobTokenRoutes routes =
        new JobTokenRoutes(
            id -> CompletableFuture.completedFuture(JOBS.find(id)),
            desk,
            new WaitService(
                (pool, attempts) -> CompletableFuture.failedFuture(new IllegalStateException()),
                ForkJoinPool.commonPool(),
                CLOCK),
            new RequestIntake(100, RequestKind.REQUEST, new Refusals(new SimpleMeterRegistry())));
    EndpointRouter router = new EndpointRouter(JobTokenRoutes.ENDPOINTS, routes);
    Route api =
        Directives.handleExceptions(
            FaultTranslator.handler(),
            () -> Directives.extractRequest(it -> router.answer(EndpointMatch.of(it))));
    server =
        Http.get(journal.actors.system())
            .newServerAt("127.0.0.1", 0)
            .bind(router.endpoints().attaching(api.function(journal.actors.system())))
            .toCompletableFuture()
            .get();
    client = new TestClient(server.localAddress(), null);
  }

  @AfterAll
  static void stop() {
    server.unbind();
    journal.close();
  }

  @BeforeEach
  void make() {
    job =
        JOBS.put(
            ++number,
            step("extract", "trigger/daily"),
            step("load", "step/extract", "step/other@1h").retries(Duration.ofMinutes(2)),
            step("alarm").failures("step/load"),
            step("join", "step/extract").join());
  }

  private String path(String rest) {
    return "/jobs/" + job.id() + rest;
  }

  private Answer run(String step, Instant time) {
    return client.post(path("/steps/" + step + "/run"), "{\"logical_time\": \"" + time + "\"}");
  }

  /** Runs a step if it does not run, and ends it; then what follows has arrived. */
  private void end(String step, Instant time, Outcome outcome) throws Exception {
    UUID uid = TaskId.attemptUid(run(step, time).text("task_id")).orElseThrow();
    String owner = new TokenId(job.number(), step, time).owner();
    tokens
        .<OwnerGateway.AttemptEnded>ask(
            owner, replyTo -> new TokenCommand.EndAttempt(uid, outcome, replyTo, true))
        .toCompletableFuture()
        .get();
    await()
        .until(
            () ->
                tokens
                    .<TokenCommand.TokenStateReply>ask(owner, TokenCommand.GetState::new)
                    .toCompletableFuture()
                    .get()
                    .token()
                    .undelivered()
                    .isEmpty());
  }

  private JsonNode stepAt(String step, Instant time) {
    JsonNode steps = client.get(path("/tokens/" + time)).json().path("steps");
    return StreamSupport.stream(steps.spliterator(), false)
        .filter(one -> one.path("step").asText().equals(step))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aStepIsRunForOneTimeOnce() {
    Answer first = run("extract", DAY);
    assertThat(first.status()).isEqualTo(201);
    assertThat(first.text("task_id")).startsWith("reports.job-" + job.number() + "_extract_");
    Answer second = run("extract", DAY);
    assertThat(second.status()).isEqualTo(200);
    assertThat(second.text("task_id")).isEqualTo(first.text("task_id"));
  }

  @Test
  void aJoinIsRunWithoutATask() {
    Answer answer = run("join", DAY);
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.text("task_id")).isEmpty();
    assertThat(stepAt("join", DAY).path("state").asText()).isEqualTo("SUCCESS");
  }

  @Test
  void eachStepOfATimeShowsWhatArrivedAndWhatIsMissing() throws Exception {
    end("extract", DAY, Outcome.success("{\"rows\":3}"));
    JsonNode load = stepAt("load", DAY);
    assertThat(load.path("state").asText()).isEqualTo("WAITING");
    assertThat(load.path("count").asInt()).isEqualTo(1);
    assertThat(load.path("threshold").asInt()).isEqualTo(2);
    assertThat(load.path("arrived").get(0).path("source").asText()).isEqualTo("step/extract");
    assertThat(load.path("arrived").get(0).path("output").path("rows").asInt()).isEqualTo(3);
    assertThat(load.path("arrived").get(0).path("priority").asText()).isEqualTo("high");
    assertThat(load.path("missing").toString()).isEqualTo("[\"step/other@1h\"]");
    JsonNode extract = stepAt("extract", DAY);
    assertThat(extract.path("runs").get(0).path("status").asText()).isEqualTo("SUCCESS");
    assertThat(extract.path("ended_runs").asInt()).isEqualTo(1);
    JsonNode alarm = stepAt("alarm", DAY);
    assertThat(alarm.path("missing").toString()).isEqualTo("[\"!step/load\"]");
    assertThat(alarm.path("state").asText()).isEqualTo("WAITING");
  }

  @Test
  void theNextRetryIsShown() throws Exception {
    end("load", DAY, Outcome.failure("no"));
    JsonNode load = stepAt("load", DAY);
    assertThat(load.path("state").asText()).isEqualTo("ACTIVE");
    assertThat(Instant.parse(load.path("next_retry").asText()))
        .isEqualTo(CLOCK.instant().plusSeconds(120));
  }

  @Test
  void tokensAreListedInPages() {
    for (int hour = 0; hour < 3; hour++) {
      run("extract", DAY.plusSeconds(3_600L * hour));
      run("load", DAY.plusSeconds(3_600L * hour));
    }
    JsonNode page = client.get(path("/tokens?limit=4")).json();
    assertThat(page.path("tokens")).hasSize(4);
    assertThat(page.path("tokens").get(0).path("step").asText()).isEqualTo("extract");
    assertThat(page.path("tokens").get(0).path("logical_time").asText())
        .isEqualTo("2026-01-02T02:00:00.000Z");
    JsonNode rest = client.get(path("/tokens?limit=4&after=" + page.path("after").asText())).json();
    assertThat(rest.path("tokens")).hasSize(2);
    assertThat(rest.has("after")).isFalse();
    assertThat(
            client
                .get(path("/tokens?state=ACTIVE&first=" + DAY.plusSeconds(1) + "&last=" + DAY))
                .json()
                .path("tokens"))
        .isEmpty();
  }

  @Test
  void theLatestTimesAreAGridInPages() {
    for (int hour = 0; hour < 3; hour++) {
      run("extract", DAY.plusSeconds(3_600L * hour));
    }
    run("join", DAY.plusSeconds(3_600));
    JsonNode page = client.get(path("/times?limit=2")).json();
    assertThat(page.path("times")).hasSize(2);
    assertThat(page.at("/times/0/steps").properties()).hasSize(1);
    assertThat(page.at("/times/1/logical_time").asText()).isEqualTo("2026-01-02T01:00:00.000Z");
    assertThat(page.at("/times/1/steps/extract/state").asText()).isEqualTo("ACTIVE");
    assertThat(page.at("/times/1/steps/join/state").asText()).isEqualTo("SUCCESS");
    assertThat(page.at("/times/1/steps/join/count").asInt()).isZero();
    JsonNode rest = client.get(path("/times?limit=2&after=" + page.path("after").asText())).json();
    assertThat(rest.path("times")).hasSize(1);
    assertThat(rest.has("after")).isFalse();
    assertThat(client.get(path("/times?limit=0&after=x")).json().path("errors")).hasSize(2);
  }

  @Test
  void oneStepOfATimeIsShownAlone() {
    JsonNode steps = client.get(path("/tokens/" + DAY + "?step=load")).json().path("steps");
    assertThat(steps).hasSize(1);
    assertThat(steps.at("/0/missing")).hasSize(2);
    assertThat(client.get(path("/tokens/" + DAY + "?step=gone")).text("type"))
        .isEqualTo("/problems/unknown-step");
  }

  @Test
  void aRangeIsRunAgainOnlyIfThatIsSaid() throws Exception {
    end("extract", DAY, Outcome.success());
    assertThat(stepAt("join", DAY).path("state").asText()).isEqualTo("SUCCESS");
    String range = "\"first\": \"" + DAY + "\", \"last\": \"" + DAY + "\"";
    JsonNode dry = client.post(path("/rerun"), "{" + range + "}").json();
    assertThat(dry.toString())
        .isEqualTo("{\"dry_run\":true,\"tokens\":2,\"steps\":{\"extract\":1,\"join\":1}}");
    assertThat(stepAt("extract", DAY).path("runs")).hasSize(1);
    JsonNode done = client.post(path("/rerun"), "{" + range + ", \"dry_run\": false}").json();
    assertThat(done.path("started").asInt()).isEqualTo(1);
    assertThat(done.path("waiting").asInt()).isEqualTo(1);
    assertThat(stepAt("extract", DAY).path("runs")).hasSize(2);
    assertThat(stepAt("join", DAY).path("state").asText()).isEqualTo("WAITING");
    assertThat(
            client
                .post(path("/rerun"), "{" + range + ", \"steps\": [\"alarm\"]}")
                .json()
                .path("tokens")
                .asInt())
        .isZero();
  }

  @Test
  void aTimeIsCanceledAndCleared() {
    run("extract", DAY);
    run("load", DAY);
    assertThat(
            client
                .post(path("/tokens/" + DAY + "/cancel"), "{\"steps\": [\"load\"]}")
                .json()
                .toString())
        .isEqualTo("{\"canceled\":1}");
    assertThat(client.post(path("/tokens/" + DAY + "/cancel")).json().toString())
        .isEqualTo("{\"canceled\":1}");
    assertThat(client.post(path("/tokens/" + DAY + "/clear")).json().toString())
        .isEqualTo("{\"cleared\":2}");
    assertThat(stepAt("load", DAY).path("state").asText()).isEqualTo("WAITING");
  }

  @Test
  void whatIsNotThereIsNotFound() {
    assertThat(client.get("/jobs/x/tokens").text("type")).isEqualTo("/problems/unknown-job");
    assertThat(client.get("/jobs/" + UUID.randomUUID() + "/tokens").status()).isEqualTo(404);
    assertThat(run("gone", DAY).text("type")).isEqualTo("/problems/unknown-step");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/tokens/yesterday/cancel | {} | time",
        "/tokens/2026-01-02T00:00:00Z/clear | {\"steps\": [\"gone\"]} | steps",
        "/tokens/2026-01-02T00:00:00Z/clear | {\"step\": \"load\"} | step",
        "/steps/load/run | {} | logical_time",
        "/steps/load/run | {\"logical_time\": \"10000-01-01T00:00:00Z\"} | logical_time",
        "/rerun | {\"first\": \"2026-01-02T00:00:00Z\", \"last\": \"2026-01-01T00:00:00Z\"} | last",
        "/rerun | {\"first\": \"2026-01-02T00:00:00Z\"} | last",
        "/rerun | {\"first\": 1, \"last\": \"2026-01-02T00:00:00Z\"} | first",
        "/rerun | [] | document"
      })
  void badInputIsRefusedWithItsField(String path, String body, String field) {
    Answer answer = client.post(path(path), body);
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.json().path("errors").get(0).path("field").asText()).isEqualTo(field);
  }

  @Test
  void everyBadParameterIsRefused() {
    Answer answer =
        client.get(path("/tokens?state=REMOVED&limit=0&after=x/extract&first=now&other=1"));
    assertThat(answer.status()).isEqualTo(400);
    List<String> fields =
        StreamSupport.stream(answer.json().path("errors").spliterator(), false)
            .map(error -> error.path("field").asText())
            .toList();
    assertThat(fields).containsExactlyInAnyOrder("state", "limit", "after", "first", "other");
  }
}
