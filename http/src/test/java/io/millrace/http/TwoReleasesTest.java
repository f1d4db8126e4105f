package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.check.DatabaseChecker;
import io.millrace.engine.check.Finding;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.platform.FreePort;
import io.millrace.engine.serialization.EventSerializer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A deploy, of two real processes: the newer release takes over, and nothing is lost. */
class TwoReleasesTest {
  private static final int EACH = 60;

  private final DatabaseUrl database = TestDatabase.fresh();
  @TempDir private Path temp;

  private NodeProcess start(String version, List<Integer> ports, int own) throws Exception {
    Path settings = temp.resolve(version + ".conf");
    Files.writeString(
        settings,
        """
        millrace.version = "%s"
        millrace.cluster { join = seeds, port = %d, seeds = "127.0.0.1:%d,127.0.0.1:%d" }
        %s
        """
            .formatted(
                version, ports.get(own), ports.get(0), ports.get(1), ReleaseArchiver.PATIENT));
    return NodeProcess.start(
        temp.resolve(version),
        Map.of(
            "MILLRACE_CONFIG", settings.toString(),
            "MILLRACE_CLUSTER_SECRET", TestCluster.SECRET,
            "MILLRACE_DB_URL", database.url(),
            "MILLRACE_DB_USER", database.user(),
            "MILLRACE_DB_PASSWORD", database.password()));
  }

  private static List<String> queue(TestClient api, int from) {
    List<String> ids = new ArrayList<>();
    for (int i = from; i < from + EACH; i++) {
      ids.add(api.queue("s" + i, "c"));
    }
    return ids;
  }

  /** By release, how many shards of user-sites it has. */
  private static Map<String, Integer> shards(TestClient api) {
    JsonNode members = api.get("/cluster").json().path("members");
    return IntStream.range(0, members.size())
        .mapToObj(members::get)
        .collect(
            Collectors.toMap(
                member -> member.path("version").asText(),
                member -> member.at("/shards/user-sites").asInt()));
  }

  @Test
  void whatIsNewBeginsOnTheNewerReleaseAndWhatWasOnTheOlderGoesThereWhenItLeaves()
      throws Exception {
    List<Integer> ports = FreePort.take(2);
    List<String> ids = new ArrayList<>();
    try (NodeProcess older = start("1.2.0", ports, 0)) {
      String document =
          IntStream.range(0, 2 * EACH)
              .mapToObj(i -> "  s" + i + ": {collections: [{name: c, run: {pull: {}}}]}\n")
              .collect(Collectors.joining("", "sources:\n", ""));
      assertThat(older.client.put("/sources", document).status()).isEqualTo(200);
      ids.addAll(queue(older.client, 0));
      int before = shards(older.client).get("1.2.0");
      assertThat(before).isBetween(1, 99);
      try (NodeProcess newer = start("1.10.0", ports, 1)) {
        await().until(() -> newer.client.get("/sources").response().body().equals(document));
        ids.addAll(queue(newer.client, EACH));
        Map<String, Integer> both = shards(older.client);
        assertThat(both.get("1.2.0")).as("none is added, none is taken").isEqualTo(before);
        assertThat(both.get("1.10.0")).isPositive();
        for (String id : List.of(ids.get(0), ids.get(EACH))) {
          assertThat(newer.client.task(id)).isEqualTo(older.client.task(id));
        }

        older.terminate();
        assertThat(older.awaitExit(Duration.ofSeconds(90))).as(older.log()).isTrue();
        await().until(() -> shards(newer.client).keySet().equals(java.util.Set.of("1.10.0")));
        work(newer.client, ids);
      }
    }
    assertThat(
            new DatabaseChecker(database.dataSource(), 256, new EventSerializer()::fromBinary)
                .check(Clock.systemUTC().instant()))
        .allMatch(Finding::isFine);
  }

  /** What the older release had accepted is done under the newer one, each once. */
  private static void work(TestClient api, List<String> ids) {
    List<String> done = new ArrayList<>();
    while (done.size() < ids.size()) {
      TestClient.Answer claimed = api.post("/workers/w/claims?wait=30s&max=100");
      assertThat(claimed.json().path("tasks")).as(claimed.response().body()).isNotEmpty();
      for (JsonNode task : claimed.json().path("tasks")) {
        String id = task.path("task_id").asText();
        done.add(id);
        String report =
            "{\"outcome\":\"success\",\"attempt_uid\":\"%s\"}"
                .formatted(task.path("attempt_uid").asText());
        await()
            .pollDelay(Duration.ZERO)
            .atMost(Duration.ofSeconds(60))
            .until(() -> api.post("/tasks/" + id + "/finish", report).status() == 200);
      }
    }
    assertThat(done).containsExactlyInAnyOrderElementsOf(ids);
    assertThat(ids).allMatch(id -> api.task(id).path("status").asText().equals("SUCCESS"));
  }
}
