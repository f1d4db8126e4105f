package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.http.TestClient.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A real node is killed with SIGKILL while it works, and started again on the same data. */
class CrashTest {
  private static final int SLOTS = 16;
  private static final int TASKS = 500 + SLOTS;

  /** Each run leaves a line in a ledger, waits for the gate to open, and takes a little time. */
  private static String document(Path temp, Random random) {
    return IntStream.range(0, TASKS)
        .mapToObj(
            i ->
                """
                  s%d:
                    collections:
                      - name: c
                        run:
                          process:
                            - sh
                            - -c
                            - echo $MILLRACE_ATTEMPT_UID >> %s/ledger/s%d;
                              until [ -e %s/gate ]; do sleep 0.05; done; sleep 0.0%d
                """
                    .formatted(i, temp, i, temp, 1 + random.nextInt(9)))
        .collect(Collectors.joining("", "sources:\n", ""));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = 20_261_116)
  void afterASigkillEveryQueuedTaskRunsOnceAndEveryRunningOneIsEnded(long seed, @TempDir Path temp)
      throws Exception {
    Random random = new Random(seed);
    Path ledger = Files.createDirectory(temp.resolve("ledger"));
    Path gate = temp.resolve("gate");
    Path dataDir = temp.resolve("data");
    List<String> ids = new ArrayList<>();

    NodeProcess node = NodeProcess.start(dataDir, Map.of());
    try {
      Answer saved = node.client.put("/sources", document(temp, random));
      assertThat(saved.status()).as(saved.response().body()).isEqualTo(200);
      for (int i = 0; i < TASKS; i++) {
        ids.add(node.client.queue("s" + i, "c"));
      }
      await().atMost(Duration.ofSeconds(30)).until(() -> runs(ledger).size() == SLOTS);
      assertThat(ids)
          .filteredOn(id -> node.client.task(id).path("status").asText().equals("SCHEDULED"))
          .hasSize(TASKS - SLOTS);
      int runMore = random.nextInt(100);
      if (runMore > 20) { // else it is killed with exactly 500 queued and 16 running
        Files.createFile(gate);
        await()
            .atMost(Duration.ofSeconds(30))
            .pollInterval(Duration.ofMillis(20))
            .until(() -> runs(ledger).size() >= SLOTS + runMore);
      }
    } finally {
      node.kill();
    }
    int startedBefore = runs(ledger).size();
    if (!Files.exists(gate)) {
      Files.createFile(gate);
    }

    try (NodeProcess again = NodeProcess.start(dataDir, Map.of())) {
      Map<String, JsonNode> after = new HashMap<>();
      await()
          .atMost(Duration.ofSeconds(120))
          .pollInterval(Duration.ofMillis(500))
          .until(
              () -> {
                for (String id : ids) {
                  JsonNode task = again.client.task(id);
                  after.put(id, task);
                  if (task.path("finished_at").asText().isEmpty()) {
                    return false;
                  }
                }
                return true;
              });

      Map<String, List<String>> runs = runs(ledger);
      int lost = 0;
      for (int i = 0; i < TASKS; i++) {
        String id = ids.get(i);
        String uid = id.substring(id.length() - 36);
        JsonNode task = after.get(id);
        List<String> ran = runs.getOrDefault("s" + i, List.of());
        assertThat(ran).as("%s ran at most once under its attempt", id).hasSizeLessThanOrEqualTo(1);
        if (task.path("status").asText().equals("SUCCESS")) {
          assertThat(ran).containsExactly(uid);
        } else {
          lost++;
          assertThat(task.path("status").asText()).isEqualTo("FAILED");
          assertThat(task.path("message").asText()).contains("lost");
          lateReportChangesNothing(again.client, id, uid);
        }
      }
      assertThat(lost).as("only what ran when the node was killed").isBetween(1, SLOTS);
      assertThat(startedBefore).isLessThan(TASKS);
      await()
          .atMost(Duration.ofSeconds(10)) // the pool writes it down once a second
          .untilAsserted(
              () ->
                  assertThat(again.client.get("/metrics").response().body())
                      .contains("millrace_flow_running{pool=\"default\",system=\"DEFAULT\"} 0.0"));
    }
  }

  private static void lateReportChangesNothing(TestClient client, String id, String uid) {
    JsonNode before = client.task(id);
    Answer late =
        client.post(
            "/tasks/" + id + "/finish",
            "{\"attempt_uid\": \"" + uid + "\", \"outcome\": \"success\"}");
    assertThat(late.status()).isEqualTo(409);
    assertThat(late.text("type")).endsWith("stale-attempt");
    assertThat(client.task(id)).isEqualTo(before);
  }

  private static Map<String, List<String>> runs(Path ledger) throws IOException {
    Map<String, List<String>> runs = new HashMap<>();
    try (Stream<Path> files = Files.list(ledger)) {
      for (Path file : files.toList()) {
        runs.put(file.getFileName().toString(), Files.readAllLines(file));
      }
    }
    return runs;
  }
}
