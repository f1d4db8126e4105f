package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.millrace.runners.kubernetes.FakeCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real node is killed while a Job runs, and its next start continues with the same attempt. */
class KubernetesRestartTest {
  private static final Duration LONG = Duration.ofMinutes(2);

  private static List<String> log(NodeProcess node, String task) {
    JsonNode logs = node.client.get("/tasks/" + task + "/logs").json().path("logs");
    return logs.findValuesAsText("message");
  }

  @Test
  void afterANodeRestartTheAttemptIsFoundAgainAndContinues(@TempDir Path temp) throws Exception {
    try (FakeCluster cluster = FakeCluster.start()) {
      Path settings =
          Files.writeString(
              temp.resolve("millrace.conf"),
              "millrace.worker.kubernetes {namespaces = [jobs], kubeconfig = \"%s\"}"
                  .formatted(cluster.kubeconfig(temp)));
      Map<String, String> environment = Map.of("MILLRACE_CONFIG", settings.toString());
      Path dataDir = Files.createDirectory(temp.resolve("data"));
      NodeProcess node = NodeProcess.start(dataDir, environment);
      String task;
      Pod pod;
      try {
        assertThat(
                node.client
                    .put(
                        "/sources",
                        "sources: {s: {collections: [{name: c, run: {kubernetes: {image: x}}}]}}")
                    .status())
            .isEqualTo(200);
        task = node.client.queue("s", "c");
        pod = cluster.pod(UUID.fromString(task.substring(task.length() - 36)));
        cluster.running(pod);
        cluster.write(pod, "one\ntwo\n");
        await().atMost(LONG).until(() -> log(node, task).equals(List.of("one", "two")));
      } finally {
        node.kill();
      }
      cluster.write(pod, "three\n");

      try (NodeProcess again = NodeProcess.start(dataDir, environment)) {
        await().atMost(LONG).until(() -> log(again, task).size() > 2);
        assertThat(again.client.task(task).path("status").asText()).isEqualTo("RUNNING");
        cluster.write(pod, "four\n");
        cluster.ended(pod, 0, "Completed", null);
        await()
            .atMost(LONG)
            .until(() -> again.client.task(task).path("status").asText().equals("SUCCESS"));
        assertThat(log(again, task)).containsExactly("one", "two", "three", "four");
        assertThat(cluster.jobsMade()).isEqualTo(1);
        UUID attempt = UUID.fromString(task.substring(task.length() - 36));
        await().atMost(LONG).until(() -> cluster.job(attempt).isEmpty());
      }
    }
  }
}
