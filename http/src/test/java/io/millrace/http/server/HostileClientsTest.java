package io.millrace.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.http.RawSocket;
import io.millrace.http.TestClient;
import io.millrace.http.TestClient.Answer;
import io.millrace.http.TestNode;
import io.millrace.http.endpoint.Role;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clients that send slowly, hang up or ask for too much, on a node with little room. */
@Timeout(120)
class HostileClientsTest {
  private static final int MIB = 1024 * 1024;
  private static final int CONNECTIONS = 400;

  private static TestNode node;
  private static String worker;
  private static TestClient other;

  @BeforeAll
  static void start() {
    node =
        TestNode.start(
            """
            millrace.http {
              connections = %d, headers-within = 3s, long-polls = 20, token-share = 0.5
              body-bytes = 100M, body-within = 7s, body-rate = 1k, wrong-tokens = 5
            }
            """
                .formatted(CONNECTIONS));
    worker = node.token(Role.WORKER);
    other = node.as(Role.WORKER);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static List<RawSocket> open(int number, Supplier<RawSocket> opened) {
    return Stream.generate(opened).limit(number).toList();
  }

  private static RawSocket socket() {
    return RawSocket.open(node.address());
  }

  private static void close(List<RawSocket> sockets) {
    sockets.forEach(RawSocket::close);
  }

  private static double metric(String name) {
    return node.anonymous()
        .get("/metrics")
        .response()
        .body()
        .lines()
        .filter(line -> line.startsWith(name))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  @Test
  void bodiesThatNeverCompleteTakeTheirTokensShareOnlyAndAreAnswered408() throws IOException {
    List<RawSocket> slow =
        open(300, () -> socket().head("POST /workers/w/heartbeat", worker, MIB).send("{"));
    try {
      await().until(() -> metric("millrace_http_refused_total") > 250);
      Answer heartbeat = other.post("/workers/o/heartbeat", "{\"attempts\": []}");
      assertThat(heartbeat.status()).as(heartbeat.response().body()).isEqualTo(200);
      assertThat(
              other
                  .post("/workers/o/heartbeat", " ".repeat(MIB / 2) + "{\"attempts\": []}")
                  .status())
          .as("a large one, too")
          .isEqualTo(200);
      List<String> answers = new ArrayList<>();
      for (RawSocket socket : slow) {
        answers.add(socket.rest().lines().findFirst().orElse("cut off"));
      }
      assertThat(answers)
          .contains("HTTP/1.1 408 Request Timeout", "HTTP/1.1 429 Too Many Requests");
      assertThat(answers).noneMatch(answer -> answer.contains("200"));
      assertThat(answers.stream().filter(answer -> answer.contains(" 408 ")).count())
          .as("half of 100 MiB, at 8 MiB each")
          .isEqualTo(6);
    } finally {
      close(slow);
    }
    await()
        .untilAsserted(
            () ->
                assertThat(
                        node.with(worker)
                            .post(
                                "/workers/w/heartbeat", " ".repeat(MIB / 2) + "{\"attempts\": []}")
                            .status())
                    .isEqualTo(200));
  }

  @Test
  void aDocumentThatTakesAllTheHeapForBodiesLeavesRoomForHeartbeats() {
    String large = " ".repeat(MIB / 2) + "{\"attempts\": []}";
    try (RawSocket document = socket().head("PUT /sources", TestNode.TOKEN, 100 * MIB / 24)) {
      await().until(() -> other.post("/workers/o/heartbeat", large).status() == 503);
      Answer heartbeat = other.post("/workers/o/heartbeat", "{\"attempts\": []}");
      assertThat(heartbeat.status()).as(heartbeat.response().body()).isEqualTo(200);
      assertThat(document.isClosed()).as("it still waits").isFalse();
    }
  }

  @Test
  void theBodyOfAForbiddenRequestIsNotRead() throws IOException {
    try (RawSocket stranger = socket().head("PUT /sources", "not-a-token-of-anybody", MIB);
        RawSocket worker = socket().head("PUT /sources", HostileClientsTest.worker, MIB)) {
      assertThat(stranger.rest()).startsWith("HTTP/1.1 401");
      assertThat(worker.rest()).startsWith("HTTP/1.1 403");
    }
  }

  @Test
  void oneTokensClaimsLeaveRoomForTheHeartbeatsAndClaimsOfAnother() {
    List<CompletableFuture<Answer>> claims = new ArrayList<>();
    TestClient greedy = node.with(worker);
    for (int i = 0; i < 15; i++) {
      claims.add(greedy.postAsync("/workers/w" + i + "/claims?wait=4s"));
    }
    await().until(() -> claims.stream().filter(CompletableFuture::isDone).count() == 5);
    assertThat(greedy.post("/workers/w0/heartbeat", "{\"attempts\": []}").status()).isEqualTo(200);
    assertThat(other.post("/workers/o/heartbeat", "{\"attempts\": []}").status()).isEqualTo(200);
    assertThat(other.post("/workers/o/claims?wait=0").status()).isEqualTo(200);
    List<Integer> statuses = claims.stream().map(claim -> claim.join().status()).toList();
    assertThat(statuses.stream().filter(status -> status == 429)).hasSize(5);
    assertThat(statuses.stream().filter(status -> status == 200)).hasSize(10);
  }

  @Test
  void aClaimWhoseClientHangsUpFreesItsPlaceAtOnce() {
    String token = node.token(Role.WORKER);
    for (int round = 0; round < 3; round++) {
      String name = "gone" + round;
      List<RawSocket> claims =
          open(10, () -> socket().head("POST /workers/" + name + "/claims?wait=60s", token, 0));
      // A claim of the same worker ends the one before; one stays.
      await().until(() -> metric("millrace_http_long_polls") >= 1);
      close(claims);
      await().until(() -> metric("millrace_http_long_polls") == 0);
    }
    assertThat(node.with(token).post("/workers/gone/claims?wait=0").status()).isEqualTo(200);
  }

  @Test
  void aRequestBehindAClaimEndsItSoThatNobodyHidesAHangUp() throws IOException {
    try (RawSocket socket = socket()) {
      socket.head("POST /workers/piped/claims?wait=60s", worker, 0);
      await().until(() -> metric("millrace_http_long_polls") >= 1);
      socket.send("GET /alive HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
      assertThat(socket.rest()).startsWith("HTTP/1.1 503").contains("alive");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "HTTP/1.1, Connection: close, Content-Length: 2, {}",
    "HTTP/1.1, Connection: Close, Transfer-Encoding: chunked, 2_{}_0__",
    "HTTP/1.0, X-Any: header, Content-Length: 2, {}",
    "HTTP/1.1, Connection: close, Content-Length: 0, ''",
  })
  void aClientWithABodyBehindItsHeadMayHaveItsConnectionClosedAfterTheAnswer(
      String version, String connection, String length, String body) throws IOException {
    double idle = metric("http_server_requests_in_flight");
    try (RawSocket socket = socket()) {
      socket.send("POST /workers/last/claims?wait=1s " + version + "\r\nHost: localhost\r\n");
      socket.send(connection + "\r\n" + length + "\r\nX-Admin-Token: " + worker + "\r\n\r\n");
      await("the head is read").until(() -> metric("http_server_requests_in_flight") > idle);
      socket.send(body.replace("_", "\r\n"));
      assertThat(socket.rest()).contains(" 200 OK", "\"tasks\":[]");
    }
  }

  @Test
  void connectionsThatSendTheirHeadSlowlyAreClosedAndTheNodeAnswersThroughout() {
    List<RawSocket> slow = open(2 * CONNECTIONS, () -> socket().send("GET / HTTP/1.1\r\nHost: l"));
    try {
      assertThat(node.anonymous().get("/alive").status()).isEqualTo(200);
      assertThat(metric("millrace_http_connections")).isLessThanOrEqualTo(CONNECTIONS);
      await()
          .until(
              () -> {
                assertThat(node.anonymous().get("/alive").status()).isEqualTo(200);
                return slow.stream().allMatch(RawSocket::isClosed);
              });
      assertThat(metric("millrace_http_refused_total{kind=\"slow-connections\"}")).isPositive();
    } finally {
      close(slow);
    }
  }

  @Test
  void wrongTokensAreCountedAndThrottledWhileValidOnesFromTheSameAddressWork() {
    double before = metric("millrace_http_wrong_tokens_total");
    TestClient guesser = node.with("a-guess-that-is-wrong");
    List<Integer> statuses = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      statuses.add(guesser.get("/session").status());
    }
    assertThat(statuses).endsWith(429, 429, 429, 429, 429).containsAnyOf(401, 429);
    assertThat(guesser.get("/session").header("Connection"))
        .as("the next guess")
        .isEqualTo("close");
    assertThat(node.client.get("/session").status()).isEqualTo(200);
    assertThat(node.anonymous().get("/session").status()).as("no token at all").isEqualTo(401);
    assertThat(metric("millrace_http_wrong_tokens_total") - before).isEqualTo(11);
  }

  @Test
  void everyAnswerOfTheApiSaysThatItIsNotToBeKeptNorGuessedAt() throws IOException {
    List<Answer> answers =
        List.of(
            node.client.get("/session"),
            node.client.get("/tasks/no-such-task"),
            node.client.get("/nothing/there"),
            node.client.put("/sources", "not: [yaml"),
            node.anonymous().get("/session"),
            node.anonymous().get("/alive"),
            node.anonymous().get("/metrics"),
            node.with(worker).put("/sources", "x"));
    for (Answer answer : answers) {
      assertThat(answer.header("Cache-Control"))
          .as(answer.response().uri().toString())
          .isEqualTo("no-store");
      assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
    }
    assertThat(node.anonymous().get("/").header("Cache-Control")).isEqualTo("no-cache");
    try (RawSocket socket = socket().send("GET / HTTP/9.9\r\nHost: l\r\n\r\n")) {
      assertThat(socket.rest()).contains("400", "Cache-Control: no-store", "nosniff");
    }
  }

  @Test
  void nulIsRefusedWhereverItIs() {
    String nul = "\\u0000";
    String yaml = "\"\\0\"";
    List<Answer> answers =
        List.of(
            node.client.get("/tasks/%00"),
            node.client.get("/tasks/%00/logs"),
            node.client.post("/tasks/a%00b/cancel"),
            node.client.get("/user-sites/%00"),
            node.client.get("/jobs/%00"),
            node.client.get("/workers/%00"),
            node.client.post("/tasks?source=%00&collection=c"),
            node.client.get("/workers?after=%00"),
            node.client.get("/workers?%00=1"),
            node.client.get("/refreshes?search=%00"),
            node.client.post("/tokens", "{\"name\": \"" + nul + "\", \"role\": \"viewer\"}"),
            node.client.post("/tokens", "{\"name\": \"\u0000\", \"role\": \"viewer\"}"),
            node.client.put("/sources", "sources: {" + yaml + ": {collections: [{name: c}]}}"),
            node.client.put(
                "/sources",
                "sources: {s: {collections: [{name: c, run: {process: [echo, " + yaml + "]}}]}}"),
            node.client.put(
                "/jobs",
                "application/yaml",
                "project: p\nname: n\ndescription: "
                    + yaml
                    + "\nsteps: [{name: a, run: {process: [echo, "
                    + yaml
                    + "]}}]\n"),
            node.client.put("/projects/p/values/v", "{\"value\": \"" + nul + "\"}"),
            node.client.post("/flow-control/requests", "{\"executionName\": \"" + nul + "\"}"),
            node.client.post("/sites", "{\"id\": \"" + nul + "\", \"provider\": \"p\"}"));
    for (Answer answer : answers) {
      assertThat(answer.status())
          .as(answer.response().uri() + ": " + answer.response().body())
          .isIn(400, 404, 405);
    }
  }
}
