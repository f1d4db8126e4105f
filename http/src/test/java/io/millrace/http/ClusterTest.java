package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.http.page.BrowserPage;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Three nodes on one database: it does not matter which of them is asked. */
class ClusterTest {
  private static TestCluster cluster;

  @BeforeAll
  static void start() throws IOException {
    cluster = TestCluster.start(3, "millrace.worker.slots = 4", Clock.systemUTC());
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static void awaitSources(String document) {
    assertThat(cluster.node(0).client.put("/sources", document).status()).isEqualTo(200);
    for (TestNode node : cluster.nodes) {
      await().until(() -> node.client.get("/sources").response().body().equals(document));
    }
  }

  @Test
  void aTaskMadeOnOneNodeIsReadAndCanceledOnAnother() {
    awaitSources("sources: {a: {collections: [{name: c, run: {pull: {queue: nobody}}}]}}");
    String id = cluster.node(1).client.queue("a", "c");
    assertThat(cluster.node(2).client.task(id).path("status").asText()).isEqualTo("SCHEDULED");
    assertThat(cluster.node(2).client.queue("a", "c")).isEqualTo(id);
    assertThat(cluster.node(0).client.post("/tasks/" + id + "/cancel").status()).isEqualTo(200);
    assertThat(cluster.node(1).client.task(id).path("status").asText()).isEqualTo("CANCELED");
  }

  @Test
  void theClusterViewShowsAllNodesAndWhereTheSingletonsAre() {
    JsonNode members = cluster.node(1).client.get("/cluster").json().path("members");
    assertThat(members).hasSize(3).allMatch(member -> member.path("reachable").asBoolean());
    assertThat(members).filteredOn(member -> member.path("self").asBoolean()).hasSize(1);
    assertThat(members).filteredOn(member -> member.path("has_singletons").asBoolean()).hasSize(1);
    assertThat(members.findValuesAsText("address"))
        .isEqualTo(cluster.node(2).client.get("/cluster").json().findValuesAsText("address"));
    try (BrowserPage page = BrowserPage.at(cluster.node(1), TestNode.TOKEN, "cluster")) {
      page.shows("main table", members.at("/2/address").asText());
      assertThat(page.texts("main section:first-of-type tbody tr")).hasSize(3);
      for (JsonNode member : members) {
        String row = "tr[data-node='" + member.path("address").asText() + "']";
        page.shows(row, member.path("version").asText());
        assertThat(page.text(row).contains("singletons"))
            .isEqualTo(member.path("has_singletons").asBoolean());
        assertThat(page.text(row).contains("connected to this node"))
            .isEqualTo(member.path("self").asBoolean());
      }
      JsonNode workers = cluster.node(1).client.get("/workers").json().path("workers");
      assertThat(workers).hasSize(3);
      workers.forEach(worker -> page.shows("main", worker.path("id").asText()));
    }
  }

  @Test
  void anyNodeMayRunWorkThatAnotherOneTook() {
    StringBuilder document = new StringBuilder("sources:\n");
    for (int i = 0; i < 24; i++) {
      document
          .append("  s%d:\n    collections:\n".formatted(i))
          .append("      - {name: c, run: {process: [sleep, \"0.3\"]}}\n");
    }
    awaitSources(document.toString());
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 24; i++) {
      ids.add(cluster.node(i % 3).client.queue("s" + i, "c"));
    }
    Set<String> workers = new HashSet<>();
    for (String id : ids) {
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> cluster.node(0).client.task(id).path("status").asText().equals("SUCCESS"));
      workers.add(cluster.node(0).client.task(id).path("worker").asText());
    }
    assertThat(workers).hasSize(3);
  }
}
