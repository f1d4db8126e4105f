package io.millrace.http.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.database.TestSql;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.task.TaskReason;
import io.millrace.http.TestClient;
import io.millrace.http.TestClient.Answer;
import io.millrace.http.TestNode;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Two hundred remote workers on one node, each with a claim open. */
class ManyWorkersTest {
  private static final int WORKERS = 200;
  private static final int COLLECTIONS = 400;
  private static final int TASKS = 4_000;

  private static TestNode node;
  private static TestClient api;

  private final AtomicInteger made = new AtomicInteger();
  private final AtomicInteger times = new AtomicInteger();
  private final Set<String> queued = ConcurrentHashMap.newKeySet();
  private final Set<String> given = ConcurrentHashMap.newKeySet();

  @BeforeAll
  static void start() {
    node =
        TestNode.start(
            "millrace {worker.heartbeat = 60s, ask-timeout = 60s, flow.max-concurrency = 1200,"
                + " http.in-flight = 500}");
    api = node.client;
    String document =
        names("bulk", COLLECTIONS)
                .collect(Collectors.joining(", run: {pull: {queue: bulk}}}\n", HEAD, ""))
            + ", run: {pull: {queue: bulk}}}\n"
            + ordered("person", "")
            + ordered(
                "high", ", priority: high, schedule: {every: 10s, from: 2026-01-01T00:00:00Z}")
            + ordered("low", ", priority: low, schedule: {every: 10s, from: 2026-01-01T00:00:00Z}");
    Answer saved = api.put("/sources", document);
    assertThat(saved.status()).as(saved.response().body()).isEqualTo(200);
  }

  private static final String HEAD = "sources:\n  s:\n    collections:\n";

  private static Stream<String> names(String name, int number) {
    return IntStream.range(0, number).mapToObj(i -> "      - {name: " + name + "-" + i);
  }

  private static String ordered(String name, String fields) {
    return names(name, WORKERS)
        .map(line -> line + fields + ", run: {pull: {queue: ordered}}}\n")
        .collect(Collectors.joining());
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static long count(String condition) throws SQLException {
    return Long.parseLong(
        TestSql.value(node.database, "select count(*) from task where " + condition));
  }

  private static CompletableFuture<Answer> claim(int worker, String query) {
    return api.postAsync("/workers/w" + worker + "/claims?" + query);
  }

  private static List<Answer> claimAll(String query) {
    List<CompletableFuture<Answer>> claims =
        IntStream.range(0, WORKERS).mapToObj(worker -> claim(worker, query)).toList();
    return claims.stream().map(CompletableFuture::join).toList();
  }

  @Test
  void workersThatWaitAskNothingOfTheDatabase() throws Exception {
    claimAll("wait=0&queue=idle"); // the pool is awake
    TestDatabase.takeAway(node.database);
    try {
      for (Answer answer : claimAll("wait=2s&queue=idle")) {
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
        assertThat(answer.json().path("tasks")).isEmpty();
      }
      Answer alive = api.post("/workers/w1/heartbeat", "{\"attempts\": []}");
      assertThat(alive.status()).as(alive.response().body()).isEqualTo(200);
      assertThat(api.get("/tasks/s_bulk-1_01a1e451-28fe-7f1d-b60d-26f9e438fcb6").status())
          .as("while requests to the database get no answer")
          .isEqualTo(503);
    } finally {
      TestDatabase.bringBack(node.database);
    }
    await().atMost(Duration.ofSeconds(60)).until(() -> api.get("/ready").status() == 200);
  }

  @Test
  void ofAllTasksThatComeInNoneIsLostAndNoneIsGivenTwice() throws Exception {
    List<CompletableFuture<Void>> all =
        new ArrayList<>(IntStream.range(0, WORKERS).mapToObj(this::work).toList());
    for (int i = 0; i < COLLECTIONS; i++) {
      all.add(queue("bulk-" + i));
    }
    CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).get(5, TimeUnit.MINUTES);

    assertThat(times.get()).isEqualTo(TASKS);
    assertThat(given).isEqualTo(queued).hasSize(TASKS);
    assertThat(count("queue = 'bulk' and status = 'SUCCESS' and worker like 'w%'"))
        .isEqualTo(TASKS);
    assertThat(count("queue = 'bulk'")).isEqualTo(TASKS);
  }

  /** One more task of a collection that has none, unless all were made. */
  private CompletableFuture<Void> queue(String collection) {
    if (made.getAndIncrement() >= TASKS) {
      return CompletableFuture.completedFuture(null);
    }
    return node.engine()
        .tasks()
        .refresh(new CollectionId("s", collection), TaskReason.MANUAL)
        .thenAccept(
            answer -> {
              assertThat(answer.created()).isTrue();
              queued.add(answer.uid().toString());
            })
        .toCompletableFuture();
  }

  /** Claims and finishes until all were given. */
  private CompletableFuture<Void> work(int worker) {
    if (times.get() >= TASKS) {
      return CompletableFuture.completedFuture(null);
    }
    return claim(worker, "wait=3s&max=4&queue=bulk")
        .thenCompose(
            answer -> {
              assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
              CompletableFuture<Void> done = CompletableFuture.completedFuture(null);
              for (JsonNode task : answer.json().path("tasks")) {
                times.incrementAndGet();
                given.add(task.path("attempt_uid").asText());
                done =
                    done.thenCompose(before -> finish(task))
                        .thenCompose(ended -> queue(task.path("collection").asText()));
              }
              return done;
            })
        .thenComposeAsync(done -> work(worker));
  }

  private static CompletableFuture<Void> finish(JsonNode task) {
    return api.postAsync(
            "/tasks/" + task.path("task_id").asText() + "/finish",
            "{\"outcome\": \"success\", \"attempt_uid\": \""
                + task.path("attempt_uid").asText()
                + "\"}")
        .thenAccept(
            answer -> assertThat(answer.status()).as(answer.response().body()).isEqualTo(200));
  }

  @Test
  void whatWaitsIsGivenInTheOrderOfItsScore() throws Exception {
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> count("queue = 'ordered' and status = 'SCHEDULED'") == 2 * WORKERS);
    for (int i = 0; i < WORKERS; i++) {
      api.queue("s", "person-" + i); // the youngest, and the most urgent
    }
    awaitWaiting(3 * WORKERS);

    for (String name : List.of("person", "high", "low")) {
      Set<String> collections = new HashSet<>();
      for (Answer answer : claimAll("wait=60s&queue=ordered")) {
        answer.json().path("tasks").forEach(t -> collections.add(t.path("collection").asText()));
      }
      assertThat(collections).hasSize(WORKERS).allMatch(given -> given.startsWith(name));
    }
    String wrong =
        """
        select count(*) from task a join task b on a.started_at < b.started_at
        where a.queue = 'ordered' and b.queue = 'ordered'
          and (a.priority, - floor(extract(epoch from a.created_at)))
            < (b.priority, - floor(extract(epoch from b.created_at)))
        """;
    assertThat(TestSql.value(node.database, wrong)).isEqualTo("0");
  }

  /** The pool knows of all of them. */
  private static void awaitWaiting(int number) {
    List<String> seen = new ArrayList<>();
    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> {
              seen.clear();
              api.get("/metrics")
                  .response()
                  .body()
                  .lines()
                  .filter(line -> line.startsWith("millrace_flow_waiting{"))
                  .forEach(seen::add);
              return seen.stream().mapToDouble(ManyWorkersTest::value).sum() == number;
            });
  }

  private static double value(String line) {
    return Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
  }
}
