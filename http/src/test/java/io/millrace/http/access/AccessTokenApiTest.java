package io.millrace.http.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.TestClock;
import io.millrace.engine.database.TestSql;
import io.millrace.http.TestClient;
import io.millrace.http.TestClient.Answer;
import io.millrace.http.TestNode;
import io.millrace.http.endpoint.Caller;
import io.millrace.http.endpoint.Json;
import io.millrace.http.endpoint.Role;
import io.millrace.http.endpoint.WorkerBounds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccessTokenApiTest {
  private static final TestClock CLOCK = new TestClock();
  private static TestNode node;
  private static TestClient api;

  @BeforeAll
  static void start() {
    node = TestNode.start("", CLOCK);
    api = node.client;
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static Answer make(String name, String role) {
    return api.post("/tokens", "{\"name\": \"%s\", \"role\": \"%s\"}".formatted(name, role));
  }

  private static List<JsonNode> all() {
    List<JsonNode> all = new ArrayList<>();
    api.get("/tokens?limit=1000").json().path("tokens").forEach(all::add);
    return all;
  }

  private static JsonNode listed(String id) {
    return all().stream()
        .filter(token -> token.path("id").asText().equals(id))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aTokenIsShownOnceAndWorksAtOnce() {
    Answer made = make("Zoë's laptop", "viewer");
    assertThat(made.status()).as(made.response().body()).isEqualTo(201);
    assertThat(made.text("token")).matches("mr_[A-Za-z0-9_-]{43}");
    assertThat(made.text("name")).isEqualTo("Zoë's laptop");
    assertThat(made.text("role")).isEqualTo("viewer");
    assertThat(made.text("created_at")).isEqualTo(Json.time(CLOCK.instant()));
    assertThat(made.json().path("expires_at").textValue()).isEmpty();
    assertThat(made.header("Cache-Control")).isEqualTo("no-store");
    assertThat(node.with(made.text("token")).get("/sources").status()).isEqualTo(200);
    JsonNode listed = listed(made.text("id"));
    assertThat(listed.path("name").asText()).isEqualTo("Zoë's laptop");
    assertThat(listed.path("created_by").asText()).isEqualTo("MILLRACE_ADMIN_TOKEN");
    assertThat(listed.toString()).doesNotContain(made.text("token").substring(3));
    assertThat(listed.fieldNames())
        .toIterable()
        .containsExactly(
            "id",
            "name",
            "role",
            "kept_in",
            "created_at",
            "created_by",
            "expires_at",
            "last_used_at");
  }

  @Test
  void theDatabaseHasOnlyTheHash() throws Exception {
    Answer made = make("hashed", "worker");
    String row =
        TestSql.value(
            node.database,
            "select row_to_json(t)::text from access_token t where id = '%s'"
                .formatted(made.text("id")));
    assertThat(row)
        .doesNotContain(made.text("token").substring(3))
        .contains(HexFormat.of().formatHex(AccessTokenSecret.hash(made.text("token"))));
  }

  @Test
  void aRevokedTokenOpensNothingAnyMore() {
    Answer made = make("short-lived", "operator");
    TestClient client = node.with(made.text("token"));
    assertThat(client.get("/clients").status()).isEqualTo(200);
    Answer revoked = api.delete("/tokens/" + made.text("id"));
    assertThat(revoked.status()).isEqualTo(204);
    assertThat(client.get("/clients").status()).isEqualTo(401);
    assertThat(all()).noneMatch(token -> token.path("id").asText().equals(made.text("id")));
    Answer again = api.delete("/tokens/" + made.text("id"));
    assertThat(again.status()).isEqualTo(404);
    assertThat(again.text("type")).isEqualTo("/problems/unknown-token");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "1", "00000000-0000-0000-0000-000000000000", "%00", "a%2Fb"})
  void aTokenThatIsNotThereIsNotFound(String id) {
    assertThat(api.delete("/tokens/" + id).status()).isEqualTo(404);
  }

  @Test
  void anExpiredTokenOpensNothingAnyMore() {
    String until = Json.time(CLOCK.instant().plusSeconds(3_600));
    Answer made =
        api.post(
            "/tokens",
            "{\"name\": \"n\", \"role\": \"viewer\", \"expires_at\": \"" + until + "\"}");
    assertThat(made.text("expires_at")).isEqualTo(until);
    TestClient client = node.with(made.text("token"));
    assertThat(client.get("/clients").status()).isEqualTo(200);
    CLOCK.pass(Duration.ofHours(1));
    assertThat(client.get("/clients").status()).isEqualTo(401);
    assertThat(listed(made.text("id")).path("expires_at").asText()).isEqualTo(until);
  }

  @Test
  void theAdminTokenIsListedByItsOriginAndCannotBeDeleted() {
    JsonNode own =
        all().stream()
            .filter(token -> token.path("name").asText().equals("MILLRACE_ADMIN_TOKEN"))
            .findFirst()
            .orElseThrow();
    assertThat(own.path("role").asText()).isEqualTo("admin");
    assertThat(own.path("kept_in").asText()).isEqualTo("MILLRACE_ADMIN_TOKEN");
    Answer refused = api.delete("/tokens/" + own.path("id").asText());
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.text("type")).isEqualTo("/problems/admin-token");
    assertThat(refused.text("detail")).contains("MILLRACE_ADMIN_TOKEN").contains("admin-token");
    assertThat(api.get("/tokens").status()).isEqualTo(200);
  }

  @Test
  void anAdminMadeByTheApiMayRevokeAnotherAndIsNamed() {
    TestClient other = node.as(Role.ADMIN);
    Answer made = other.post("/tokens", "{\"name\": \"of another\", \"role\": \"worker\"}");
    assertThat(listed(made.text("id")).path("created_by").asText()).isEqualTo("a admin");
    assertThat(other.delete("/tokens/" + made.text("id")).status()).isEqualTo(204);
  }

  @Test
  void theListIsReadPageByPage() {
    for (int i = 0; i < 5; i++) {
      make("page " + i, "worker");
    }
    List<String> whole = all().stream().map(token -> token.path("id").asText()).toList();
    List<String> paged = new ArrayList<>();
    String after = "";
    do {
      Answer page = api.get("/tokens?limit=2" + (after.isEmpty() ? "" : "&after=" + after));
      page.json().path("tokens").forEach(token -> paged.add(token.path("id").asText()));
      after = page.text("after");
    } while (!after.isEmpty());
    assertThat(paged).isEqualTo(whole).doesNotHaveDuplicates();
    assertThat(api.get("/tokens?after=x").status()).isEqualTo(400);
    assertThat(api.get("/tokens?limit=0&colour=red").json().path("errors")).hasSize(2);
  }

  @Test
  void theLastUseIsListed() {
    Answer made = make("used", "viewer");
    assertThat(listed(made.text("id")).path("last_used_at").textValue()).isEmpty();
    node.with(made.text("token")).get("/clients");
    String now = Json.time(CLOCK.instant());
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> !listed(made.text("id")).path("last_used_at").textValue().isEmpty());
    assertThat(listed(made.text("id")).path("last_used_at").textValue()).isEqualTo(now);
  }

  @Test
  void aTokenMadeOnAnotherNodeIsTakenAndOneRevokedThereIsNot() throws Exception {
    AdminToken own = new AdminToken("some-other-token", "data directory", "elsewhere");
    try (AccessTokenKeeper other = AccessTokenKeeper.open(node.database.dataSource(), own, CLOCK)) {
      Caller admin = other.findCaller("some-other-token").orElseThrow();
      var made =
          other
              .create(new NewAccessToken("n", Role.VIEWER, null, WorkerBounds.NONE), admin)
              .toCompletableFuture()
              .join();
      TestClient client = node.with(made.secret());
      assertThat(client.get("/clients").status()).as("at once").isEqualTo(200);
      other.revoke(made.token().id(), admin).toCompletableFuture().join();
      await().atMost(Duration.ofSeconds(20)).until(() -> client.get("/clients").status() == 401);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "'';document",
        "{;document",
        "[];document",
        "{};name role",
        "{\"name\": \"\", \"role\": \"worker\"};name",
        "{\"name\": \"  \", \"role\": \"worker\"};name",
        "{\"name\": \"a\\nb\", \"role\": \"worker\"};name",
        "{\"name\": \"a\\u2028b\", \"role\": \"worker\"};name",
        "{\"name\": \"a\\u202eb\", \"role\": \"worker\"};name",
        "{\"name\": 7, \"role\": null};name role",
        "{\"name\": \"n\", \"role\": \"boss\"};role",
        "{\"name\": \"n\", \"role\": \"ADMINS\"};role",
        "{\"name\": \"n\", \"role\": \"worker\", \"hash\": \"x\"};hash",
        "{\"name\": \"n\", \"role\": \"worker\", \"role\": \"admin\"};document",
        "{\"name\": \"n\\u0000\", \"role\": \"worker\"};document",
        "{\"name\": \"n\", \"role\": \"worker\", \"expires_at\": \"soon\"};expires_at",
        "{\"name\": \"n\", \"role\": \"worker\", \"expires_at\":"
            + " \"2020-01-01T00:00:00Z\"};expires_at",
        "{\"name\": \"n\", \"role\": \"worker\","
            + " \"expires_at\": \"+999999999-01-01T00:00:00Z\"};expires_at",
        "{\"role\": \"x\", \"expires_at\": 5, \"colour\": \"red\"};name role expires_at colour"
      })
  void aBadTokenIsRefusedWithEveryErrorAtOnce(String body, String fields) {
    int before = all().size();
    Answer refused = api.post("/tokens", body);
    assertThat(refused.status()).as(refused.response().body()).isEqualTo(400);
    assertThat(refused.header("Content-Type")).isEqualTo("application/problem+json");
    Set<String> named = new HashSet<>();
    refused.json().path("errors").forEach(error -> named.add(error.path("field").asText()));
    assertThat(named).containsExactlyInAnyOrder(fields.split(" "));
    assertThat(all()).hasSize(before);
  }

  @Test
  void aNameMayHaveAHundredCharactersAndNoMore() {
    assertThat(make("\uD83D\uDE00".repeat(100), "worker").status()).isEqualTo(201);
    assertThat(make("n".repeat(101), "worker").status()).isEqualTo(400);
  }
}
