package io.millrace.http.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.database.TestSql;
import io.millrace.http.TestClient;
import io.millrace.http.TestNode;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Collections that are taken out of the sources and come back, also to another node. */
class SourceReturnTest {
  private static final String WITHOUT = "sources: {s: {collections: [{name: stays}]}}";
  private static final String WITH =
      """
      sources:
        s:
          collections:
            - {name: stays}
            - {name: closed, schedule: {every: 6h}}
            - {name: failing, schedule: {every: 6h}, align: retry, retry: {delays: [2h, 2h]},
               run: {process: ["false"]}}
            - {name: byhand, retry: {delays: [2h]}, run: {process: ["false"]}}
      """;
  private static final List<String> GONE = List.of("closed", "failing", "byhand");

  private final DatabaseUrl database = TestDatabase.fresh();
  private TestNode node = start();

  private TestNode start() {
    return TestNode.start("", Clock.systemUTC(), database);
  }

  private void put(String document) {
    TestClient.Answer saved = node.client.put("/sources", document);
    assertThat(saved.status()).as(saved.response().body()).isEqualTo(200);
  }

  private static String path(String collection) {
    return "/sources/s/collections/" + collection;
  }

  private JsonNode explain(String collection) {
    return node.client.get(path(collection) + "/explain").json();
  }

  private Map<String, JsonNode> explained() {
    return GONE.stream().collect(Collectors.toMap(Function.identity(), this::explain));
  }

  private void fails(String collection) {
    node.client.queue("s", collection);
    await().until(() -> !explain(collection).path("failing_since").asText().isEmpty());
    assertThat(explain(collection).path("refresh_reason").asText()).isEqualTo("retry");
    assertThat(explain(collection).path("refresh_attempt_no").asInt()).isEqualTo(1);
  }

  private void isGone(String collection, JsonNode before) {
    assertThat(node.client.get(path(collection)).status()).isEqualTo(404);
    assertThat(node.client.post(path(collection) + "/enable").status()).isEqualTo(404);
    assertThat(node.client.post("/tasks?source=s&collection=" + collection).status())
        .isEqualTo(404);
    JsonNode gone = explain(collection);
    assertThat(gone.at("/next/text").asText()).contains("not been in the sources");
    assertThat(gone.at("/next/at").asText()).isEmpty();
    assertThat(gone.path("allowed").asBoolean()).isFalse();
    assertThat(gone.at("/rules/0/rule").asText()).isEqualTo("not-in-sources");
    assertThat(gone.path("refresh_at").asText()).isEmpty();
    assertThat(gone.path("decisions")).isEqualTo(before.path("decisions"));
  }

  @Test
  void theirStateIsAsItWas() throws Exception {
    try {
      put(WITH);
      fails("failing");
      fails("byhand");
      node.client.post(path("closed") + "/disable", "{\"reason\": \"moving house\"}");
      Map<String, JsonNode> before = explained();

      put(WITHOUT);
      before.forEach(this::isGone);
      assertThat(TestSql.value(database, "select count(*) from due")).isEqualTo("0");
      assertThat(node.client.get(path("never-was") + "/explain").status()).isEqualTo(404);
      put(WITH);
      assertThat(explained()).isEqualTo(before);

      put(WITHOUT);
      node.close();
      node = start();
      before.forEach(this::isGone);
      put(WITH);
      assertThat(explained()).isEqualTo(before);
      assertThat(TestSql.value(database, "select count(*) from removed_owner")).isEqualTo("0");

      put(WITH);
      assertThat(explain("closed").path("state").asText()).as("now it was saved").isEqualTo("idle");
    } finally {
      node.close();
    }
  }
}
