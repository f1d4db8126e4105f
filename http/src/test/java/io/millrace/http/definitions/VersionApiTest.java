package io.millrace.http.definitions;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.http.TestClient.Answer;
import io.millrace.http.TestNode;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Everything that can be PUT has a version, and is changed only if it is the expected one. */
class VersionApiTest {
  private static final String POOL =
      "{\"maxConcurrency\": %s, \"sourceSystems\": [{\"systemName\": \"DEFAULT\","
          + " \"reservedChannels\": 0, \"probability\": 100}]}";
  private static final String JOB =
      "{\"id\": \"7c6e4a56-1f0e-4b6e-9d3e-0a6f5d1c2b3a\", \"project\": \"p\", \"name\": \"n%s\","
          + " \"steps\": [{\"name\": \"s\"}]}";
  private static final String SOURCES =
      "{\"sources\": {\"s\": {\"collections\": [{\"name\": \"c%s\"}]}}}";

  private static TestNode node;

  @BeforeAll
  static void start() {
    node = TestNode.start();
    node.client.put("/clients/c", "{\"name\": \"c\"}");
    node.client.put("/sites/t", "{\"provider\": \"p\"}");
    node.client.put("/users/u", "{\"client\": \"c\"}");
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static Answer send(String method, String path, String version, String body) {
    HttpRequest.Builder request =
        node.client
            .request(path)
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body));
    return node.client.send(version.isEmpty() ? request : request.header("If-Match", version));
  }

  private static String body(String path, int number) {
    String form =
        path.startsWith("/flow-control")
            ? POOL
            : path.startsWith("/jobs")
                ? JOB
                : path.startsWith("/sources")
                    ? SOURCES
                    : path.startsWith("/clients")
                        ? "{\"name\": \"n%s\"}"
                        : path.startsWith("/sites")
                            ? "{\"provider\": \"p%s\"}"
                            : path.startsWith("/users")
                                ? "{\"client\": \"c\", \"last_login\": \"2026-01-0%sT00:00:00Z\"}"
                                : path.startsWith("/user-sites")
                                    ? "{\"user\": \"u\", \"site\": \"t\","
                                        + " \"last_refresh\": \"2026-01-0%sT00:00:00Z\"}"
                                    : "{\"value\": \"v%s\"}";
    return form.formatted(number);
  }

  @ParameterizedTest
  @CsvSource({
    "/sources, /sources",
    "/clients/x, /clients/x",
    "/sites/x, /sites/x",
    "/users/x, /users/x",
    "/user-sites/x, /user-sites/x",
    "/jobs, /jobs/7c6e4a56-1f0e-4b6e-9d3e-0a6f5d1c2b3a",
    "/flow-control/pools/x, /flow-control/pools/x",
    "/flow-control, /flow-control",
    "/projects/p/config/k, ''",
    "/projects/p/secrets/k, ''"
  })
  void aChangeIsRefusedUnlessTheVersionIsTheExpectedOne(String put, String get) {
    boolean always = put.equals("/sources") || put.equals("/flow-control");
    if (!always) {
      assertThat(send("PUT", put, "*", body(put, 1)).status()).as("it is not there").isEqualTo(412);
    }
    Answer first = send("PUT", put, "", body(put, 1));
    assertThat(first.status()).as(first.response().body()).isIn(200, 201);
    String version = first.header("ETag");
    assertThat(version).matches("\"[0-9a-f]+\"");
    if (!get.isEmpty()) {
      assertThat(node.client.get(get).header("ETag")).isEqualTo(version);
    }
    Answer wrong = send("PUT", put, "\"nonsense\"", body(put, 2));
    assertThat(wrong.status()).isEqualTo(412);
    assertThat(wrong.text("type")).isEqualTo("/problems/version-changed");
    assertThat(wrong.text("detail")).contains("nonsense").contains(version.replace("\"", ""));

    Answer second = send("PUT", put, version, body(put, 2));
    assertThat(second.status()).as(second.response().body()).isEqualTo(200);
    assertThat(second.header("ETag")).isNotEqualTo(version);
    assertThat(send("PUT", put, version, body(put, 3)).status()).as("an old one").isEqualTo(412);
    assertThat(send("PUT", put, "*", body(put, 3)).status()).as("it is there").isEqualTo(200);
    Answer again = send("PUT", put, "\"x\", " + lastVersion(put), body(put, 4));
    assertThat(again.status()).as("one of several").isEqualTo(200);
    if (!always) {
      String path = get.isEmpty() ? put : get;
      assertThat(send("DELETE", path, version, "").status()).isEqualTo(412);
      assertThat(send("DELETE", path, again.header("ETag"), "").status()).isEqualTo(204);
      assertThat(send("DELETE", path, version, "").status()).as("it is gone").isEqualTo(404);
    }
  }

  private static String lastVersion(String put) {
    return send("PUT", put, "", body(put, 3)).header("ETag");
  }

  /**
   * Many change one site at once; each change that is answered 200 was the only one of its version.
   */
  @ParameterizedTest
  @CsvSource({"/sites/race", "/clients/race", "/flow-control/pools/race"})
  void ofManyWhoExpectOneVersionOneSucceeds(String path) {
    String version = send("PUT", path, "", body(path, 9)).header("ETag");
    List<CompletableFuture<Answer>> answers =
        IntStream.range(1, 9)
            .mapToObj(
                i -> CompletableFuture.supplyAsync(() -> send("PUT", path, version, body(path, i))))
            .toList();
    assertThat(answers.stream().map(CompletableFuture::join).map(Answer::status))
        .containsOnlyOnce(200)
        .containsOnly(200, 412);
  }
}
