package io.millrace.http.definitions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.http.NodeProcess;
import io.millrace.http.TestClient.Answer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real node is killed while it applies: all of it is in force after the restart, or nothing. */
class ApplyKillTest {
  private static final int EACH = 500;
  private static final int KILLS = 5;
  private static final Pattern GENERATION = Pattern.compile("\"g(\\d+)\"|timeout: \"(\\d+)m\"");

  @Test
  void itIsAllOrNothingWheneverTheNodeDies(@TempDir Path temp) throws Exception {
    Random random = new Random(21);
    DatabaseUrl database = TestDatabase.fresh();
    Map<String, String> environment =
        Map.of(
            "MILLRACE_DB_URL", database.url(),
            "MILLRACE_DB_USER", database.user(),
            "MILLRACE_DB_PASSWORD", database.password());
    NodeProcess node = NodeProcess.start(temp, environment);
    try {
      node.client.post("/definitions/apply", ManyDefinitions.body(EACH, 1));
      long begun = System.nanoTime();
      Answer second = node.client.post("/definitions/apply", ManyDefinitions.body(EACH, 2));
      Duration usual = Duration.ofNanos(System.nanoTime() - begun);
      assertThat(second.status()).isEqualTo(200);
      int last = 2;
      for (int kill = 0; kill < KILLS; kill++) {
        int next = last + 1;
        CompletableFuture<Answer> answer =
            node.client.postAsync("/definitions/apply", ManyDefinitions.body(EACH, next));
        Thread.sleep((long) (usual.toMillis() * random.nextDouble() * 1.2));
        node.kill();
        boolean acknowledged = answer.handle((it, fault) -> fault == null).join();
        node = NodeProcess.start(temp, environment);
        Set<Integer> found = generations(node.client.get("/definitions/export").json());
        assertThat(found).as("kill %d", kill).hasSize(1);
        assertThat(found.iterator().next()).isIn(acknowledged ? Set.of(next) : Set.of(last, next));
        last = found.iterator().next();
      }
    } finally {
      node.close();
    }
  }

  private static Set<Integer> generations(JsonNode export) {
    Set<Integer> found = new TreeSet<>();
    int definitions = 0;
    for (JsonNode file : export.path("files")) {
      Matcher generation = GENERATION.matcher(file.path("content").asText());
      while (generation.find()) {
        String number = generation.group(1) == null ? generation.group(2) : generation.group(1);
        found.add(Integer.parseInt(number));
        definitions++;
      }
    }
    assertThat(definitions).isEqualTo(4 * EACH);
    return found;
  }
}
